import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type FlowerWarOptions, type Match, Refusal } from "@flower-war/client-sdk";
import type { ClockSettings } from "@flower-war/protocol";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { nanoid } from "nanoid";
import { RECONNECT_FAST } from "./changes.ts";

type Seat = Match<"flower-war">;

/** What the players of one match were answered. */
export interface History {
  readonly match: string;
  /** When the table began to create it, ms of `performance.now()`. */
  readonly begun: number;
  readonly seats: readonly Seat[];
  /** The entry number of each acknowledged command, by `<seat>:<the command's id>`. */
  readonly acknowledged: Map<string, number>;
  /** The code of each refused command, by the same. */
  readonly refused: Map<string, string>;
}

/** Refusals while the server is away or cannot store anything, besides `too-many-...`. */
const TRANSIENT: readonly string[] = [
  "unreachable",
  "timeout",
  "closed",
  "unavailable",
  "draining",
  "internal",
];

/** ms before the next command after a refused one: clients that send faster are disconnected. */
const PAUSE_AFTER_REFUSAL = 100;
/** ms before a match is created again. */
const PAUSE_BEFORE_MATCH = 50;

const NAMES = ["Citlali", "Nezahual", "Izel", "Tenoch", "Xoco", "Ameyal"];

export interface TableOptions {
  /** ms between two commands. */
  readonly pace: number;
  /** How many matches are played to their ends. Default: one after the other, until `stop`. */
  readonly matches?: number;
  /** The number of a match's commands after which a player concedes. Default: none does. */
  readonly length?: number;
  readonly clock?: ClockSettings;
  /**
   * What each player gives the SDK besides their name, by their order; `{}`: nothing, as most programs. Default: what makes them
   * reconnect fast.
   */
  readonly players?: FlowerWarOptions | ((player: number) => FlowerWarOptions);
}

/** Players with the SDK who play match after match like easy bots, through all faults, and record every answer. */
export class Table {
  readonly histories: History[] = [];
  /** When each command was acknowledged, ms of `performance.now()`. */
  readonly times: number[] = [];
  /** When each player's connection was lost, by the players' order, ms of `performance.now()`. */
  readonly drops: readonly number[][];
  /** When each player had reconnected, likewise. */
  readonly returns: readonly number[][];
  readonly #hosts: readonly FlowerWar[];
  readonly #options: TableOptions;
  readonly #random = randomFrom("5eed".repeat(16));
  /** The codes with which new matches were refused. */
  readonly #refusedMatches: string[] = [];
  /** Why players did not reconnect. */
  readonly #finalDrops: object[] = [];
  /** Ends the pause before the next command. */
  #pause = new AbortController();
  #stopped = false;
  /** Resolves when it is stopped or all its matches are over. */
  readonly played: Promise<void>;
  /** Rejects if the players cannot play on; otherwise never settles. */
  readonly failed: Promise<never>;

  /** @param urls where each player reaches the server */
  constructor(urls: readonly string[], options: TableOptions) {
    const { players = RECONNECT_FAST } = options;
    this.#hosts = urls.map((url, i) => {
      const given = typeof players === "function" ? players(i) : players;
      return new FlowerWar(url, { name: NAMES[i] ?? "", ...given });
    });
    this.drops = urls.map(() => []);
    this.returns = urls.map(() => []);
    this.#options = options;
    this.played = this.#play();
    this.failed = new Promise((_, reject) => void this.played.catch(reject));
    this.failed.catch(() => undefined);
  }

  /** Whether it is in a match that is not over, not between two. */
  get isPlaying(): boolean {
    return this.histories.at(-1)?.seats.every(({ status }) => status === "playing") ?? false;
  }

  /** Whether it is in a match and all its players are connected to it. */
  get isComplete(): boolean {
    return (
      this.isPlaying &&
      (this.histories.at(-1)?.seats.every(({ connection }) => connection === "connected") ?? false)
    );
  }

  /** Whether this player, by their order, is connected to the match. */
  isConnected(player: number): boolean {
    return this.histories.at(-1)?.seats[player]?.connection === "connected";
  }

  /** The players, by their order, whom the match waits for. */
  get awaited(): readonly number[] {
    const { seats } = this.histories.at(-1) ?? { seats: [] };
    return [...seats.keys()].filter((i) => seats[i]?.awaiting.some(({ seat }) => seat === seats[i]?.seat));
  }

  /** Whether all its matches are over. */
  get isFinished(): boolean {
    return (
      this.#isLastMatch() &&
      this.histories.every(({ seats }) => seats.every(({ status }) => status === "over"))
    );
  }

  /** Stops playing. Resolves when the last command is answered. The players stay in their match. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.played;
  }

  /** Describes its match for an error. Times are ms ago. */
  describe(): object {
    const { match, seats } = this.histories.at(-1) ?? { match: "none", seats: [] };
    const places = seats.map(({ seat, connection, state, status, awaiting }) => {
      return { seat, connection, n: state.n, status, awaiting };
    });
    const ago = (times: readonly number[]) =>
      times.slice(-3).map((time) => Math.round(performance.now() - time));
    const [drops, returns] = [this.drops.map(ago), this.returns.map(ago)];
    return {
      match,
      places,
      accepted: ago(this.times),
      drops,
      returns,
      refusedMatches: this.#refusedMatches.slice(-3),
      refusals: this.refusals.slice(-3),
      finalDrops: this.#finalDrops,
    };
  }

  /** The codes with which matches and commands were refused so far. */
  get refusals(): string[] {
    return [...this.#refusedMatches, ...this.histories.flatMap(({ refused }) => [...refused.values()])];
  }

  async leave(): Promise<void> {
    await Promise.all(this.histories.flatMap(({ seats }) => seats.map((seat) => seat.leave())));
  }

  async #play(): Promise<void> {
    while (!this.#stopped && !this.#isLastMatch()) {
      const history = await this.#startMatch();
      if (history === null) continue;
      this.histories.push(history);
      while (!this.#stopped && history.seats.some(({ status }) => status !== "over"))
        await this.#move(history);
      if (!this.#stopped) void this.leave();
    }
  }

  #isLastMatch(): boolean {
    return this.histories.length >= (this.#options.matches ?? Number.POSITIVE_INFINITY);
  }

  /** Creates a match and takes its seats. Resolves with `null` if that is refused for now. */
  async #startMatch(): Promise<History | null> {
    const begun = performance.now();
    const seats: Seat[] = [];
    try {
      for (const [i, host] of this.#hosts.entries()) {
        const seat = seats[0] ? ((await host.join(seats[0].id)) as Seat) : await this.#create(host);
        seats.push(seat);
        seat.on("dropped", ({ gone, code, refusal }) => {
          if (gone) this.#finalDrops.push({ code, refusal: refusal?.code });
          else this.drops[i]?.push(performance.now());
          this.#pause.abort();
        });
        seat.on("resumed", () => this.returns[i]?.push(performance.now()));
      }
      return { match: seats[0]?.id ?? "", begun, seats, acknowledged: new Map(), refused: new Map() };
    } catch (error) {
      if (!(error instanceof Refusal) || !isTransient(error)) throw error;
      this.#refusedMatches.push(error.code);
      // Players of a match without all players would reconnect to it for ever.
      await Promise.all(seats.map((seat) => seat.leave()));
      await sleep(error.wait ?? PAUSE_BEFORE_MATCH);
      return null;
    }
  }

  #create(host: FlowerWar): Promise<Seat> {
    const { clock } = this.#options;
    const wish = { game: "flower-war", seats: this.#hosts.length, options: { rackSize: 4 } } as const;
    return host.create(clock === undefined ? wish : { ...wish, clock });
  }

  async #move({ seats, acknowledged, refused }: History): Promise<void> {
    const awaited = seats.find(({ awaiting, seat }) => awaiting.some((each) => each.seat === seat));
    if (!awaited?.view) return this.#waitForPace();
    const isLongEnough = acknowledged.size >= (this.#options.length ?? Number.POSITIVE_INFINITY);
    const command = isLongEnough
      ? ({ type: "concede" } as const)
      : bots["flower-war"].easy(awaited.view, this.#random);
    const id = nanoid();
    try {
      const { n } = await awaited.send(command, { id });
      acknowledged.set(`${awaited.seat}:${id}`, n);
      this.times.push(performance.now());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(`${awaited.seat}:${id}`, error.code);
      await sleep(Math.max(PAUSE_AFTER_REFUSAL, error.wait ?? 0));
    }
    await this.#waitForPace();
  }

  /** Waits before the next command. A lost connection ends the wait: then a command is pending during the reconnect. */
  async #waitForPace(): Promise<void> {
    this.#pause = new AbortController();
    await sleep(this.#options.pace, undefined, { signal: this.#pause.signal }).catch(() => undefined);
  }
}

/** Whether what was refused may be allowed soon. */
export function isTransient({ code }: Pick<Refusal, "code">): boolean {
  return TRANSIENT.includes(code) || code.startsWith("too-many-");
}
