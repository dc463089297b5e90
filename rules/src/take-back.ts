import type { Game, GameTypes } from "./game.ts";
import { handOverBy, handOverOf, handsSeat, isOfferedBy } from "./hand-over.ts";
import { eventOfHoliday, holidayBy } from "./holiday.ts";
import { eventOfJudge, judgeBy } from "./judge.ts";
import { eventOfPause, pauseBy } from "./pause.ts";
import { same } from "./same.ts";

/*
 * Taking back an act (docs/fair-dice.md, "Taking back"), in any game: an entry of its own, after which the match is as if the act had not
 * been made. It is a custom of the table and no rule of a game: the games neither decide its command nor fold its event.
 */

/** The one event of such an entry, whose command is `{ type: "take-back", n }`. All viewers see it alike. */
export interface TakenBack {
  readonly type: "taken-back";
  /** The number of the entry that is taken back. */
  readonly n: number;
  /** The seats whose people were asked and agreed, in turn order; empty: none had to. */
  readonly agreed: readonly string[];
}

/** An entry, as far as taking back depends on it. */
interface Act<T extends GameTypes> {
  readonly n: number;
  readonly seat: T["seat"];
  readonly command: object;
  readonly events: readonly object[];
}

/** A match after some entries. */
export interface Position<T extends GameTypes> {
  readonly state: T["state"];
  /** The last acts of one seat that are not taken back and revealed nothing by their events' types, each with the state before it. */
  readonly acts: readonly { readonly entry: Act<T>; readonly before: T["state"] }[];
}

/** Whether acts of a game can be taken back: it says which of its events reveal nothing. */
export const hasTakeBacks = ({ quiet }: Pick<Game<GameTypes>, "quiet">): boolean => quiet !== undefined;

/** Returns the event with which an act was taken back, if it is one. @param game the match's, which may have no such entries */
export function takenBackBy(
  game: Pick<Game<GameTypes>, "quiet">,
  [event]: readonly object[],
): TakenBack | null {
  return hasTakeBacks(game) && event && typeOf(event) === "taken-back" ? (event as TakenBack) : null;
}

const typeOf = (value: object): unknown => Reflect.get(value, "type");

/**
 * Returns the position after one more entry, whose events are folded. Nothing is decided again.
 * @param after the state after the entry's events, if it is known
 * @throws Error if the entry takes back what cannot be
 */
export function advance<T extends GameTypes>(
  game: Pick<Game<T>, "evolve" | "quiet">,
  { state, acts }: Position<T>,
  entry: Act<T>,
  after?: T["state"],
): Position<T> {
  if (leavesGame(entry.events)) return { state, acts };
  const taken = takenBackBy(game, entry.events);
  const last = acts.at(-1);
  if (taken !== null) {
    if (last?.entry.n !== taken.n) throw new Error(`entry ${taken.n} cannot be taken back`);
    return { state: last.before, acts: acts.slice(0, -1) };
  }
  const folded =
    after ?? (entry.events as T["event"][]).reduce((before, event) => game.evolve(before, event), state);
  if (!hasTakeBacks(game)) return { state: folded, acts };
  if (!(entry.events as T["event"][]).every(({ type }) => game.quiet?.includes(type)))
    return { state: folded, acts: [] };
  const own = last?.entry.seat === entry.seat ? acts : [];
  return { state: folded, acts: [...own, { entry, before: state }] };
}

/**
 * Returns the entry that may be taken back: the last act, if it was its seat's own and nothing was revealed by it; `null`: there is none.
 * The one place that decides it.
 * @param seats of the match
 * @param isOwn whether a client of its seat sent the command of an entry
 */
export function takeableIn<T extends GameTypes, E extends Act<T>>(
  game: Pick<Game<T>, "redact" | "quiet" | "outcome">,
  seats: readonly T["seat"][],
  { state, acts }: Position<T>,
  isOwn: (entry: E) => boolean,
): E | null {
  const entry = acts.at(-1)?.entry as E | undefined;
  if (entry === undefined || game.outcome(state) !== null) return null;
  const isFree = isOwn(entry) && typeOf(entry.command) !== "concede";
  return isFree && (entry.events as T["event"][]).every((event) => isQuiet(game, seats, event))
    ? entry
    : null;
}

/** Whether an event reveals nothing: it is of a type that draws and shows nothing, and no seat sees more of it than all do. */
function isQuiet<T extends GameTypes>(
  game: Pick<Game<T>, "redact" | "quiet">,
  seats: readonly T["seat"][],
  event: T["event"],
): boolean {
  if (!game.quiet?.includes(event.type)) return false;
  const seen = game.redact(event, "public");
  return seen !== null && seats.every((seat) => same(game.redact(event, seat), seen));
}

/** Whether seats other than one could have acted on what it did: then the people who saw it are asked. */
export function couldOthersAct<T extends GameTypes>(
  game: Pick<Game<T>, "awaiting">,
  { state }: Position<T>,
  seat: T["seat"],
): boolean {
  return game.awaiting(state).some((awaited) => awaited.seat !== seat);
}

/** Returns what a viewer may see of an event of an entry; `null`: nothing. What the table did, all see alike. */
export function redactEvent<T extends GameTypes>(
  game: Pick<Game<T>, "redact" | "quiet">,
  event: T["event"],
  viewer: T["seat"] | "public",
): T["event"] | null {
  return isTablesEntry(game, [event]) ? event : game.redact(event, viewer);
}

/** Whether an entry is one of the table: the game neither decides it nor folds its events. @param game as for `takenBackBy` */
export const isTablesEntry = (game: Pick<Game<GameTypes>, "quiet">, events: readonly object[]): boolean =>
  takenBackBy(game, events) !== null || leavesGame(events);

/** Whether an entry leaves the game as it is: it pauses, gives time, or is about a holiday, the judge or who has a seat. */
const leavesGame = (events: readonly object[]): boolean =>
  pauseBy(events) !== null ||
  holidayBy(events) !== null ||
  handOverBy(events) !== null ||
  judgeBy(events) !== null;

/** What refereeing, storing and showing the entries of the table needs: take-backs, pauses, extra time, holidays, seats that are handed over, and the judge. */
export const tableEntries = {
  takenBackBy,
  advance,
  takeableIn,
  couldOthersAct,
  redactEvent,
  isTablesEntry,
  leavesGame,
  pauseBy,
  eventOfPause,
  holidayBy,
  eventOfHoliday,
  handOverBy,
  handOverOf,
  isOfferedBy,
  handsSeat,
  judgeBy,
  eventOfJudge,
};
