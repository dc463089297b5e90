import type { GameTypes } from "../game.ts";
import type { Event } from "./events.ts";
import type { State } from "./state.ts";
import type { Command, Decision, Options, Outcome, RefusalCode, Seat, View } from "./vocabulary.ts";

/** The types of Space Aztecs for the contract of game.ts. */
export interface SpaceAztecs extends GameTypes {
  options: Options;
  seat: Seat;
  state: State;
  view: View;
  command: Command;
  event: Event;
  refusal: RefusalCode;
  decision: Decision;
  outcome: Outcome;
}
