import { turnsOf } from "../game-frame/turn-counter.ts";
import { beginsTurn } from "../game-frame/turn-events.ts";

/** An entry as far as steps need it. */
interface Entry {
  readonly seat: string;
  readonly events: readonly { readonly type: string }[];
}

/** A turn of a replay, and its entries. */
export interface ReplayTurn {
  /** The turn's number, from 1. */
  readonly number: number;
  /** The first and the last entry, from 1. */
  readonly first: number;
  readonly last: number;
}

/** How a replay is walked through. Position `n` is the table after `n` entries. */
export interface Steps {
  /** The number of entries, which is the last position. */
  readonly last: number;
  readonly turns: readonly ReplayTurn[];
  /** Whether its turns are rounds of all seats. */
  readonly rounds: boolean;
  /** Entries in which a battle begins, in order. */
  readonly battles: readonly number[];
}

const BATTLES: readonly string[] = ["battle-began", "battled"];

/** Returns the steps of a match. An entry belongs to the turn in which it was sent. */
export function stepsOf(entries: readonly Entry[], game: string): Steps {
  const turns: { number: number; first: number; last: number }[] = [];
  const all = entries.flatMap(({ seat, events }, index) =>
    events.map((event) => ({ n: index + 1, seat, event })),
  );
  const allTurns = turnsOf(game, all);
  const counted = allTurns.values();
  let number = 1;
  for (const [index, { events }] of entries.entries()) {
    const n = index + 1;
    const numbers = events.map(() => counted.next().value?.number ?? number);
    const [first] = events;
    // An event that begins a turn is of the entry that ended the one before.
    const sentIn = (numbers[0] ?? number) - (first && beginsTurn(first) ? 1 : 0);
    number = numbers.at(-1) ?? number;
    // A turn whose beginning was taken back is none.
    while ((turns.at(-1)?.number ?? 0) > sentIn) turns.pop();
    const turn = turns.at(-1);
    if (turn?.number === sentIn) turn.last = n;
    else turns.push({ number: sentIn, first: n, last: n });
  }
  return {
    last: entries.length,
    turns,
    rounds: allTurns.some(({ seat }) => seat === null),
    battles: entriesWith(entries, BATTLES),
  };
}

function entriesWith(entries: readonly Entry[], types: readonly string[]): readonly number[] {
  return entries.flatMap(({ events }, index) =>
    events.some(({ type }) => types.includes(type)) ? [index + 1] : [],
  );
}

/** Returns the turn whose entry led to a position; before the first entry the first turn; `null`: there is none. */
export function turnAt({ turns }: Steps, position: number): ReplayTurn | null {
  const n = Math.max(1, position);
  return turns.find(({ first, last }) => first <= n && n <= last) ?? null;
}

/** Returns the position where the next turn begins, else the end. */
export function nextTurn(steps: Steps, position: number): number {
  return steps.turns.find(({ first }) => first > position)?.first ?? steps.last;
}

/** Returns the position where this turn begins, from there the one before, else the beginning of the match. */
export function previousTurn(steps: Steps, position: number): number {
  return steps.turns.findLast(({ first }) => first < position)?.first ?? 0;
}

/** Returns the position of the next battle; `null`: there is no more. */
export function nextBattle({ battles }: Steps, position: number): number | null {
  return battles.find((n) => n > position) ?? null;
}
