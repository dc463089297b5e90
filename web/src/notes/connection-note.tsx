import type { GameName, Match } from "@flower-war/client-sdk";
import { Notice } from "../design/parts/notice.tsx";
import { i18n } from "../texts/index.ts";
import { LostConnection } from "./lost-connection.tsx";
import type { Connection } from "./use-connection.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly connection: Connection;
  /** The page has a panel that says that the connection is lost. */
  readonly lossInPanel: boolean;
}

/** Says when the connection was lost, whether it will come back, and when it did. */
export function ConnectionNote<G extends GameName>({ match, connection, lossInPanel }: Props<G>) {
  return <div role="status">{contentOf()}</div>;

  function contentOf() {
    if (connection === "connected") return null;
    if (connection === "resumed") return <Notice level={null} title={i18n._("Connected again.")} />;
    return lossInPanel ? null : <LostConnection match={match} loss={connection} as="note" />;
  }
}
