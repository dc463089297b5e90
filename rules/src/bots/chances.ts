import type { Game, GameTypes } from "../game.ts";
import { placesOf } from "../places.ts";
import { type Bot, decideWith, type RandomBelow } from "./bot.ts";

/** A game with what whole matches of it are played on with, to see how they end. */
export interface PlayedOn<T extends GameTypes> {
  readonly game: Game<T>;
  /** Plays all seats. */
  readonly easy: Bot<T>;
  /** What a person could have been advised to do. */
  readonly skilled: Bot<T>;
  /** Returns the same position with other chance ahead, so that what really came is not known. */
  readonly withNewChance: (state: T["state"], random: RandomBelow) => T["state"];
}

/** How often each seat came first, by seat: shared places count in part. */
export type Firsts = ReadonlyMap<string, number>;

/** A chance that was estimated, 0 to 1. */
export interface Estimate {
  readonly chance: number;
  /** Half of its interval of 95 %; 0: it is certain. */
  readonly margin: number;
}

/** Returns how a match that is over counts for each seat; all alike if it has no places. */
export function firstsOf(outcome: object, seats: readonly string[]): Firsts {
  const places = placesOf(outcome, seats);
  const first = seats.filter((seat) => places === null || places.get(seat)?.place === 1);
  return new Map(seats.map((seat) => [seat, first.includes(seat) ? 1 / first.length : 0]));
}

/** A command of a seat. */
export interface Move<T extends GameTypes> {
  readonly seat: T["seat"];
  readonly command: T["command"];
}

/**
 * Plays a match on from a position to its end, between easy bots and with new chance. Returns who came first.
 * @param first the command that is played first; `null`: an easy bot's
 */
export function playOn<T extends GameTypes>(
  { game, easy, withNewChance }: PlayedOn<T>,
  from: T["state"],
  first: Move<T> | null,
  seats: readonly T["seat"][],
  random: RandomBelow,
): Firsts {
  let state = withNewChance(from, random);
  if (first !== null) ({ state } = decideWith(game, state, first.seat, first.command));
  let outcome = game.outcome(state);
  while (outcome === null) {
    const [awaited] = game.awaiting(state);
    if (awaited === undefined) throw new Error("no seat is awaited, but the match is not over");
    const { seat } = awaited;
    const command = easy(game.view(state, seat), random, () => false);
    ({ state } = decideWith(game, state, seat, command));
    outcome = game.outcome(state);
  }
  return firstsOf(outcome, seats);
}

const PRIOR = 4;

/** Collects how often each seat came first. */
export class Tries {
  readonly #seats: number;
  #count = 0;
  readonly #firsts = new Map<string, number>();

  /** @param seats how many there are */
  constructor(seats: number) {
    this.#seats = seats;
  }

  add(firsts: Firsts): void {
    this.#count += 1;
    for (const [seat, share] of firsts) this.#firsts.set(seat, (this.#firsts.get(seat) ?? 0) + share);
  }

  /** Returns a seat's chance to come first: as Agresti and Coull, with `PRIOR` tries more that all seats share, so that it is never certain. */
  of(seat: string): Estimate {
    const tries = this.#count + PRIOR;
    const chance = ((this.#firsts.get(seat) ?? 0) + PRIOR / this.#seats) / tries;
    return { chance, margin: 1.96 * Math.sqrt((chance * (1 - chance)) / tries) };
  }
}
