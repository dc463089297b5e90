import { randomFrom, type RandomBelow } from "../bots/bot.ts";
import { withNewChance as flowerWarChance } from "../flower-war/bots/new-chance.ts";
import type { Accepted, Game, GameTypes, Refused } from "../game.ts";
import { withNewChance as tieqchieqChance } from "../tieqchieq/bots/new-chance.ts";

/*
 * Branches of a finished match: what could have followed from one of its positions. A branch has chance of its own from a seed: dice that are
 * rolled in it, and what is left of each deck, are not those of the match. So it is not what would have happened.
 */

type NewChance = (state: object, random: RandomBelow) => object;

/** Returns a position with other chance ahead, by the game's name. In Space Aztecs all chance is in the deal, which was as it was. */
const NEW_CHANCE: Readonly<Record<string, NewChance | undefined>> = {
  "flower-war": flowerWarChance as unknown as NewChance,
  mexica: flowerWarChance as unknown as NewChance,
  "space-aztecs": (state) => state,
  tieqchieq: tieqchieqChance as unknown as NewChance,
};

/** Whether a game's matches have branches: its rules can deal other chance ahead. */
export const hasBranches = (game: string): boolean => Object.hasOwn(NEW_CHANCE, game);

/** The parts of a game's rules that a branch is played by. */
export type BranchRules<T extends GameTypes> = Pick<Game<T>, "awaiting" | "decide" | "legal" | "view">;

/** A command in a branch. */
interface BranchStep<T extends GameTypes = GameTypes> {
  readonly seat: T["seat"];
  readonly command: object;
}

/** A step that was played, and the events that followed. */
interface BranchEntry<T extends GameTypes> {
  /** From 1, without gaps. */
  readonly n: number;
  readonly seat: T["seat"];
  readonly command: T["command"];
  readonly events: readonly T["event"][];
}

/** A line of positions: a match, or a branch of one. */
export interface Line<T extends GameTypes> {
  /** The number of its last position; the first one is 0. */
  readonly length: number;
  /** @throws RangeError if there is no such position */
  state(n: number): T["state"];
}

/** A branch: its first position is the one that it begins from. The same seed and steps give the same positions, wherever they are played. */
export class Branch<T extends GameTypes> implements Line<T> {
  readonly entries: BranchEntry<T>[] = [];
  readonly #rules: BranchRules<T>;
  readonly #states: T["state"][];

  /**
   * @param game the game's name
   * @param from the position that it begins from
   * @param seed 64 lower-case hex digits
   * @throws RangeError if the game has no branches
   */
  constructor(rules: BranchRules<T>, game: string, from: T["state"], seed: string) {
    const deal = hasBranches(game) ? NEW_CHANCE[game] : undefined;
    if (deal === undefined) throw new RangeError(`${game} has no branches`);
    this.#rules = rules;
    this.#states = [deal(from, randomFrom(seed))];
  }

  get length(): number {
    return this.entries.length;
  }

  state(n: number): T["state"] {
    const state = this.#states[n];
    if (state === undefined) throw new RangeError(`n is a number of steps from 0 to ${this.length}`);
    return state;
  }

  /** Plays a command at its end. What the rules refuse changes nothing. */
  play(seat: string, command: unknown): Accepted<T> | Refused<T> {
    const decided = this.#rules.decide(this.state(this.length), seat, command);
    if (decided.events === undefined) return decided;
    this.entries.push({ n: this.length + 1, seat, command: decided.command, events: decided.events });
    this.#states.push(decided.state);
    return decided;
  }
}

/** A branch, as it is told and stored. */
export interface BranchData {
  readonly id: string;
  /** `line`: a branch that was there before it; empty: the match. */
  readonly from: { readonly line: string; readonly n: number };
  readonly seed: string;
  readonly steps: readonly BranchStep[];
}

/** Plays the branches of a match, each once: steps that are added later are played at its end. */
export class Branches<T extends GameTypes> {
  readonly #rules: BranchRules<T>;
  readonly #game: string;
  readonly #match: Line<T>;
  /** By id. `seed`: another one means that it is another branch. */
  readonly #known = new Map<string, { readonly seed: string; readonly branch: Branch<T> }>();

  /** @param game the game's name @param match the positions of the match itself */
  constructor(rules: BranchRules<T>, game: string, match: Line<T>) {
    this.#rules = rules;
    this.#game = game;
    this.#match = match;
  }

  /**
   * Returns a line; `null`: there is none, or the rules refuse a step of it or of one that it begins from.
   * @param id a branch's; empty: the match
   */
  find(id: "", all: readonly BranchData[]): Line<T>;
  find(id: string, all: readonly BranchData[]): Line<T> | null;
  find(id: string, all: readonly BranchData[]): Line<T> | null {
    return id === "" ? this.#match : this.branch(id, all);
  }

  /** Returns a branch; `null` as `find`. Those that are not among all any more are forgotten. */
  branch(id: string, all: readonly BranchData[]): Branch<T> | null {
    if (this.#known.size > all.length)
      for (const known of this.#known.keys())
        if (all.every((each) => each.id !== known)) this.#known.delete(known);
    return this.#find(id, all);
  }

  #find(id: string, all: readonly BranchData[]): Branch<T> | null {
    const at = all.findIndex((each) => each.id === id);
    const data = all[at];
    if (data === undefined || !hasBranches(this.#game)) return null;
    const known = this.#known.get(id);
    const branch = known?.seed === data.seed ? known.branch : this.#begin(data, all.slice(0, at));
    if (branch === null) return null;
    this.#known.set(id, { seed: data.seed, branch });
    for (const { seat, command } of data.steps.slice(branch.length))
      if (branch.play(seat, command).events === undefined) return null;
    return branch;
  }

  /** @param earlier a branch begins from one of these: so none begins from itself */
  #begin({ from, seed }: BranchData, earlier: readonly BranchData[]): Branch<T> | null {
    const line = from.line === "" ? this.#match : this.#find(from.line, earlier);
    if (line === null || from.n > line.length) return null;
    return new Branch(this.#rules, this.#game, line.state(from.n), seed);
  }
}
