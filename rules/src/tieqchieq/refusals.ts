import { targetOf } from "./movement.ts";
import type { Command, Decision, Refusal, Seat, Table } from "./vocabulary.ts";

/** The decision that each command answers (canon section 5). */
const ANSWERS: { readonly [C in Command["type"]]: Decision } = {
  toss: "toss",
  introduce: "act",
  move: "act",
  plus: "plus",
};

/** The first reason against a command, in the order of canon section 5; `null`: it is accepted. */
export function refusalOf(table: Table, seat: Seat | null, command: Command): Refusal | null {
  if (table.phase === "over") return "match-over";
  if (seat === null) return "not-seated";
  if (table.turn !== seat) return "not-your-decision";
  if (ANSWERS[command.type] !== table.phase) return "wrong-phase";
  if (command.type === "introduce" || command.type === "move") {
    return targetOf(table, seat, command).refused ?? null;
  }
  return null;
}
