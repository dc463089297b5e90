import type { Decided } from "../game.ts";
import { giveCard, passWindow } from "./battle.ts";
import { playBattleCard } from "./battle-cards.ts";
import { heldCard } from "./cards.ts";
import { choose, discardChosen } from "./choice.ts";
import { readCommand } from "./commands.ts";
import { concede } from "./concede.ts";
import { remember } from "./evolve.ts";
import { challengeSeat } from "./landing.ts";
import { run } from "./machine.ts";
import { move } from "./movement.ts";
import { Play } from "./play.ts";
import { admitted, refusalOf } from "./refusals.ts";
import { sacrifice, trade } from "./sacrifice.ts";
import { handOf, type State } from "./state.ts";
import { discard, endTurn, roll } from "./turn.ts";
import { playTurnCard } from "./turn-cards.ts";
import type { FlowerWar } from "./types.ts";
import type { Command, HeldCard, Seat } from "./vocabulary.ts";

/** Looks at a command: what it says, and the facts that follow from it, up to the next decision, or the first reason against it. */
export function decide(state: State, sender: Seat | null, input: unknown): Decided<FlowerWar> {
  const admission = admitted(state.table, sender, readCommand(input));
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  const refused = refusalOf(state.table, handOf(state, seat), seat, command);
  if (refused !== null) return { refused };
  const play = new Play(state);
  if (command.type === "concede") concede(play, seat);
  else answer(play, seat, command);
  run(play);
  remember(play);
  return { command, events: play.events };
}

/** Takes the question off the flow, and does what the answer asks for. */
function answer(play: Play, seat: Seat, command: Exclude<Command, { type: "concede" }>): void {
  const question = play.flow.pop();
  switch (command.type) {
    case "roll":
      return roll(play);
    case "move":
      return move(play, command.steps);
    case "challenge":
      return challengeSeat(play, command.seat);
    case "pass":
      play.happen({ type: "passed", seat });
      if (question?.step === "card-window") passWindow(play, question);
      return;
    case "pay-card":
      return giveCard(play, seat, held(play, seat, command.card));
    case "choose":
      if (question?.step === "effect") choose(play, question, command.seat, command.god);
      return;
    case "discard-card":
      return discardChosen(play, seat, held(play, seat, command.card));
    case "play-battle-card":
      return playBattleCard(play, seat, held(play, seat, command.card));
    case "play-card":
      return playTurnCard(play, held(play, seat, command.card), command);
    case "sacrifice":
      return sacrifice(play, command.god);
    case "trade":
      return trade(play);
    case "discard":
      return discard(play, held(play, seat, command.card));
    case "end-turn":
      return endTurn(play);
  }
}

function held(play: Play, seat: Seat, id: string): HeldCard {
  const card = heldCard(handOf(play.state, seat), id);
  if (card === undefined) throw new Error(`${seat} does not hold ${id}`);
  return card;
}
