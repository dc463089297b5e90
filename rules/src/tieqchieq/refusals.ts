import { type Admitted, admit } from "../admit.ts";
import { awaitingOf } from "./awaiting.ts";
import { targetOf } from "./movement.ts";
import { type Command, type Decision, type Refusal, SEATS, type Seat, type Table } from "./vocabulary.ts";

/** The decisions that each command answers (canon section 5). */
const ANSWERS: { readonly [C in Command["type"]]: readonly Decision[] } = {
  toss: ["toss"],
  introduce: ["act"],
  move: ["act"],
  plus: ["plus"],
};

/** The command of a seat that may give it now, or the first common reason against it (canon section 5). */
export function admitted(table: Table, seat: Seat | null, command: Command | null): Admitted<Seat, Command> {
  const standing = { over: table.phase === "over", seated: SEATS, decisions: awaitingOf(table) };
  return admit(standing, seat, command, ({ type }) => ANSWERS[type]);
}

/** The first of the game's own reasons against a command that is admitted; `null`: it is accepted. */
export function refusalOf(table: Table, seat: Seat, command: Command): Refusal | null {
  const isAct = command.type === "introduce" || command.type === "move";
  return isAct ? (targetOf(table, seat, command).refused ?? null) : null;
}
