import type { Decided } from "../game.ts";
import { giveCard, passWindow } from "./battle.ts";
import { heldCard } from "./cards.ts";
import { readCommand } from "./commands.ts";
import { concede } from "./concede.ts";
import { challengeSeat } from "./landing.ts";
import { run } from "./machine.ts";
import { Play } from "./play.ts";
import { refusalOf } from "./refusals.ts";
import { sacrifice, trade } from "./sacrifice.ts";
import { handOf, type State } from "./state.ts";
import { discard, endTurn, roll } from "./turn.ts";
import type { FlowerWar } from "./types.ts";
import type { Command, HeldCard, Seat } from "./vocabulary.ts";

/** Looks at a command: what it says, and the facts that follow from it, up to the next decision, or the first reason against it. */
export function decide(state: State, seat: Seat | null, input: unknown): Decided<FlowerWar> {
  const command = readCommand(input);
  if (command === null) return { refused: "malformed" };
  const hand = seat === null ? [] : handOf(state, seat);
  const refused = refusalOf(state.table, hand, seat, command);
  if (refused !== null) return { refused };
  if (seat === null) return { refused: "not-seated" };
  const play = new Play(state);
  if (command.type === "concede") concede(play, seat);
  else answer(play, seat, command);
  run(play);
  return { command, events: play.events };
}

/** Takes the question off the flow, and does what the answer asks for. */
function answer(play: Play, seat: Seat, command: Exclude<Command, { type: "concede" }>): void {
  const question = play.flow.pop();
  switch (command.type) {
    case "roll":
      return roll(play);
    case "challenge":
      return challengeSeat(play, command.seat);
    case "pass":
      play.happen({ type: "passed", seat });
      if (question?.step === "card-window") passWindow(play, question);
      return;
    case "pay-card":
      return giveCard(play, seat, held(play, seat, command.card));
    case "sacrifice":
      return sacrifice(play, command.god);
    case "trade":
      return trade(play);
    case "discard":
      return discard(play, held(play, seat, command.card));
    case "end-turn":
      return endTurn(play);
    case "move":
    case "choose":
    case "discard-card":
    case "play-card":
    case "play-battle-card":
      throw new Error(`a ${command.type} is never accepted`);
  }
}

function held(play: Play, seat: Seat, id: string): HeldCard {
  const card = heldCard(handOf(play.state, seat), id);
  if (card === undefined) throw new Error(`${seat} does not hold ${id}`);
  return card;
}
