import { setTimeout as sleep } from "node:timers/promises";
import { type AnyMatch, memoryPlayerStore, memoryStore, Refusal, FlowerWar } from "@flower-war/client-sdk";
import { type Tournament, Tournaments } from "@flower-war/client-sdk/tournaments";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import { createAccount } from "../../server/test/support/account.ts";
import { retry } from "./retry.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** Commands after which a player concedes, so that matches are short. */
const MOST_COMMANDS = 4;
/** What a server is that was killed. */
const AWAY: readonly string[] = ["unreachable", "timeout", "internal", "closed"];
/** ms between two looks at a tournament. */
const LOOK = 100;

/** A client of the SDK, with stores of its own. */
export function newHost(url: string, name: string): { host: FlowerWar; tournaments: Tournaments } {
  const host = new FlowerWar(url, {
    name,
    store: memoryStore(),
    witnessStore: memoryWitnessStore(),
    playerStore: memoryPlayerStore(),
  });
  return { host, tournaments: new Tournaments(host) };
}

/** Returns the tournaments of a client that is signed in to an account, and so may organise some. */
export async function newOrganiser(url: string): Promise<Tournaments> {
  const account = await createAccount(url, "Citlali");
  const store = memoryPlayerStore();
  const server = new URL(url).origin;
  await store.save({ ...account, server });
  return new Tournaments(new FlowerWar(url, { playerStore: store, store: memoryStore() }));
}

/** A player of a tournament who plays every match that it gives them, whatever the server does meanwhile. */
export class TournamentPlayer {
  readonly name: string;
  readonly #host: FlowerWar;
  readonly #tournaments: Tournaments;
  readonly #random: SeededRandom;
  #id = "";
  /** The ids of the matches that they have played. */
  readonly played = new Set<string>();
  #isDone = false;

  constructor(url: string, name: string, random: SeededRandom) {
    const { host, tournaments } = newHost(url, name);
    this.name = name;
    this.#host = host;
    this.#tournaments = tournaments;
    this.#random = random;
  }

  get id(): string {
    return this.#id;
  }

  /** Takes part. */
  async register(tournament: string): Promise<void> {
    const entered = await retry(() => this.#tournaments.register(tournament));
    const me = await (await this.#host.identity()).stored();
    this.#id = me?.id ?? "";
    if (!entered.standings.some(({ id }) => id === this.#id))
      throw new Error(`${this.name} is not registered`);
  }

  withdraw(tournament: string): Promise<Tournament> {
    return retry(() => this.#tournaments.withdraw(tournament));
  }

  /** Ends `play`. */
  stop(): void {
    this.#isDone = true;
  }

  /** Plays until the tournament and their last match are over, or `stop` is called: a match is played on if its tournament is ended. */
  async play(tournament: string): Promise<void> {
    while (!this.#isDone) {
      const { status, standings } = await this.#patiently(() => this.#tournaments.find(tournament));
      const match = standings.find(({ id }) => id === this.#id)?.match ?? null;
      if (match !== null && !this.played.has(match)) await this.#playMatch(match);
      else if (status === "over") return;
      await sleep(LOOK);
    }
  }

  async #playMatch(id: string): Promise<void> {
    const joined = await this.#join(id);
    if (joined !== null) {
      await this.#finish(joined);
      await joined.leave().catch(() => {});
    }
    this.played.add(id);
  }

  /** Takes the seat in a match; `null`: it is over. One that was paired may not be created yet. */
  async #join(id: string): Promise<AnyMatch | null> {
    for (;;) {
      try {
        return await this.#patiently(() => this.#host.join(id, { own: true }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "match-ended") return null;
        if (error.code !== "unknown-match") throw error;
        const over = await this.#host.findMatch(id).then(
          ({ over: isOver }) => isOver,
          () => false,
        );
        if (over) return null;
        await sleep(LOOK);
      }
    }
  }

  async #finish(match: AnyMatch): Promise<void> {
    let commands = 0;
    while (match.status !== "over" && match.connection !== "gone" && !this.#isDone) {
      const legal = match.legal() as readonly { readonly type: string }[];
      const concession = legal.find(({ type }) => type === "concede");
      const moves = legal.filter(({ type }) => type !== "concede");
      const next = commands >= MOST_COMMANDS ? concession : moves[this.#random.below(moves.length)];
      if (moves.length > 0 && next) {
        await match.send(next as never).then(
          () => (commands += 1),
          () => {},
        );
      }
      await Promise.race([changeOf(match), sleep(LOOK)]);
    }
  }

  /** Repeats a request while the server is away. */
  async #patiently<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await retry(request);
      } catch (error) {
        const isAway = error instanceof Refusal && AWAY.includes(error.code);
        if (!isAway || this.#isDone) throw error;
        await sleep(LOOK);
      }
    }
  }
}

function changeOf(match: AnyMatch): Promise<void> {
  return new Promise((resolve) => {
    const stop = match.on("change", () => {
      stop();
      resolve();
    });
  });
}
