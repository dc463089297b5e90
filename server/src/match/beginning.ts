import { RULES_VERSION, STREAM, seedOf } from "@flower-war/rules";
import type { Begun } from "../journal/facts.ts";
import type { SeatTable } from "./seats.ts";

/**
 * What a match begins with that begins now: these players, and dice of its secret and their nonces (docs/fair-dice.md).
 */
export function begunWith(secret: string, { all, players }: SeatTable): Begun {
  return {
    type: "begun",
    rules: RULES_VERSION,
    stream: STREAM,
    seats: all.map(([seat]) => seat),
    seed: seedOf(
      secret,
      players.map(({ nonce }) => nonce),
    ),
    players,
  };
}
