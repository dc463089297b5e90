import type {
  Challenge,
  GameMap,
  GameName,
  LobbyRequest,
  MatchClock,
  MatchDetails,
  MatchStatus,
  TablePage,
} from "@flower-war/protocol";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { ConnectionStatus } from "./connection/room-session.ts";
import type { FlowerWar } from "./host.ts";
import type { Match } from "./match.ts";
import type { AwaitedDecision, OpenOffer, OutcomeOf, SeatInfo } from "./match-types.ts";
import { Refusal } from "./refusal.ts";

/** A match at one moment; the members are those of `Match`. */
export interface ShownMatch<G extends GameName = GameName> {
  readonly connection: ConnectionStatus;
  readonly status: MatchStatus;
  readonly seat: GameMap[G]["seat"] | null;
  readonly seats: readonly SeatInfo<G>[];
  readonly view: GameMap[G]["view"] | null;
  readonly hand: GameMap[G]["hand"];
  readonly awaiting: readonly AwaitedDecision<G>[];
  /** The result of `match.legal()`. */
  readonly legal: readonly GameMap[G]["command"][];
  readonly clock: MatchClock<GameMap[G]["seat"]> | null;
  readonly outcome: OutcomeOf<G> | null;
  readonly offer: OpenOffer<G> | null;
  readonly challenges: readonly Challenge[];
  readonly details: MatchDetails;
}

/**
 * Returns what a match shows, and renders again with every change, also when the connection is lost and back. The object is the same until
 * the next change. It neither joins nor leaves: do that where the player asks for it.
 * @param match `null`: there is none yet
 */
export function useMatch<G extends GameName>(match: Match<G>): ShownMatch<G>;
export function useMatch<G extends GameName>(match: Match<G> | null): ShownMatch<G> | null;
export function useMatch<G extends GameName>(match: Match<G> | null): ShownMatch<G> | null {
  const { subscribe, get } = useMemo(() => storeOf(match), [match]);
  return useSyncExternalStore(subscribe, get, get);
}

/** A store in the sense of `useSyncExternalStore`. */
interface Store<T> {
  readonly subscribe: (changed: () => void) => () => void;
  readonly get: () => T;
}

function storeOf<G extends GameName>(match: Match<G> | null): Store<ShownMatch<G> | null> {
  if (match === null) return { subscribe: () => () => {}, get: () => null };
  let shown = show(match);
  return {
    subscribe: (changed) => match.on("change", changed),
    get: () => {
      if (isStale(shown, match)) shown = show(match);
      return shown;
    },
  };
}

function show<G extends GameName>(match: Match<G>): ShownMatch<G> {
  return {
    connection: match.connection,
    status: match.status,
    seat: match.seat,
    seats: match.seats,
    view: match.view,
    hand: match.hand,
    awaiting: match.awaiting,
    legal: match.legal(),
    clock: match.clock,
    outcome: match.outcome,
    offer: match.offer,
    challenges: match.challenges,
    details: match.details,
  };
}

/** Whether a match has changed: each of these is the same until then. */
function isStale<G extends GameName>(shown: ShownMatch<G>, match: Match<G>): boolean {
  const { connection, seat, seats, challenges } = match;
  return (
    connection !== shown.connection ||
    seat !== shown.seat ||
    seats !== shown.seats ||
    challenges !== shown.challenges
  );
}

/** A page of the list of public matches, as it is shown at one moment. */
export interface ShownLobby extends Omit<TablePage, "tables"> {
  /** `opening`: the list is not live yet; what was shown before stays meanwhile. */
  readonly connection: ConnectionStatus | "opening";
  /** In the lobby's order. */
  readonly matches: TablePage["tables"];
  /** Why the list is not live; `null`: it is, or will be. */
  readonly refusal: Refusal | null;
  /** Opens the list again. */
  readonly retry: () => void;
}

type LobbyNews = Omit<ShownLobby, "retry">;

const OPENING: LobbyNews = { connection: "opening", matches: [], total: 0, page: 1, pages: 1, refusal: null };

/**
 * Returns a page of the list of public matches, live for as long as the component is mounted.
 * @param request its filter and page; another one opens another list
 */
export function useLobby(host: FlowerWar, request: LobbyRequest = {}): ShownLobby {
  const [news, setNews] = useState(OPENING);
  const [attempt, setAttempt] = useState(0);
  // Another attempt is another list.
  const wanted = JSON.stringify([request, attempt]);
  useEffect(() => {
    const closing = new AbortController();
    const change = (next: Partial<LobbyNews>) => {
      if (!closing.signal.aborted) setNews((last) => ({ ...last, ...next }));
    };
    const [asked] = JSON.parse(wanted) as [LobbyRequest, number];
    void followLobby(host, asked, closing.signal, change);
    return () => closing.abort();
  }, [host, wanted]);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  return { ...news, retry };
}

async function followLobby(
  host: FlowerWar,
  request: LobbyRequest,
  closing: AbortSignal,
  change: (news: Partial<LobbyNews>) => void,
): Promise<void> {
  change({ connection: "opening", refusal: null });
  try {
    const lobby = await host.lobby(request, { signal: closing });
    closing.addEventListener("abort", () => void lobby.leave());
    const tell = () => {
      const { connection, matches, total, page, pages } = lobby;
      change({ connection, matches, total, page, pages });
    };
    lobby.on("change", tell);
    lobby.on("dropped", ({ refusal = null }) => change({ refusal }));
    tell();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    change({ connection: "gone", refusal: error });
  }
}
