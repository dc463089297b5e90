import type { Decided } from "../game.ts";
import { readCommand } from "./commands.ts";
import { answerPlus, goTo } from "./landing.ts";
import { targetOf } from "./movement.ts";
import { Play } from "./play.ts";
import { admitted, refusalOf } from "./refusals.ts";
import type { State } from "./state.ts";
import { toss } from "./turn.ts";
import type { Tieqchieq } from "./types.ts";
import type { Act, Command, Seat } from "./vocabulary.ts";

/** Looks at a command: what it says, and the facts that follow from it, or the first reason against it. */
export function decide(state: State, sender: Seat | null, input: unknown): Decided<Tieqchieq> {
  const admission = admitted(state.table, sender, readCommand(input));
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  const refused = refusalOf(state.table, seat, command);
  if (refused !== null) return { refused };
  const play = new Play(state);
  answer(play, command);
  return { command, events: play.events };
}

function answer(play: Play, command: Command): void {
  switch (command.type) {
    case "toss":
      return toss(play);
    case "introduce":
    case "move":
      return act(play, command);
    case "plus":
      if (play.table.plusAt !== null) answerPlus(play, play.table.plusAt, command.step);
  }
}

function act(play: Play, command: Act): void {
  const target = targetOf(play.table, play.active, command);
  if (target.refused === undefined) goTo(play, command.type === "move" ? command.from : null, target.step);
}
