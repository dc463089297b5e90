import type { Card, Command, Event, God, Seat, View } from "@flower-war/client-sdk/flower-war";
import { flowerWar } from "@flower-war/client-sdk/flower-war/rules";
import { type Arrangement, arrange, type State } from "./position.ts";

/** A command of the script. Cards are named by their kind: which id a card gets is the rules' business. */
export type Deed =
  | { readonly type: "roll" | "pass" | "end-turn" }
  | { readonly type: "sacrifice"; readonly god: God }
  | { readonly type: "play-card" | "play-battle-card"; readonly card: Card };

/** One part of the script: the learner's deed, if one is asked, and what the partner does after it. */
export interface Scripted {
  /** What is put right on the table before this part. */
  readonly before?: Arrangement;
  readonly deed?: Deed;
  readonly reply?: readonly Deed[];
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
  /** For each part of the script the frame at which it stands. */
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
 * @throws Error if the rules refuse a deed
 */
export function playScript(script: readonly Scripted[]): Play {
  const frames: Frame[] = [{ state: begin(), events: [] }];
  const starts: number[] = [];
  const latest = (): State => (frames.at(-1) as Frame).state;
  for (const { before, deed, reply = [] } of script) {
    if (before !== undefined) frames.push({ state: arrange(latest(), before), events: [] });
    starts.push(frames.length - 1);
    if (deed !== undefined) frames.push(carryOut(latest(), LEARNER, deed));
    for (const answer of reply) frames.push(carryOut(latest(), PARTNER, answer));
  }
  return { frames, starts };
}

function begin(): State {
  const defaults = Object.entries(flowerWar.options).map(([name, option]) => [name, option.default]);
  const options = { ...Object.fromEntries(defaults), rackSize: RACK } as State["table"]["options"];
  return flowerWar.setup(options, SEATS, SEED);
}

function carryOut(state: State, seat: Seat, deed: Deed): Frame {
  const decided = flowerWar.decide(state, seat, commandOf(deed, flowerWar.view(state, seat)));
  if (decided.refused !== undefined) throw new Error(`the rules refuse ${deed.type}: ${decided.refused}`);
  const events = decided.events.map((event) => flowerWar.redact(event, LEARNER));
  return { state: decided.state, events: events.filter((event) => event !== null) };
}

/** Returns the command that carries out a deed. A card that the seat does not hold makes one that the rules refuse. */
export function commandOf(deed: Deed, { hand }: View): Command {
  if (deed.type !== "play-card" && deed.type !== "play-battle-card") return deed;
  return { type: deed.type, card: hand.find(({ card }) => card === deed.card)?.id ?? "" };
}

/** Whether two deeds, or two commands, are the same. */
export function isSame<T extends Deed | Command>(one: T, other: T): boolean {
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => Reflect.get(other, name) === value)
  );
}
