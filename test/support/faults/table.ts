import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type FlowerWarOptions, type Match, Refusal } from "@flower-war/client-sdk";
import type { ClockWish } from "@flower-war/client-sdk/protocol";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { nanoid } from "nanoid";

type Seat = Match<"flower-war">;

/** What the players were told in one match. */
export interface History {
  readonly match: string;
  /** When its players came to sit down, ms of `performance.now()`. */
  readonly begun: number;
  readonly seats: readonly Seat[];
  /** The entry of each command that was acknowledged, by `<seat>:<the command's id>`. */
  readonly acknowledged: Map<string, number>;
  /** Why each of the others was not, by the same. */
  readonly refused: Map<string, string>;
}

/** Refusals of a server that cannot be reached now, or cannot write. */
const PASSING: readonly string[] = [
  "unreachable",
  "timeout",
  "closed",
  "unavailable",
  "draining",
  "internal",
];

/** ms before another command after one that was refused: whoever asks faster is cut off. */
const BREATH = 100;

/** How a player of these tests comes back unless another way is asked for: as everybody at first, and never slowly. */
const EAGER = {
  timeout: 3_000,
  resume: { maxDelay: 400 },
  ping: { every: 500, patience: 1500 },
} as const;

const NAMES = ["Citlali", "Nezahual", "Izel", "Tenoch", "Xoco", "Ameyal"];

export interface TableOptions {
  /** ms between two commands. */
  readonly pace: number;
  /** How many matches are played, each to its end. Default: one after the other, until `stop`. */
  readonly matches?: number;
  /** How many commands of a match are played before somebody concedes. Default: all that it takes. */
  readonly length?: number;
  readonly clock?: ClockWish;
  /** How its players notice and mend a lost connection. Default: fast. */
  readonly players?: FlowerWarOptions;
}

/** People with the SDK who play match after match like easy bots, come what may, and remember what they are told. */
export class Table {
  readonly histories: History[] = [];
  /** When each command was acknowledged, ms of `performance.now()`. */
  readonly times: number[] = [];
  /** When each player's connection was lost, by the players' order, ms of `performance.now()`. */
  readonly drops: readonly number[][];
  /** When each player was back, likewise. */
  readonly returns: readonly number[][];
  readonly #hosts: readonly FlowerWar[];
  readonly #options: TableOptions;
  readonly #random = randomFrom("5eed".repeat(16));
  /** Why no new match could be sat down to. */
  readonly #turnedAway: string[] = [];
  /** Why connections were lost for good. */
  readonly #farewells: object[] = [];
  /** Ends a player's thinking. */
  #hurry = new AbortController();
  #stopped = false;
  /** Resolves when it is stopped, or all its matches are over. */
  readonly played: Promise<void>;
  /** Rejects if the players cannot go on; else it never settles. */
  readonly failed: Promise<never>;

  /** @param urls where its players reach the server, one each */
  constructor(urls: readonly string[], options: TableOptions) {
    this.#hosts = urls.map(
      (url, i) => new FlowerWar(url, { name: NAMES[i] ?? "", ...EAGER, ...options.players }),
    );
    this.drops = urls.map(() => []);
    this.returns = urls.map(() => []);
    this.#options = options;
    this.played = this.#play();
    this.failed = new Promise((_, reject) => void this.played.catch(reject));
    this.failed.catch(() => undefined);
  }

  /** All its matches are over. */
  get finished(): boolean {
    return (
      this.#isEnough() && this.histories.every(({ seats }) => seats.every(({ status }) => status === "over"))
    );
  }

  /** Ends when what is under way is answered; all players stay in their last match, if it is not over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.played;
  }

  /** How its match stands, for people; times are ms ago. */
  get standing(): object {
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
      refusals: this.refusals.slice(-3),
      farewells: this.#farewells,
    };
  }

  /** The codes of all refusals so far: of commands, and of matches that could not be made. */
  get refusals(): string[] {
    return [...this.#turnedAway, ...this.histories.flatMap(({ refused }) => [...refused.values()])];
  }

  async leave(): Promise<void> {
    await Promise.all(this.histories.flatMap(({ seats }) => seats.map((seat) => seat.leave())));
  }

  async #play(): Promise<void> {
    while (!this.#stopped && !this.#isEnough()) {
      const history = await this.#sitDown();
      if (history === null) continue;
      this.histories.push(history);
      while (!this.#stopped && history.seats.some(({ status }) => status !== "over"))
        await this.#move(history);
      if (!this.#stopped) void this.leave();
    }
  }

  #isEnough(): boolean {
    return this.histories.length >= (this.#options.matches ?? Number.POSITIVE_INFINITY);
  }

  /** `null`: the server was away. */
  async #sitDown(): Promise<History | null> {
    const begun = performance.now();
    const seats: Seat[] = [];
    try {
      for (const [i, host] of this.#hosts.entries()) {
        const seat = seats[0] ? ((await host.join(seats[0].id)) as Seat) : await this.#create(host);
        seats.push(seat);
        seat.on("dropped", ({ gone, code, refusal }) => {
          if (gone) this.#farewells.push({ code, refusal: refusal?.code });
          else this.drops[i]?.push(performance.now());
          this.#hurry.abort();
        });
        seat.on("resumed", () => this.returns[i]?.push(performance.now()));
      }
      return { match: seats[0]?.id ?? "", begun, seats, acknowledged: new Map(), refused: new Map() };
    } catch (error) {
      if (!(error instanceof Refusal) || !PASSING.includes(error.code)) throw error;
      this.#turnedAway.push(error.code);
      // Whoever sits there alone would come back to it for ever.
      await Promise.all(seats.map((seat) => seat.leave()));
      await sleep(50);
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
    if (!awaited?.view) return this.#think(this.#options.pace);
    const isLong = acknowledged.size >= (this.#options.length ?? Number.POSITIVE_INFINITY);
    const command = isLong
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
      await sleep(Math.max(BREATH, error.wait ?? 0));
    }
    await this.#think(this.#options.pace);
  }

  /** Takes its time, unless a connection is lost: then the next command is ready when it is back. */
  async #think(ms: number): Promise<void> {
    this.#hurry = new AbortController();
    await sleep(ms, undefined, { signal: this.#hurry.signal }).catch(() => undefined);
  }
}
