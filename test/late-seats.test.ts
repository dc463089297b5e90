/**
 * A player is disconnected from a seat (4009) only if another client has it: by no request, reservation or connection of their own that arrives
 * twice or late (docs/protocol.md, "Another connection", "Renewal", "On another device").
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AnyMatch,
  FlowerWar,
  type FlowerWarOptions,
  memoryPlayerStore,
  Refusal,
} from "@flower-war/client-sdk";
import { CLOSE } from "@flower-war/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { LateProxy } from "./support/late-proxy.ts";
import { seedTest } from "./support/seeded-random.ts";
import { until } from "./support/until.ts";

/** How many players go through it; by default few. */
const PLAYERS = Number(process.env["FLOWER_WAR_LATE_SEATS"] ?? 4);
const STEPS = 8;
const FAULTS = 0.45;
const AT_ONCE = 4;
/** ms for which something is tried that the server does not answer. */
const PATIENCE = 60_000;
/** A client that gives up soon, so that much of what it gave up arrives late. */
const HASTY: FlowerWarOptions = {
  timeout: 400,
  resume: { delay: 5, maxDelay: 50 },
  ping: { idle: 100, timeout: 150 },
};

/** A line of the log that says who was disconnected because their seat was taken again. */
interface EvictionLine {
  readonly msg: string;
  readonly match: string;
  readonly seat: string;
  readonly cause: string;
  readonly by: object | null;
  readonly evicted: readonly { readonly session: string }[];
}

let server: ServerProcess;
// Each test has a log of its own, of which at most 60 such lines a minute are written.
beforeEach(async () => {
  const many = "1000000";
  server = await ServerProcess.start({
    LOG_LEVEL: "info",
    PUBLIC_URL: "",
    CREATIONS_PER_MINUTE: many,
    SEATS_PER_MINUTE: many,
    PLAYERS_PER_MINUTE: many,
  });
});
afterEach(() => server.stop());

/** Reads the lines about evictions in a match. */
function readEvictions(match: string): EvictionLine[] {
  const lines = server.log.split("\n").filter((line) => line.includes("seat taken again"));
  return lines.map((line) => JSON.parse(line) as EvictionLine).filter((line) => line.match === match);
}

/** Tries until the server answers; other refusals end it. */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isOpen = error instanceof Refusal && ["unreachable", "timeout", "closed"].includes(error.code);
      if (!isOpen || performance.now() > end) throw error;
      await sleep(10);
    }
  }
}

/** A player alone with a bot, who takes the seat again and again in all ways, and has no second device. */
class LonelyPlayer {
  readonly #host: FlowerWar;
  readonly #match: string;
  /** The latest one that has taken the seat; `null`: another is taking it. */
  #current: AnyMatch | null = null;
  /** Drops with 4009 of the match that had the seat. */
  readonly shownOut: string[] = [];

  static async sitDown(url: string): Promise<LonelyPlayer> {
    const own: FlowerWarOptions = { name: "Citlali", player: true, playerStore: memoryPlayerStore() };
    const patient = new FlowerWar(url, own);
    const created = await insist(() => patient.create({ game: "flower-war", seats: 2, bots: 1 }));
    const host = new FlowerWar(url, { ...own, ...HASTY });
    const match = await insist(() => host.join(created.id, { token: created.token ?? "" }));
    return new LonelyPlayer(host, match);
  }

  private constructor(host: FlowerWar, match: AnyMatch) {
    this.#host = host;
    this.#match = match.id;
    this.#have(match);
  }

  get id(): string {
    return this.#match;
  }

  get #isHere(): boolean {
    return this.#current?.connection === "connected";
  }

  get #token(): string {
    return this.#current?.token ?? "";
  }

  async join(): Promise<void> {
    const token = this.#token;
    await this.#take(() => this.#host.join(this.#match, { token }));
  }

  async takeBack(): Promise<void> {
    await this.#take(() => this.#host.join(this.#match, { own: true }));
  }

  async renew(): Promise<void> {
    const token = this.#token;
    await this.#take(async () => {
      const renewed = await insist(() => this.#host.renew(this.#match, token));
      return this.#host.join(this.#match, { token: renewed });
    });
  }

  /** Resolves when the player is connected and the server answers. */
  async waitUntilHere(): Promise<void> {
    await until(() => this.#isHere || this.shownOut.length > 0, "the player to be connected");
  }

  /** Another `Match` of the same program would be another holder: it takes the seat again when it has lost its connection. */
  async #take(take: () => Promise<AnyMatch>): Promise<void> {
    const before = this.#current;
    this.#current = null;
    await before?.leave();
    this.#have(await insist(take));
  }

  #have(match: AnyMatch): void {
    this.#current = match;
    if (match.connection === "gone") this.shownOut.push("while it joined");
    match.on("dropped", ({ code, gone, refusal }) => {
      if (this.#current !== match) return;
      if (code === CLOSE.replaced || gone) this.shownOut.push(`${code} ${refusal?.code ?? ""}`);
    });
  }
}

describe("a player whose requests and connections are lost, late and repeated", () => {
  test("keeps the seat that no other client has", { timeout: 300_000 + PLAYERS * 20_000 }, async () => {
    const random = seedTest("late seats");
    const proxy = await LateProxy.open(Number(new URL(server.url).port), random);
    const act = (player: LonelyPlayer) => {
      const acts = [
        async () => proxy.cut(),
        () => player.join(),
        () => player.takeBack(),
        () => player.renew(),
      ];
      return acts[random.below(acts.length)]?.();
    };
    const play = async (player: LonelyPlayer) => {
      for (let step = 0; step < STEPS; step++) {
        await act(player);
        await player.waitUntilHere();
      }
    };
    try {
      const players: LonelyPlayer[] = [];
      while (players.length < PLAYERS) {
        const number = Math.min(AT_ONCE, PLAYERS - players.length);
        const seated = await Promise.all(
          Array.from({ length: number }, () => LonelyPlayer.sitDown(proxy.url)),
        );
        players.push(...seated);
        proxy.faults = FAULTS;
        await Promise.all(seated.map(play));
        proxy.faults = 0;
        await proxy.settle();
        for (const player of seated) await player.waitUntilHere();
      }
      console.log("what happened:", Object.fromEntries(proxy.happened));
      const shownOut = players.flatMap((player) =>
        player.shownOut.map((drop) => ({ drop, log: readEvictions(player.id) })),
      );
      expect(shownOut).toEqual([]);
      expect([...proxy.happened.keys()].toSorted()).toEqual([
        "answer-late",
        "answer-lost",
        "cut",
        "half-cut",
        "late",
        "twice",
        "unheard",
      ]);
    } finally {
      await proxy.close();
    }
  });
});

test("the log says of each client that was shown out which connection has the seat, and who reserved both", async () => {
  const sessions: string[] = [];
  const fetch: NonNullable<FlowerWarOptions["fetch"]> = async (url, init) => {
    const response = await globalThis.fetch(url, init);
    const body = (await response.clone().json()) as { reservation?: { sessionId: string } };
    if (body.reservation) sessions.push(body.reservation.sessionId);
    return response;
  };
  const host = new FlowerWar(server.url, { fetch });
  const first = await host.create({ game: "flower-war", seats: 2 });
  const drops: number[] = [];
  first.on("dropped", ({ code }) => drops.push(code));
  const second = await host.join(first.id, { token: first.token ?? "" });
  await until(() => drops.length > 0, "the first connection to be closed");
  expect(drops).toEqual([CLOSE.replaced]);
  await host.renew(second.id, second.token ?? "");
  await until(() => readEvictions(first.id).length > 1, "the lines of the log");
  const connection = (session: string | undefined) => ({
    session,
    age: expect.any(Number),
    reservedAge: expect.any(Number),
    reservedBy: expect.stringMatching(/^.+$/),
    address: "127.0.0.1",
  });
  const [early, late] = sessions;
  expect(readEvictions(first.id)).toMatchObject([
    { seat: "east", cause: "join", by: connection(late), evicted: [connection(early)] },
    { seat: "east", cause: "renewal", by: null, evicted: [connection(late)] },
  ]);
  await second.leave();
});
