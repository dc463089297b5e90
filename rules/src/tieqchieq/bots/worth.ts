import { DOT, HOME, otherSeat, stepOf } from "../board.ts";
import type { Seat, Table } from "../vocabulary.ts";

/**
 * What a token is worth by its step, from the dot to X. Fitted to who won by where tokens stood, in matches between
 * skilled bots: up to the other colour's territory a token is worth no more than one in reserve, since others like it
 * wait there for the same high rolls, and it can be battled.
 */
const BY_STEP = [0, 0, 0, 0, 0, -2, -1, -1, 4, 4, 12, 18, 16, 17, 18, 19] as const;
/** What it is worth to have the next toss. */
const TURN = 1;
/** More than all tokens together. */
const WON = 1000;

/** Returns how well a seat does in a table before a toss or after the end: above 0 it is ahead. */
export function worthOf(table: Table, seat: Seat): number {
  const { outcome, turn } = table;
  if (outcome !== null) return outcome.winner === seat ? WON : -WON;
  const ahead = worthOfTokens(table, seat) - worthOfTokens(table, otherSeat(seat));
  return turn === seat ? ahead + TURN : ahead - TURN;
}

function worthOfTokens({ tokens }: Table, seat: Seat): number {
  const { reserve, at, home } = tokens[seat];
  const offBoard = reserve * BY_STEP[DOT] + home * BY_STEP[HOME];
  return at.reduce((sum, square) => sum + (BY_STEP[stepOf(seat, square)] ?? 0), offBoard);
}
