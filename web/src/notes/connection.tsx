import type { Drop, GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Icon } from "../design/parts/icon.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { ActionNotice, Spinner } from "../game-frame/action/action-notice.tsx";
import { i18n } from "../texts/index.ts";
import { laterPart } from "../texts/lazy-part.tsx";

const Gone = laterPart(async () => (await import("../fairness/gone.tsx")).Gone, "fairness", "refusals");

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly loss: Loss;
  /** `panel`: in the place of the table's actions; `note`: over the page. */
  readonly as: "panel" | "note";
}

/** Says why the connection is lost, whether it comes back by itself, and what the viewer can do. */
export function LostConnection<G extends GameName>({ match, loss, as }: Props<G>) {
  if (loss.drop.gone) {
    return <Gone match={match} drop={loss.drop} as={as} />;
  }
  const title = i18n._("You are reconnecting");
  const text = i18n._(
    "Nothing is lost; you see the match as of {time}. What you pressed last is sent when the connection is back.",
    { time: i18n.date(loss.at, { hour: "numeric", minute: "2-digit" }) },
  );
  return as === "panel" ? (
    <ActionNotice icon={<Spinner />} title={title} tone="reconnecting">
      <p role="alert">{text}</p>
    </ActionNotice>
  ) : (
    <Notice level={null} tone="waiting" picture={<Icon id="open-ring" />} title={title}>
      {text}
    </Notice>
  );
}

interface ConnectionNoteProps<G extends GameName> {
  readonly match: Match<G>;
  readonly connection: Connection;
  /** The page has a panel that says that the connection is lost. */
  readonly lossInPanel: boolean;
}

/** Says when the connection was lost, whether it will come back, and when it did. */
export function ConnectionNote<G extends GameName>({
  match,
  connection,
  lossInPanel,
}: ConnectionNoteProps<G>) {
  return <div role="status">{contentOf()}</div>;

  function contentOf() {
    if (connection === "connected") return null;
    if (connection === "resumed") return <Notice level={null} title={i18n._("Connected again.")} />;
    return lossInPanel ? null : <LostConnection match={match} loss={connection} as="note" />;
  }
}

/** A connection that is lost, and when that was noticed. */
export interface Loss {
  readonly drop: Drop;
  readonly at: Date;
}

/** `resumed`: it was lost and came back a moment ago. */
export type Connection = Loss | "resumed" | "connected";

/** ms for which a connection counts as resumed. */
const RESUMED_SHOWN = 6_000;

/** Returns how the connection to a match is. Renders again when that changes. */
export function useConnection<G extends GameName>(match: Match<G>): Connection {
  const [connection, setConnection] = useState(() => firstConnection(match));
  useEffect(() => {
    const stops = [
      match.on("dropped", (drop) => setConnection({ drop, at: new Date() })),
      match.on("resumed", () => setConnection("resumed")),
    ];
    return () => stops.forEach((stop) => stop());
  }, [match]);
  useEffect(() => {
    if (connection !== "resumed") return undefined;
    const timer = setTimeout(() => setConnection("connected"), RESUMED_SHOWN);
    return () => clearTimeout(timer);
  }, [connection]);
  return connection;
}

/** The connection may be lost before the page is shown. */
function firstConnection<G extends GameName>({ connection }: Match<G>): Connection {
  if (connection === "connected") return "connected";
  return { drop: { code: 1006, reason: "", gone: connection === "gone" }, at: new Date() };
}
