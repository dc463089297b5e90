import type { GameName, Match } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { AnnouncementNote } from "../session/announcement-note.tsx";
import { i18n } from "../texts/index.ts";
import { ConnectionNote } from "./connection-note.tsx";
import { ClaimNote } from "./claim-note.tsx";
import { DebtNote } from "./debt-note.tsx";
import { LowTimeNote } from "./low-time-note.tsx";
import { OfferNote } from "./offer-note.tsx";
import { TempleMoveNote } from "./temple-move-note.tsx";
import { TurnOfferNote } from "./turn-offer-note.tsx";
import styles from "./notes.module.css";
import type { Connection } from "./use-connection.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly connection: Connection;
  /** The page has a panel that says that the connection is lost. */
  readonly lossInPanel?: boolean;
  /** Further notes. */
  readonly children?: ReactNode;
}

/** What a player has to know at once, over the table: connection, time, the temple's debt. */
export function Notes<G extends GameName>({ match, connection, lossInPanel = false, children }: Props<G>) {
  return (
    <aside className={styles.notes} aria-label={i18n._("Notes")}>
      <ConnectionNote match={match} connection={connection} lossInPanel={lossInPanel} />
      <AnnouncementNote match={match} />
      <LowTimeNote match={match} />
      <DebtNote match={match} />
      <TempleMoveNote match={match} />
      <OfferNote match={match} />
      <ClaimNote match={match} />
      <TurnOfferNote match={match} />
      {children}
    </aside>
  );
}
