import type { OptionRanges } from "./options.ts";
import type { Preset } from "./presets.ts";

/**
 * The contract that a game fulfils. Everything here is pure: no clock, no I/O, no `Math.random`. A state holds all that
 * the rules need, including the position in the chance stream.
 */

/** The types of one game. `Game` is generic over them. */
export interface GameTypes {
  /** The host's options, complete (defaults filled in). */
  options: object;
  /** A seat's name, e.g. `"east"`. */
  seat: string;
  /** The whole state of a match: plain, serialisable, immutable. It never leaves the server while the match runs. */
  state: object;
  /** One viewer's view of a state. */
  view: object;
  /** A player's command. */
  command: { readonly type: string };
  /** An event, in the past tense. */
  event: { readonly type: string };
  /** The codes with which `decide` refuses: the common ones of admit.ts, then the game's own. */
  refusal: string;
  /** A decision that a seat can have to make. */
  decision: string;
  /** How a match ended. */
  outcome: object;
}

/** A viewer of a match: a seat, or `public` for all without one (spectators, temples, logs). */
export type Viewer<T extends GameTypes> = T["seat"] | "public";

/** One decision that the match waits for. */
export interface Awaiting<T extends GameTypes> {
  readonly seat: T["seat"];
  readonly decision: T["decision"];
}

/** The result of deciding a command: what follows from it, or the code of the first reason against it. */
export type Decided<T extends GameTypes> = Accepted<T> | Refused<T>;

/** A command that was accepted. */
export interface Accepted<T extends GameTypes> {
  /** The command as the rules read it, without fields that it does not need. */
  readonly command: T["command"];
  /** The events that follow, at least one. */
  readonly events: readonly T["event"][];
  /** The state after the events. It equals folding `events` into the given state with `evolve`. */
  readonly state: T["state"];
  readonly refused?: undefined;
}

/** A command that was refused. It changes nothing. */
export interface Refused<T extends GameTypes> {
  readonly refused: T["refusal"];
  readonly command?: undefined;
  readonly events?: undefined;
  readonly state?: undefined;
}

export interface Game<T extends GameTypes> {
  /** The name on the wire, e.g. `"flower-war"`. */
  readonly name: string;
  /**
   * Of a game of a host's own: the version of its rules, a whole number from 1. Raised with each change after which the same commands could
   * lead to other events, or a match begins otherwise. Missing: 1. Games of the project share `RULES_VERSION` instead.
   */
  readonly version?: number;
  /** How many seats a match may have. */
  readonly seats: { readonly min: number; readonly max: number; readonly default: number };
  /**
   * Returns the seats of a match, in turn order.
   * @param count number of seats, within `seats`
   */
  seatsFor(count: number): readonly T["seat"][];
  /** The options that a host may choose; `readOptions` reads them. */
  readonly options: OptionRanges<T["options"]>;
  /** Options that hosts are offered by name, the one for newcomers first. */
  readonly presets?: readonly Preset<T["options"]>[];
  /**
   * Returns the first state of a match.
   * @param count number of seats, within `seats`
   * @param seed 64 lower-case hex digits (32 bytes), from which all chance of the match comes
   * @throws RangeError for another count or seed
   */
  setup(options: T["options"], count: number, seed: string): T["state"];
  /**
   * Returns the decisions that the match waits for: several where seats decide at the same time, none exactly when the
   * match is over. The answer is public, so it is the same from the state and from any view of it.
   */
  awaiting(seen: T["state"] | T["view"]): readonly Awaiting<T>[];
  /** Returns every command that `decide` accepts from this seat now, computed from what the seat may see. */
  legal(view: T["view"], seat: T["seat"]): readonly T["command"][];
  /**
   * Decides a command: returns the events that follow from it and the state that they lead to. A refusal is an ordinary
   * result; the reasons that all games share are checked first (`admit`).
   * @param seat the sender's seat; `null` for a sender without one
   * @param command any value; a malformed one is refused
   */
  decide(state: T["state"], seat: T["seat"] | null, command: unknown): Decided<T>;
  /**
   * Folds one event into a state. It is a pure function: it remembers nothing, changes neither argument, draws nothing
   * and cannot fail, so a match can be replayed from its events alone.
   */
  evolve(state: T["state"], event: T["event"]): T["state"];
  /**
   * Returns the command that the referee plays for an awaited seat that does not answer. `decide` always accepts it.
   */
  fallback(state: T["state"], seat: T["seat"]): T["command"];
  /** Returns how the match ended, `null` while it runs; the same from the state and from any view of it. */
  outcome(seen: T["state"] | T["view"]): T["outcome"] | null;
  /** Returns what a viewer may see of a state. */
  view(state: T["state"], viewer: Viewer<T>): T["view"];
  /**
   * Returns what a viewer may see of an event; `null` if the viewer may not see it at all. An event that `public` sees unchanged, the same object,
   * is shown to every seat so.
   */
  redact(event: T["event"], viewer: Viewer<T>): T["event"] | null;
  /**
   * The types of events that reveal nothing: all of such an event follows from what every viewer saw before and from the command. No die is
   * rolled with it, no card drawn, shown or looked at. With it a table may let its players take back acts from which only such events
   * follow (docs/fair-dice.md, "Taking back"). Missing: no act of the game can be taken back.
   */
  readonly quiet?: readonly T["event"]["type"][];
}

/** Returns the version of a game's rules; 1: it names none. */
export const versionOf = ({ version = 1 }: { readonly version?: number | undefined }): number => version;
