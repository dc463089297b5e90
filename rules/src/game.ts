import type { OptionRanges } from "./options.ts";

/**
 * The contract a game fulfils. Everything here is pure: no clock, no I/O, no `Math.random`. A state holds all that
 * the rules need, the position in the chance stream included, so `decide` takes nothing from outside.
 */

/** What a game calls its own things; `Game` is generic over one such bundle. */
export interface GameTypes {
  /** Host options, complete (defaults filled in). */
  options: object;
  /** A seat's name, e.g. `"east"`. */
  seat: string;
  /** The whole truth: plain, serialisable, immutable. Never leaves the server while the match runs. */
  state: object;
  /** What one viewer may see. */
  view: object;
  /** What a player asks for. */
  command: { readonly type: string };
  /** A past-tense fact. */
  event: { readonly type: string };
  /** The codes with which `decide` refuses: the common ones of admit.ts, and the game's own. */
  refusal: string;
  /** What a seat can be asked for. */
  decision: string;
  /** How a match ended. */
  outcome: object;
}

/** A seat, or everybody who has none (spectators, temples, logs). */
export type Viewer<T extends GameTypes> = T["seat"] | "public";

/** One decision that the match waits for. */
export interface Awaiting<T extends GameTypes> {
  readonly seat: T["seat"];
  readonly decision: T["decision"];
}

/** The answer to a command: what was read of it and the facts that follow, or the code of the first reason against it. */
export type Decided<T extends GameTypes> =
  | { readonly command: T["command"]; readonly events: readonly T["event"][]; readonly refused?: undefined }
  | { readonly refused: T["refusal"]; readonly command?: undefined; readonly events?: undefined };

export interface Game<T extends GameTypes> {
  /** The name on the wire, e.g. `"flower-war"`. */
  readonly name: string;
  /** How many seats a match may have. */
  readonly seats: { readonly min: number; readonly max: number; readonly default: number };
  /** The seats of a match for `count` players, in turn order. `count` lies within `seats`. */
  seatsFor(count: number): readonly T["seat"][];
  /** What a host may choose; `readOptions` reads it. */
  readonly options: OptionRanges<T["options"]>;
  /**
   * A match about to begin.
   * @param count number of seats, within `seats`
   * @param seed 64 lower-case hex digits (32 bytes): the whole of the match's chance
   */
  setup(options: T["options"], count: number, seed: string): T["state"];
  /**
   * Who decides what; several seats where they decide at the same time. Empty exactly when the match is over. Everybody
   * may know it, so any view tells the same as the state.
   */
  awaiting(seen: T["state"] | T["view"]): readonly Awaiting<T>[];
  /** Every command that `decide` accepts from this seat now, computed from what the seat may see. */
  legal(view: T["view"], seat: T["seat"]): readonly T["command"][];
  /**
   * Looks at a command and says what follows from it. A refusal is an ordinary answer and changes nothing; the reasons
   * that all games share are looked for first (`admit`).
   * @param seat the sender's seat, `null` for somebody who has none
   * @param command any value: a malformed one is refused
   */
  decide(state: T["state"], seat: T["seat"] | null, command: unknown): Decided<T>;
  /** Folds one fact in. Draws nothing and cannot fail. */
  evolve(state: T["state"], event: T["event"]): T["state"];
  /** What the referee plays for an awaited seat that does not answer; always accepted by `decide`. */
  fallback(state: T["state"], seat: T["seat"]): T["command"];
  /** How the match ended, `null` while it is on; from the state or from any view of it. */
  outcome(seen: T["state"] | T["view"]): T["outcome"] | null;
  /** What a viewer may see of a state. */
  view(state: T["state"], viewer: Viewer<T>): T["view"];
  /** What a viewer may see of an event; `null` when it is none of the viewer's business. */
  redact(event: T["event"], viewer: Viewer<T>): T["event"] | null;
}
