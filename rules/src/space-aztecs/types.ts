import type { GameTypes } from "../game.ts";
import type { Event } from "./events.ts";
import type { State } from "./state.ts";
import type { Command, Decision, Options, Outcome, Refusal, Seat, View } from "./vocabulary.ts";

/** What the contract of game.ts calls Space Aztecs' things. */
export interface SpaceAztecs extends GameTypes {
  options: Options;
  seat: Seat;
  state: State;
  view: View;
  command: Command;
  event: Event;
  refusal: Refusal;
  decision: Decision;
  outcome: Outcome;
}
