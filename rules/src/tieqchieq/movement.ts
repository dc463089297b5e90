import { costOf, DOT, HOME, otherSeat, SUN, squareAt, stepOf } from "./board.ts";
import type { Act, RefusalCode, Seat, Square, Table } from "./vocabulary.ts";

/**
 * Returns the step that a token on `step` reaches with a roll of 1-4; `null` if it cannot move (canon section 6, 1 to
 * 3).
 */
export function stepAfter(seat: Seat, step: number, roll: number): number | null {
  let at = step;
  let left = roll;
  while (at < HOME && costOf(seat, at + 1) <= left) {
    at += 1;
    left -= costOf(seat, at);
  }
  const overshoots = at === HOME && left > 0;
  return at === step || overshoots ? null : at;
}

/** Returns the step from which an act moves its token; `null` if there is no such token. */
function stepBefore(table: Table, seat: Seat, act: Act): number | null {
  const { reserve, at } = table.tokens[seat];
  if (act.type === "introduce") return reserve > 0 ? DOT : null;
  return at.includes(act.from) ? stepOf(seat, act.from) : null;
}

/**
 * Returns whether a token may not end on a square: one of its own is there, or the opponent's on the sun (canon section
 * 6.4).
 */
export function isBlocked({ tokens }: Table, seat: Seat, square: Square): boolean {
  return tokens[seat].at.includes(square) || (square === SUN && tokens[otherSeat(seat)].at.includes(square));
}

/**
 * Returns whether a seat's token on a plus may go one square on (canon section 7.3): a step that costs 1, so never into
 * the other colour's territory.
 */
export function canStepOn(table: Table, seat: Seat, plus: Square): boolean {
  const step = stepOf(seat, plus) + 1;
  const next = squareAt(seat, step);
  return costOf(seat, step) === 1 && (next === null || !isBlocked(table, seat, next));
}

/** Returns the step to which an act moves its token with the current roll, or the first reason against it. */
export function targetOf(
  table: Table,
  seat: Seat,
  act: Act,
):
  | { readonly step: number; readonly refused?: undefined }
  | { readonly refused: RefusalCode; readonly step?: undefined } {
  const from = stepBefore(table, seat, act);
  if (from === null) return { refused: "no-token" };
  const step = stepAfter(seat, from, table.roll);
  if (step === null) return { refused: "no-move" };
  const square = squareAt(seat, step);
  return square !== null && isBlocked(table, seat, square) ? { refused: "blocked" } : { step };
}

/** Returns the acts that a seat may choose from with the current roll. */
export function openActs(table: Table, seat: Seat): readonly Act[] {
  const moves = table.tokens[seat].at.map((from): Act => ({ type: "move", from }));
  const acts: readonly Act[] = [{ type: "introduce" }, ...moves];
  return acts.filter((act) => targetOf(table, seat, act).refused === undefined);
}
