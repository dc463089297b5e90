import type { Decided } from "../game.ts";
import { readCommand } from "./commands.ts";
import {
  beginChoosingIfAllHold,
  beginResolvingIfAllChose,
  concede,
  landSaucer,
  resolveRound,
  settleAztec,
} from "./round.ts";
import { Play } from "./play.ts";
import { admitCommand, checkCommand } from "./refusals.ts";
import type { SpaceAztecs, State } from "./state.ts";
import { pileOf } from "./view.ts";
import type { Command, Seat } from "./vocabulary.ts";

/** Decides a command: returns the events that follow from it, or the first reason against it. */
export function decide(state: State, sender: Seat | null, input: unknown): Decided<SpaceAztecs> {
  const admission = admitCommand(state.table, sender, readCommand(input));
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  const refused = checkCommand(state.table, pileOf(state, seat), seat, command);
  if (refused !== null) return { refused };
  const play = new Play(state);
  applyCommand(play, seat, command);
  return { command, events: play.events, state: play.state };
}

/** Applies a command up to the next decision (canon section 5). */
function applyCommand(play: Play, seat: Seat, command: Command): void {
  switch (command.type) {
    case "take":
      play.emit({ type: "pile-taken", seat, place: command.place });
      return beginChoosingIfAllHold(play);
    case "choose":
      play.emit({ type: "card-chosen", seat, card: command.card });
      return beginResolvingIfAllChose(play);
    case "shelter":
      settleAztec(play, command.covered);
      return resolveRound(play);
    case "abduct":
      landSaucer(play, command.targets);
      return resolveRound(play);
    case "concede":
      return concede(play, seat);
  }
}
