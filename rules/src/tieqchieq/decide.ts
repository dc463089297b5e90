import type { Decided } from "../game.ts";
import { readCommand } from "./commands.ts";
import { endByConcession } from "./ending.ts";
import { answerPlus, moveTo } from "./landing.ts";
import { targetOf } from "./movement.ts";
import { Play } from "./play.ts";
import { admitCommand, checkCommand } from "./refusals.ts";
import type { State, Tieqchieq } from "./state.ts";
import { toss } from "./turn.ts";
import type { Act, Command, Seat } from "./vocabulary.ts";

/** Decides a command: returns the events that follow from it, or the first reason against it. */
export function decide(state: State, sender: Seat | null, input: unknown): Decided<Tieqchieq> {
  const admission = admitCommand(state.table, sender, readCommand(input));
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  const refused = checkCommand(state.table, seat, command);
  if (refused !== null) return { refused };
  const play = new Play(state);
  applyCommand(play, seat, command);
  return { command, events: play.events, state: play.state };
}

function applyCommand(play: Play, seat: Seat, command: Command): void {
  switch (command.type) {
    case "toss":
      return toss(play);
    case "introduce":
    case "move":
      return applyAct(play, command);
    case "plus":
      if (play.table.plusAt !== null) answerPlus(play, play.table.plusAt, command.step);
      return;
    case "concede":
      return endByConcession(play, seat);
  }
}

function applyAct(play: Play, command: Act): void {
  const target = targetOf(play.table, play.active, command);
  if (target.refused === undefined) moveTo(play, command.type === "move" ? command.from : null, target.step);
}
