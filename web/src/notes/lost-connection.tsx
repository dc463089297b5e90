import type { GameName, Match } from "@flower-war/client-sdk";
import { Suspense } from "react";
import { lazyPart } from "../texts/lazy-part.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { i18n } from "../texts/index.ts";
import { ActionNotice, Spinner } from "../game-frame/action/action-notice.tsx";
import type { Loss } from "./use-connection.ts";

const Gone = lazyPart(async () => (await import("../fairness/gone.tsx")).Gone, "fairness");

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly loss: Loss;
  /** `panel`: in the place of the table's actions; `note`: over the page. */
  readonly as: "panel" | "note";
}

/** Says why the connection is lost, whether it comes back by itself, and what the viewer can do. */
export function LostConnection<G extends GameName>({ match, loss, as }: Props<G>) {
  if (loss.drop.gone) {
    return (
      <Suspense fallback={null}>
        <Gone match={match} drop={loss.drop} as={as} />
      </Suspense>
    );
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
