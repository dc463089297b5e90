import {
  type Card,
  type Command,
  type Event,
  flowerWar,
  type God,
  type Seat,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { type Arrangement, arrange, type State } from "./position.ts";

/** A command of the script. Cards are named by their kind: which id a card gets is the rules' business. */
export type ScriptCommand =
  | { readonly type: "roll" | "pass" | "end-turn" }
  | { readonly type: "sacrifice"; readonly god: God }
  | { readonly type: "play-card" | "play-battle-card"; readonly card: Card };

/** One part of the script: the learner's command, if one is asked, and what the partner does after it. */
export interface Scripted {
  /** What is put right on the table before this part. */
  readonly before?: Arrangement;
  readonly command?: ScriptCommand;
  readonly reply?: readonly ScriptCommand[];
}

/** A moment of the lesson. */
export interface Frame {
  readonly state: State;
  /** What led here, as the learner sees it: nothing at the beginning and after an arrangement. */
  readonly events: readonly Event[];
}

/** A lesson as it is played: the same every time. */
export interface Play {
  readonly frames: readonly Frame[];
  /** The frame at which each part of the script stands. */
  readonly starts: readonly number[];
}

export const LEARNER: Seat = "east";
export const PARTNER: Seat = "west";

/** Any seed will do: each arrangement says where in its stream the dice come from. */
const SEED = "0".repeat(64);
const SEATS = 2;
/** Skulls on a full rack, as in a short evening. */
const RACK = 6;

/**
 * Plays a script by the rules.
 * @throws Error if the rules refuse a command
 */
export function playScript(script: readonly Scripted[]): Play {
  const frames: Frame[] = [{ state: begin(), events: [] }];
  const starts: number[] = [];
  const latest = (): State => (frames.at(-1) as Frame).state;
  for (const { before, command, reply = [] } of script) {
    if (before !== undefined) frames.push({ state: arrange(latest(), before), events: [] });
    starts.push(frames.length - 1);
    if (command !== undefined) frames.push(carryOut(latest(), LEARNER, command));
    for (const answer of reply) frames.push(carryOut(latest(), PARTNER, answer));
  }
  return { frames, starts };
}

function begin(): State {
  const defaults = Object.entries(flowerWar.options).map(([name, option]) => [name, option.default]);
  const options = { ...Object.fromEntries(defaults), rackSize: RACK } as State["table"]["options"];
  return flowerWar.setup(options, SEATS, SEED);
}

function carryOut(state: State, seat: Seat, command: ScriptCommand): Frame {
  const decided = flowerWar.decide(state, seat, commandOf(command, flowerWar.view(state, seat)));
  if (decided.refused !== undefined) throw new Error(`the rules refuse ${command.type}: ${decided.refused}`);
  const events = decided.events.map((event) => flowerWar.redact(event, LEARNER));
  return { state: decided.state, events: events.filter((event) => event !== null) };
}

/** Returns the command that carries out a command of the script. A card that the seat does not hold makes one that the rules refuse. */
export function commandOf(command: ScriptCommand, { hand }: View): Command {
  if (command.type !== "play-card" && command.type !== "play-battle-card") return command;
  return { type: command.type, card: hand.find(({ card }) => card === command.card)?.id ?? "" };
}

/** Whether two commands, are the same. */
export function isSame<T extends ScriptCommand | Command>(one: T, other: T): boolean {
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => Reflect.get(other, name) === value)
  );
}
