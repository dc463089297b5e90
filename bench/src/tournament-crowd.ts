import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import {
  Refusal,
  type AnyMatch,
  FlowerWar,
  memoryPlayerStore,
  memoryStore,
  type PlayerInfo,
} from "@flower-war/client-sdk";
import { Tournaments } from "@flower-war/client-sdk/tournaments";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import { retry } from "../../test/support/retry.ts";

/** The data of this thread. */
export interface CrowdOrder {
  readonly url: string;
  readonly tournament: string;
  readonly players: number;
}

/** What it has done. */
export interface CrowdReport {
  readonly matches: number;
  /** ms that each look at the standings took. */
  readonly looks: readonly number[];
  /** Codes of what was refused or did not work, one for each time. */
  readonly failures: readonly string[];
}

/** ms between two looks at the standings, as on the page, and between two commands. */
const LOOK = 3_000;
const PACE = 500;
/** Commands after which a player concedes. */
const MOST_COMMANDS = 6;

const { url, tournament, players } = workerData as CrowdOrder;
let matches = 0;
const state = { isOn: false };
let looks: number[] = [];
let failures: string[] = [];

/** One of the players, who looks at the tournament's page and plays whenever there is a match for them. */
class Guest {
  readonly #host: FlowerWar;
  readonly #tournaments: Tournaments;
  #me: PlayerInfo | null = null;

  /** @param i their number: each comes from an address of their own */
  constructor(i: number) {
    const name = `Player ${i}`;
    const address = `10.9.${i >> 8}.${i & 255}`;
    const fetchFrom: typeof fetch = (resource, init) => {
      const headers = new Headers(init?.headers);
      headers.set("x-forwarded-for", address);
      return fetch(resource, { ...init, headers });
    };
    const [store, playerStore, witnessStore] = [memoryStore(), memoryPlayerStore(), memoryWitnessStore()];
    this.#host = new FlowerWar(url, { name, store, playerStore, witnessStore, fetch: fetchFrom });
    this.#tournaments = new Tournaments(this.#host);
  }

  async register(): Promise<void> {
    await retry(() => this.#tournaments.register(tournament));
    this.#me = await (await this.#host.identity()).stored();
  }

  async attend(): Promise<void> {
    // Not all look at the same moment.
    await pause(Math.random() * LOOK);
    while (state.isOn) {
      const sent = performance.now();
      try {
        const { standings } = await this.#tournaments.find(tournament);
        looks.push(performance.now() - sent);
        const own = standings.find(({ id }) => id === this.#me?.id)?.match ?? null;
        if (own !== null) await this.#play(await this.#host.join(own, { own: true }));
      } catch (error) {
        failures.push(error instanceof Refusal ? error.code : String(error));
      }
      await pause(LOOK);
    }
  }

  async #play(match: AnyMatch): Promise<void> {
    for (let n = 0; state.isOn && match.status !== "over" && match.connection !== "gone"; ) {
      const legal = match.legal() as readonly { readonly type: string }[];
      const moves = legal.filter(({ type }) => type !== "concede");
      const command =
        n < MOST_COMMANDS ? moves[n % moves.length] : legal.find(({ type }) => type === "concede");
      if (moves.length > 0 && command) await match.send(command as never).then(() => (n += 1));
      await pause(PACE);
    }
    if (match.status === "over") matches += 1;
    await match.leave();
  }
}

const guests = Array.from({ length: players }, (_, i) => new Guest(i));
for (const guest of guests) await guest.register();

let attending: Promise<unknown> = Promise.resolve();
parentPort?.on("message", (message: "on" | "off") => {
  state.isOn = message === "on";
  if (state.isOn) attending = Promise.all(guests.map((guest) => guest.attend()));
  else void attending.then(report);
});
report();

function report(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage({ matches, looks, failures } satisfies CrowdReport);
  [matches, looks, failures] = [0, [], []];
}
