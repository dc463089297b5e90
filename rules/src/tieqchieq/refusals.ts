import { type Admitted, admit, type CommandContext } from "../admit.ts";
import { awaitingOf } from "./legal.ts";
import { targetOf } from "./movement.ts";
import { type Command, type Decision, type RefusalCode, SEATS, type Seat, type Table } from "./vocabulary.ts";

/** The decisions that each command answers (canon section 5). Conceding needs no decision. */
const ANSWERS: { readonly [C in Command["type"]]: readonly Decision[] | "none" } = {
  toss: ["toss"],
  introduce: ["act"],
  move: ["act"],
  plus: ["plus"],
  concede: "none",
};

/** Checks the common reasons against a command (canon section 5). */
export function admitCommand(
  table: Table,
  seat: Seat | null,
  command: Command | null,
): Admitted<Seat, Command> {
  const context: CommandContext<Seat, Decision> = {
    over: table.phase === "over",
    isSeated: (each) => SEATS.includes(each),
    decisions: awaitingOf(table),
  };
  return admit(context, seat, command, ({ type }) => ANSWERS[type]);
}

/** Returns the first of the game's own reasons against an admitted command; `null` if it is accepted. */
export function checkCommand(table: Table, seat: Seat, command: Command): RefusalCode | null {
  const isAct = command.type === "introduce" || command.type === "move";
  return isAct ? (targetOf(table, seat, command).refused ?? null) : null;
}
