import type { GameName } from "@flower-war/client-sdk";
import { type Game, type GameTypes, games, readOptions } from "@flower-war/rules";
import { randomFrom } from "@flower-war/rules/bots";
import type { GameMotion, Motion } from "../../src/game-frame/motion/motions.ts";
import type { PicturedMatch } from "../../src/game-frame/picture/match-picture.ts";
import { motion as flowerWar } from "../../src/games/flower-war/motion.ts";
import { motion as spaceAztecs } from "../../src/games/space-aztecs/motion.ts";
import { motion as tieqchieq } from "../../src/games/tieqchieq/motion.ts";

type Event = GameTypes["event"];
type AnyMotion = GameMotion<object, Event>;

export const MOTIONS = {
  "flower-war": flowerWar,
  mexica: flowerWar,
  "space-aztecs": spaceAztecs,
  tieqchieq,
} as unknown as Readonly<Record<GameName, AnyMotion>>;

/** What is decided about a match before it is played. */
export interface Wanted {
  readonly game: GameName;
  /** Chooses the number of seats and the viewer; any number from 0. */
  readonly table: number;
  /** Seeds chance and players. */
  readonly seed: number;
}

/** An entry that was played: what happened, and the viewer's views around it. */
export interface PlayedEntry {
  readonly n: number;
  readonly before: object;
  readonly events: readonly Event[];
  readonly after: object;
}

type Listener = (...given: readonly unknown[]) => void;

/**
 * A match between players who choose any legal command, as one viewer's SDK shows it: a patch changes the state, and the
 * entry is reported afterwards, or never if the connection was lost.
 */
export class RandomMatch {
  readonly seat: string | null;
  connection: "connected" | "reconnecting" = "connected";
  view: object;
  readonly state = { n: 0 };
  readonly #rules: Game<GameTypes>;
  readonly #random: (below: number) => number;
  readonly #listeners = new Map<string, Set<Listener>>();
  #state: object;

  constructor({ game, table, seed }: Wanted) {
    this.#rules = games[game];
    const { min, max } = this.#rules.seats;
    const seats = this.#rules.seatsFor(min + (table % (max - min + 1)));
    this.seat = [...seats, null][table % (seats.length + 1)] ?? null;
    const { options } = readOptions(this.#rules, {});
    if (options === undefined) throw new Error("the default options are wrong");
    const chance = seed.toString(16).padStart(64, "0");
    this.#random = randomFrom(chance);
    this.#state = this.#rules.setup(options, seats.length, chance);
    this.view = this.#look();
  }

  get awaiting(): readonly { readonly seat: string }[] {
    return this.#rules.awaiting(this.#state);
  }

  /** What the viewer can choose from. */
  readonly legal = (): readonly GameTypes["command"][] =>
    this.seat === null ? [] : this.#rules.legal(this.#rules.view(this.#state, this.seat), this.seat);

  readonly on = (name: string, listener: Listener): (() => void) => {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  };

  /** Plays a command of an awaited seat, and shows its patch; `null`: the match is over. */
  play(): PlayedEntry | null {
    const awaited = this.awaiting;
    const seat = awaited[this.#random(Math.max(1, awaited.length))]?.seat;
    if (seat === undefined) return null;
    const before = this.view;
    const { state, events } = this.#rules.decide(this.#state, seat, this.#choose(seat));
    if (state === undefined) throw new Error("a legal command was refused");
    this.#state = state;
    this.state.n += 1;
    this.view = this.#look();
    if (this.connection === "connected") this.#emit("change");
    const seen = events.flatMap((event) => this.#rules.redact(event, this.seat ?? "public") ?? []);
    return { n: this.state.n, before, events: seen, after: this.view };
  }

  /** Reports an entry, as the SDK does: all its events in one go. */
  report({ n, events }: Pick<PlayedEntry, "n" | "events">): void {
    if (this.connection !== "connected") return;
    for (const event of events) this.#emit("event", event, { n, seat: null });
  }

  /** Changes something of which no event tells: a clock, or who is connected. */
  touch(): void {
    this.view = this.#look();
    this.#emit("change");
  }

  drop(): void {
    this.connection = "reconnecting";
    this.#emit("change");
    this.#emit("dropped");
  }

  resume(): void {
    this.connection = "connected";
    this.touch();
    this.#emit("resumed");
  }

  /** The match as the picture takes it. */
  get pictured(): PicturedMatch<GameName> {
    return this as unknown as PicturedMatch<GameName>;
  }

  /** Any legal command; a concession only if nothing else is, for matches would be short. */
  #choose(seat: string): GameTypes["command"] | undefined {
    const legal = this.#rules.legal(this.#rules.view(this.#state, seat), seat);
    const others = legal.filter(({ type }) => type !== "concede");
    const chosen = others.length > 0 ? others : legal;
    return chosen[this.#random(chosen.length)];
  }

  #look(): object {
    return { ...this.#rules.view(this.#state, this.seat ?? "public") };
  }

  #emit(name: string, ...given: readonly unknown[]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(...given);
  }
}

/** A motion that notes in which order it made its steps. */
export function numbered(motion: AnyMotion): {
  readonly motion: AnyMotion;
  readonly order: ReadonlyMap<readonly Motion[], number>;
} {
  const order = new Map<readonly Motion[], number>();
  return {
    order,
    motion: {
      fold: motion.fold,
      motionsOf: (view, event) => {
        const motions = [...motion.motionsOf(view, event)];
        order.set(motions, order.size);
        return motions;
      },
    },
  };
}
