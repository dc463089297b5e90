import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type Match, Refusal } from "@flower-war/client-sdk";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { nanoid } from "nanoid";

type Seat = Match<"flower-war">;

/** What two players were told in one match. */
export interface History {
  readonly match: string;
  readonly seats: readonly [Seat, Seat];
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

/** How a player of these tests comes back: fast, for as long as it takes. */
const EAGER = {
  timeout: 3_000,
  resume: { delay: 50, maxDelay: 400 },
  ping: { every: 500, patience: 1500 },
} as const;

/** Two people with the SDK who play match after match like easy bots, come what may, and remember what they are told. */
export class Table {
  readonly histories: History[] = [];
  /** When each command was acknowledged, ms of `performance.now()`. */
  readonly times: number[] = [];
  readonly #hosts: readonly [FlowerWar, FlowerWar];
  readonly #pace: number;
  readonly #random = randomFrom("5eed".repeat(16));
  /** Why no new match could be sat down to. */
  readonly #turnedAway: string[] = [];
  /** Why connections were lost for good. */
  readonly #farewells: object[] = [];
  #stopped = false;
  readonly #played: Promise<void>;
  /** Rejects if the players cannot go on; else it never settles. */
  readonly failed: Promise<never>;

  /**
   * @param urls where the two reach the server
   * @param pace ms between two commands
   */
  constructor(urls: readonly [string, string], pace: number) {
    const [first, second] = urls;
    this.#hosts = [
      new FlowerWar(first, { name: "Citlali", ...EAGER }),
      new FlowerWar(second, { name: "Nezahual", ...EAGER }),
    ];
    this.#pace = pace;
    this.#played = this.#play();
    this.failed = new Promise((_, reject) => void this.#played.catch(reject));
    this.failed.catch(() => undefined);
  }

  /** Ends when what is under way is answered; both players stay in their last match. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#played;
  }

  /** How its match stands, for people. */
  get standing(): object {
    const { match, seats } = this.histories.at(-1) ?? { match: "none", seats: [] };
    const places = seats.map(({ seat, connection, state, status, awaiting }) => {
      return { seat, connection, n: state.n, status, awaiting };
    });
    return { match, places, refusals: this.refusals.slice(-3), farewells: this.#farewells };
  }

  /** The codes of all refusals so far: of commands, and of matches that could not be made. */
  get refusals(): string[] {
    return [...this.#turnedAway, ...this.histories.flatMap(({ refused }) => [...refused.values()])];
  }

  async leave(): Promise<void> {
    await Promise.all(this.histories.flatMap(({ seats }) => seats.map((seat) => seat.leave())));
  }

  async #play(): Promise<void> {
    while (!this.#stopped) {
      const history = await this.#sitDown();
      if (history === null) continue;
      this.histories.push(history);
      while (!this.#stopped && history.seats.some(({ status }) => status !== "over"))
        await this.#move(history);
    }
  }

  /** `null`: the server was away. */
  async #sitDown(): Promise<History | null> {
    try {
      const [creator, other] = this.#hosts;
      const options = { rackSize: 4 };
      const first = await creator.create({ game: "flower-war", seats: 2, options });
      const second = (await other.join(first.id)) as Seat;
      for (const seat of [first, second]) {
        seat.on("dropped", ({ gone, code, refusal }) => {
          if (gone) this.#farewells.push({ code, refusal: refusal?.code });
        });
      }
      return { match: first.id, seats: [first, second], acknowledged: new Map(), refused: new Map() };
    } catch (error) {
      if (!(error instanceof Refusal) || !PASSING.includes(error.code)) throw error;
      this.#turnedAway.push(error.code);
      await sleep(50);
      return null;
    }
  }

  async #move({ seats, acknowledged, refused }: History): Promise<void> {
    const awaited = seats.find(({ awaiting, seat }) => awaiting.some((each) => each.seat === seat));
    if (!awaited?.view) return sleep(this.#pace);
    const command = bots["flower-war"].easy(awaited.view, this.#random);
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
    await sleep(this.#pace);
  }
}
