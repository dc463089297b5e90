import { PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { RedisProcess } from "../../../test/support/redis.ts";
import { TestClient } from "./client.ts";
import { type Answered, post } from "./post.ts";
import { ServerProcess } from "./process.ts";
import { awaitedOf, someCommand } from "./truth.ts";

/** Two servers on one Redis. */
export class TestCluster {
  readonly redis: RedisProcess;
  readonly a: ServerProcess;
  readonly b: ServerProcess;
  static #visitors = 0;

  static async start(): Promise<TestCluster> {
    const redis = await RedisProcess.start();
    const env = { REDIS_URL: redis.url };
    const [a, b] = await Promise.all([ServerProcess.start(env), ServerProcess.start(env)]);
    return new TestCluster(redis, a, b);
  }

  private constructor(redis: RedisProcess, a: ServerProcess, b: ServerProcess) {
    this.redis = redis;
    this.a = a;
    this.b = b;
  }

  async stop(): Promise<void> {
    await Promise.all([this.a.stop(), this.b.stop()]);
    await this.redis.stop();
  }

  /** Asks for a new match, each time from another address. */
  ask(
    server: ServerProcess,
    wish: object = {},
    path: string = PATHS.matches,
  ): Promise<Answered<SeatReservation>> {
    TestCluster.#visitors += 1;
    const from = { "x-forwarded-for": `10.0.${TestCluster.#visitors >> 8}.${TestCluster.#visitors & 255}` };
    return post(server.url, path, { game: "flower-war", name: "Citlali", ...wish }, from);
  }

  /** A new match that lives in the wished process, whoever was asked for it. */
  async createAt(home: ServerProcess, wish: object = {}): Promise<SeatReservation> {
    for (let tries = 0; tries < 50; tries += 1) {
      const { status, body } = await this.ask(this.a, wish);
      if (status === 201 && livesIn(body, home)) return body;
    }
    throw new Error(`50 matches, and none of them at ${home.url}`);
  }
}

export function livesIn({ reservation }: SeatReservation, { url }: ServerProcess): boolean {
  return `http://${reservation.publicAddress}` === url;
}

/** Joins a match of two by its code, and lets the two play a few commands. */
export async function playOn(clients: readonly TestClient[], commands: number): Promise<void> {
  for (let i = 0; i < commands; i += 1) {
    const n = Math.max(...clients.map(({ state }) => state.n));
    for (const client of clients) await client.reached(n);
    const awaited = awaitedOf(clients);
    await awaited.play(someCommand(awaited, i));
  }
}
