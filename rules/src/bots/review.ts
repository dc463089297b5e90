import { isAgreed } from "../agreement.ts";
import type { Game, GameTypes } from "../game.ts";
import { begin } from "../record.ts";
import { decideWith, limitThoughts, quickRandom, type RandomBelow } from "./bot.ts";
import { type Estimate, firstsOf, type Move, playOn, type PlayedOn, Tries } from "./chances.ts";
import { same } from "../same.ts";
import { advance, isTablesEntry, type Position as Folded, takenBackBy } from "../take-back.ts";

/** Positions of a match whose chances are estimated, at most. */
const POSITIONS = 30;
/** Times that each position is played on, at most. */
const MOST_TRIES = 100;
/** Times that a single position is played on, at most. */
const MOST_TRIES_OF_ONE = 400;
/** The part of the time that goes to the positions; the rest goes to what would have been better. */
const FOR_POSITIONS = 0.6;
/** How many swings are told. */
const SWINGS = 3;
/** Decisions of a swing that are compared with another command, at most. */
const DECISIONS = 3;
/** Thoughts of the skilled bot that gives advice. */
const THOUGHTS = 12;

/** A finished match, as its record has it. */
export interface FinishedRecord {
  readonly header: { readonly options: object; readonly seats: readonly { readonly seat: string }[] };
  readonly entries: readonly ReviewedEntry[];
  readonly end: { readonly seed: string; readonly outcome: object };
}

interface ReviewedEntry {
  readonly n: number;
  readonly seat: string;
  readonly command: object;
  readonly events: readonly object[];
}

/** A position of a match, and each seat's chance to come first from there. */
export interface ReviewedPosition {
  /** The number of entries before it. */
  readonly n: number;
  /** By seat, in turn order. */
  readonly chances: Readonly<Record<string, Estimate>>;
}

/** A stretch of a match in which a seat's chance fell much. */
export interface Swing {
  readonly seat: string;
  /** The position before it, and the one after it. */
  readonly from: number;
  readonly to: number;
  readonly before: Estimate;
  readonly after: Estimate;
  /** A command of the seat in it for which a skilled bot would have given another one, the costliest; `null`: there is none. */
  readonly better: Better | null;
}

/** What a skilled bot would have done instead. */
export interface Better {
  /** The number of the entry that was played. */
  readonly n: number;
  readonly command: object;
  /** What would have followed, with the chance that there was. */
  readonly events: readonly object[];
  /** The seat's chance after what it played, and after this. */
  readonly played: Estimate;
  readonly instead: Estimate;
}

/** What is known of a match so far. */
export interface Review {
  readonly positions: readonly ReviewedPosition[];
  /** The largest first; empty until all positions are estimated. */
  readonly swings: readonly Swing[];
}

/**
 * Estimates each seat's chance over a finished match, and finds where it fell most and what would have been better: plays on from its
 * positions with new chance, between easy bots, again and again. All hands count as they were. Yields what is known so far, each time a
 * little better. The same seeds and the same `spent` give the same review.
 * @param spent returns which part of the time is over, 0 to 1; from 1 on it ends, after each position was played on at least once
 */
export function* reviewMatch<T extends GameTypes>(
  rules: PlayedOn<T>,
  record: FinishedRecord,
  random: RandomBelow,
  spent: () => number,
): Generator<Review, void> {
  const match = readMatch(rules, record);
  const positions = positionsOf(match);
  const known = () => positions.map(({ n, estimate }) => ({ n, chances: chancesOf(match, estimate) }));
  const chance = quickRandom(random);
  for (const _ of tryAll(match, positions, chance, () => spent() / FOR_POSITIONS))
    yield { positions: known(), swings: [] };
  const estimated = known();
  const swings = swingsOf(match, estimated).map((swing) => ({
    swing,
    decisions: decisionsOf(match, swing, chance),
  }));
  const all = swings.flatMap(({ decisions }) =>
    decisions.flatMap(({ played, instead }) => [played, instead]),
  );
  const told = () => swings.map(({ swing, decisions }) => ({ ...swing, better: bestOf(swing, decisions) }));
  for (const _ of tryAll(match, all, chance, spent)) yield { positions: estimated, swings: told() };
  yield { positions: estimated, swings: told() };
}

/** What is known of one position so far. */
export interface PositionEstimate {
  /** Each seat's chance to come first from there, by seat in turn order. */
  readonly chances: Readonly<Record<string, Estimate>>;
  /** What a skilled bot would play there that sees what the seat sees; `null`: no seat has a choice. */
  readonly best: Move<GameTypes> | null;
}

/**
 * Estimates each seat's chance from one position, of a match or of a branch, as `reviewMatch` does. Yields what is known so far, each time a
 * little better; of a match that is over, that alone. The same seeds and the same `spent` give the same estimates.
 * @param spent as for `reviewMatch`
 */
export function* estimatePosition<T extends GameTypes>(
  rules: PlayedOn<T>,
  state: T["state"],
  seats: readonly T["seat"][],
  random: RandomBelow,
  spent: () => number,
): Generator<PositionEstimate, void> {
  const { game } = rules;
  const outcome = game.outcome(state);
  if (outcome !== null) {
    const firsts = firstsOf(outcome, seats);
    yield {
      chances: chancesOf({ seats }, (seat) => ({ chance: firsts.get(seat) ?? 0, margin: 0 })),
      best: null,
    };
    return;
  }
  const chance = quickRandom(random);
  const [best = null] = game.awaiting(state).flatMap(({ seat }) => {
    const command = adviceFor(rules, state, seat, chance);
    return command === null ? [] : [{ seat, command }];
  });
  const tries = new Tries(seats.length);
  for (const _ of tryAll({ rules, seats }, [{ state, move: null, tries }], chance, spent, MOST_TRIES_OF_ONE))
    yield { chances: chancesOf({ seats }, (seat) => tries.of(seat)), best };
}

interface Match<T extends GameTypes> {
  readonly rules: PlayedOn<T>;
  readonly seats: readonly T["seat"][];
  /** The states after 0, 1, 2 ... entries. */
  readonly states: readonly T["state"][];
  readonly entries: readonly ReviewedEntry[];
  readonly outcome: object;
}

function readMatch<T extends GameTypes>(
  rules: PlayedOn<T>,
  { header, entries, end }: FinishedRecord,
): Match<T> {
  const { game } = rules;
  let position: Folded<T> = { state: begin(game, { ...header, seed: end.seed }), acts: [] };
  const states = [position.state];
  for (const entry of entries) {
    position = advance(game, position, entry);
    states.push(position.state);
  }
  return { rules, seats: header.seats.map(({ seat }) => seat), states, entries, outcome: end.outcome };
}

/** What is played on again and again. */
interface Tried<T extends GameTypes> {
  readonly state: T["state"];
  /** What is played first; `null`: what an easy bot would play. */
  readonly move: Move<T> | null;
  readonly tries: Tries;
}

interface Position<T extends GameTypes> extends Tried<T> {
  readonly n: number;
  readonly estimate: (seat: string) => Estimate;
}

/** Returns positions at even distances. The last one is the end, which is known unless people agreed on it. */
function positionsOf<T extends GameTypes>({ states, seats, outcome }: Match<T>): readonly Position<T>[] {
  const last = states.length - 1;
  const count = Math.min(POSITIONS, last);
  const numbers = Array.from({ length: count + 1 }, (_, i) => Math.round((i * last) / Math.max(1, count)));
  const firsts = firstsOf(outcome, seats);
  return numbers.map((n) => {
    const tries = new Tries(seats.length);
    const estimate = (seat: string): Estimate =>
      n === last && !isAgreed(outcome) ? { chance: firsts.get(seat) ?? 0, margin: 0 } : tries.of(seat);
    return { n, state: states[n] as T["state"], move: null, tries, estimate };
  });
}

function chancesOf<T extends GameTypes>(
  { seats }: Pick<Match<T>, "seats">,
  estimate: (seat: string) => Estimate,
) {
  return Object.fromEntries(seats.map((seat) => [seat, estimate(seat)]));
}

/** Plays on from each state once, then again, until the time is over. Yields after each. */
function* tryAll<T extends GameTypes>(
  { rules, seats }: Pick<Match<T>, "rules" | "seats">,
  tried: readonly Tried<T>[],
  chance: RandomBelow,
  spent: () => number,
  most = MOST_TRIES,
): Generator<void, void> {
  if (tried.length === 0) return;
  for (let time = 0; time < most && (time === 0 || spent() < 1); time += 1) {
    // The same luck for all of them: what they differ in is seen sooner.
    const luck = chance(2 ** 32);
    for (const { state, move, tries } of tried) {
      if (time > 0 && spent() >= 1) return;
      tries.add(
        playOn(
          rules,
          state,
          move,
          seats,
          quickRandom(() => luck),
        ),
      );
      yield;
    }
  }
}

/** Returns the stretches between two positions in which a seat's chance fell most, the largest first, no two of them the same. */
function swingsOf<T extends GameTypes>(
  { seats }: Match<T>,
  positions: readonly ReviewedPosition[],
): readonly Omit<Swing, "better">[] {
  const falls = positions.slice(1).flatMap((after, i) =>
    seats.flatMap((seat) => {
      const [one, other] = [positions[i]?.chances[seat], after.chances[seat]];
      if (one === undefined || other === undefined || other.chance >= one.chance) return [];
      return [{ seat, from: positions[i]?.n ?? 0, to: after.n, before: one, after: other }];
    }),
  );
  const byFall = falls.toSorted((a, b) => fallOf(b) - fallOf(a));
  return byFall
    .filter(({ from }, i) => byFall.findIndex((each) => each.from === from) === i)
    .slice(0, SWINGS);
}

const fallOf = ({ before, after }: Pick<Swing, "before" | "after">): number => before.chance - after.chance;

/** A decision in which a skilled bot would have given another command. */
interface Decision<T extends GameTypes> {
  readonly n: number;
  readonly command: T["command"];
  readonly events: readonly T["event"][];
  readonly played: Tried<T>;
  readonly instead: Tried<T>;
}

function decisionsOf<T extends GameTypes>(
  { rules, seats, states, entries }: Match<T>,
  { seat, from, to }: Pick<Swing, "seat" | "from" | "to">,
  chance: RandomBelow,
): readonly Decision<T>[] {
  const found: Decision<T>[] = [];
  for (let n = from + 1; n <= to && found.length < DECISIONS; n += 1) {
    const [entry, state] = [entries[n - 1], states[n - 1]];
    if (entry === undefined || state === undefined || entry.seat !== seat) continue;
    const isUndone = entries.some(({ events }) => takenBackBy(rules.game, events)?.n === entry.n);
    if (isUndone || isTablesEntry(rules.game, entry.events)) continue;
    const command = adviceFor(rules, state, seat, chance);
    if (command === null) continue;
    const decided = decideWith(rules.game, state, seat, command);
    if (same(decided.command, entry.command)) continue;
    const tried = (played: object): Tried<T> => ({
      state,
      move: { seat, command: played as T["command"] },
      tries: new Tries(seats.length),
    });
    found.push({ n, command, events: decided.events, played: tried(entry.command), instead: tried(command) });
  }
  return found;
}

/** Returns what a skilled bot would play that sees what the seat saw; `null`: the seat was not awaited, or had no choice. */
function adviceFor<T extends GameTypes>(
  { game, skilled }: { readonly game: Game<T>; readonly skilled: PlayedOn<T>["skilled"] },
  state: T["state"],
  seat: T["seat"],
  chance: RandomBelow,
): T["command"] | null {
  if (!game.awaiting(state).some((awaited) => awaited.seat === seat)) return null;
  const view = game.view(state, seat);
  return game.legal(view, seat).length < 2 ? null : skilled(view, chance, limitThoughts(THOUGHTS));
}

/** Returns the decision that cost most, as far as is known; `null`: the other commands were no better. */
function bestOf<T extends GameTypes>(
  { seat }: Pick<Swing, "seat">,
  decisions: readonly Decision<T>[],
): Better | null {
  const told = decisions.map(({ n, command, events, played, instead }) => ({
    n,
    command,
    events,
    played: played.tries.of(seat),
    instead: instead.tries.of(seat),
  }));
  const gainOf = ({ played, instead }: Better) => instead.chance - played.chance;
  const [best] = told.toSorted((a, b) => gainOf(b) - gainOf(a));
  return best !== undefined && gainOf(best) > 0 ? best : null;
}
