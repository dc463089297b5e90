import { type GameName, type Match, speedOf } from "@flower-war/client-sdk";
import { type ReactNode } from "react";
import { useRedraw } from "../base/use-redraw.ts";
import { Notice } from "../design/parts/notice.tsx";
import { isPlayedByServer } from "../game-frame/scene.ts";
import { AnnouncementNote } from "../session/announcement-note.tsx";
import { i18n } from "../texts/index.ts";
import { laterPart } from "../texts/lazy-part.tsx";
import { type Connection, ConnectionNote } from "./connection.tsx";
import styles from "./notes.module.css";

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
      <MannersNotes match={match} />
      <ClaimNote match={match} />
      <TurnOfferNote match={match} />
      {children}
    </aside>
  );
}

/** Says that the server plays the viewer's seat, with the way back to it. */
export const PlayedForViewer = laterPart(
  async () => (await import("./open/played-notice.tsx")).PlayedForViewer,
  "notes/open",
);

const TempleMoveNote = laterPart(
  async () => (await import("./temple-move-note.tsx")).TempleMoveNote,
  "notes/open",
);

const OpenClaimNote = laterPart(
  async () => (await import("./open/open-notes.tsx")).OpenClaimNote,
  "notes/open",
);

/** Offers the viewer to end the match when all others have been away for so long that the viewer need not wait for them. */
function ClaimNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { claimsAt } = match;
  const now = useServerTime(() => match.serverTime, claimsAt !== null);
  const isOpen = claimsAt !== null && now >= claimsAt && match.status === "playing";
  return <div role="status">{isOpen ? <OpenClaimNote match={match} /> : null}</div>;
}

const OpenAsks = laterPart(async () => (await import("../asks/open-asks.tsx")).OpenAsks, "asks");

const OpenOfferNote = laterPart(
  async () => (await import("./open/open-notes.tsx")).OpenOfferNote,
  "notes/open",
);

const OpenMannersNotes = laterPart(
  async () => (await import("./open/open-notes.tsx")).OpenMannersNotes,
  "notes/open",
);

/** Pauses, holidays, the judge, and what the viewer can do with their own seat. Loaded with the first. */
function MannersNotes<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { paused, takeBack, onHoliday, judges, offeredSeats } = match.details;
  return paused || takeBack || onHoliday || judges || offeredSeats.length > 0 ? (
    <OpenMannersNotes match={match} />
  ) : null;
}

/** The open offer to end the match, and to its host who asks for a seat. Loaded with the first. */
function OfferNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { offer } = match;
  return (
    <div role="status">
      {offer === null ? null : <OpenOfferNote key={offer.id} match={match} offer={offer} />}
      {match.isHost && match.asks.length > 0 ? <OpenAsks match={match} /> : null}
    </div>
  );
}

/** Says that the viewer's time is almost over. */
function LowTimeNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { clock, seat } = match;
  const own = seat === null ? undefined : clock?.seats.get(seat);
  const runs = own !== undefined && own.deadline !== null;
  const now = useServerTime(() => match.serverTime, runs);
  if (clock === null || own === undefined || own.deadline === null) return null;
  if (match.status === "over" || isPlayedByServer(match)) return null;
  if (own.deadline - now > clock.rules.warning) return null;
  return (
    <Notice level={null} tone="lit" title={i18n._("Your time is almost over")}>
      <p role="status">{i18n._("Then the server plays for you.")}</p>
    </Notice>
  );
}

const OpenDebts = laterPart(async () => (await import("./open/open-notes.tsx")).OpenDebts, "notes/open");

/** What is to be taken out of the lake of the temple of the viewer's seat, or put in. */
function DebtNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const own = match.seats.find(({ seat }) => seat === match.seat);
  const { fixH = 0, fixT = 0 } = own ?? {};
  return (
    <div role="alert" className={styles.list}>
      {fixH || fixT ? <OpenDebts fixH={fixH} fixT={fixT} /> : null}
    </div>
  );
}

const TurnOfferOnce = laterPart(
  async () => (await import("../notices/turn-offer.tsx")).TurnOfferOnce,
  "notices",
);

/** Offers to tell the viewer when it is their turn, in matches by days. */
function TurnOfferNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { seat, status, clock } = match;
  const isByDays = seat !== null && status === "playing" && speedOf(clock?.rules ?? null) === "days";
  if (!isByDays) return null;
  return <TurnOfferOnce />;
}

/** Returns the server's time, updated every second while a clock runs. */
function useServerTime(serverTime: () => number, runs: boolean): number {
  useRedraw(1000, runs);
  return serverTime();
}
