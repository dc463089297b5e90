import { breakOffBattle, giveCard, passCardWindow, playBattleCard } from "./battle.ts";
import { heldCard } from "./cards.ts";
import { discardCard, resolveChoice } from "./choice.ts";
import { readCommand } from "./commands.ts";
import { challengeSeat } from "./landing.ts";
import { runFlow } from "./machine.ts";
import { move } from "./movement.ts";
import { Play } from "./play.ts";
import { admitCommand, checkCommand } from "./refusals.ts";
import { sacrifice, trade } from "./sacrifice.ts";
import { type FlowerWar, handOf, type State } from "./state.ts";
import { playTurnCard } from "./turn-cards.ts";
import { discard, endTurn, roll } from "./turn.ts";
import type { Command, HeldCard, Seat } from "./vocabulary.ts";
import type { Decided } from "../game.ts";

/** Decides a command: returns the events up to the next decision, or the first reason against the command. */
export function decide(state: State, sender: Seat | null, input: unknown): Decided<FlowerWar> {
  const admission = admitCommand(state.table, sender, readCommand(input));
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  const refused = checkCommand(state.table, handOf(state, seat), seat, command);
  if (refused !== null) return { refused };
  const play = new Play(state);
  if (command.type === "concede") concede(play, seat);
  else answerQuestion(play, seat, command);
  runFlow(play);
  return { command, events: play.events, state: play.state };
}

/** Takes the awaited step off the flow, and does what the command answers. */
function answerQuestion(play: Play, seat: Seat, command: Exclude<Command, { type: "concede" }>): void {
  const question = play.flow.pop();
  switch (command.type) {
    case "roll":
      return roll(play);
    case "move":
      return move(play, command.steps);
    case "challenge":
      return challengeSeat(play, command.seat);
    case "pass":
      play.emit({ type: "passed", seat });
      if (question?.step === "card-window") passCardWindow(play, question);
      return;
    case "pay-card":
      return giveCard(play, seat, requireHeld(play, seat, command.card));
    case "choose":
      if (question?.step === "effect") resolveChoice(play, question, command.seat, command.god);
      return;
    case "discard-card":
      return discardCard(play, seat, requireHeld(play, seat, command.card));
    case "play-battle-card":
      return playBattleCard(play, seat, requireHeld(play, seat, command.card));
    case "play-card":
      return playTurnCard(play, requireHeld(play, seat, command.card), command);
    case "sacrifice":
      return sacrifice(play, command.god);
    case "trade":
      return trade(play);
    case "discard":
      return discard(play, requireHeld(play, seat, command.card));
    case "end-turn":
      return endTurn(play);
  }
}

function requireHeld(play: Play, seat: Seat, id: string): HeldCard {
  const card = heldCard(handOf(play.state, seat), id);
  if (card === undefined) throw new Error(`${seat} does not hold the card ${id}`);
  return card;
}

/**
 * Takes a seat out of the match, also while another seat is awaited (canon section 9). A battle that it is in ends and
 * no seat pays. If it is the active seat, its turn ends with everything in progress; otherwise the turn goes on.
 */
export function concede(play: Play, seat: Seat): void {
  const { battle } = play.table;
  play.emit({ type: "conceded", seat });
  if (battle !== null && (seat === battle.attacker || seat === battle.defender)) breakOffBattle(play);
  if (seat === play.active) play.flow = [{ step: "end-turn" }];
}
