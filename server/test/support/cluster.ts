import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import type { TestClient } from "./client.ts";
import { findAwaited, pickCommand } from "./expected-views.ts";
import { fromAddress, type HttpResponse, post } from "./post.ts";
import { ServerProcess } from "./process.ts";

/** Two server processes on one Redis and one PostgreSQL. */
export class TestCluster {
  readonly redis: RedisProcess;
  readonly postgres: PostgresProcess;
  readonly a: ServerProcess;
  readonly b: ServerProcess;
  static #requests = 0;

  static async start(): Promise<TestCluster> {
    const [redis, postgres] = await Promise.all([
      RedisProcess.start(),
      PostgresProcess.start({ durable: true }),
    ]);
    const env = { REDIS_URL: redis.url, DATABASE_URL: postgres.url, NEARBY_PAIRING: "true" };
    const [a, b] = await Promise.all([ServerProcess.start(env), ServerProcess.start(env)]);
    return new TestCluster(redis, postgres, a, b);
  }

  private constructor(redis: RedisProcess, postgres: PostgresProcess, a: ServerProcess, b: ServerProcess) {
    this.redis = redis;
    this.postgres = postgres;
    this.a = a;
    this.b = b;
  }

  async stop(): Promise<void> {
    await Promise.all([this.a.stop(), this.b.stop()]);
    await Promise.all([this.redis.stop(), this.postgres.stop()]);
  }

  /** Requests a new match, or a seat by another path, each time from another address. */
  requestMatch(
    server: ServerProcess,
    settings: object = {},
    path: string = PATHS.matches,
  ): Promise<HttpResponse<SeatReservation>> {
    TestCluster.#requests += 1;
    const address = `10.0.${TestCluster.#requests >> 8}.${TestCluster.#requests & 255}`;
    const body = { game: "flower-war", name: "Citlali", ...settings };
    return post(server.url, path, body, fromAddress(address));
  }

  /** Creates a match whose room is in this process: requests matches until one is. */
  async createMatchIn(host: ServerProcess, settings: object = {}): Promise<SeatReservation> {
    for (let tries = 0; tries < 50; tries += 1) {
      const { status, body } = await this.requestMatch(this.a, settings);
      if (status === 201 && isHostedBy(body, host)) return body;
    }
    throw new Error(`none of 50 matches was created in ${host.url}`);
  }
}

/** Whether the reserved seat's room is in this process. */
export function isHostedBy({ reservation }: SeatReservation, { url }: ServerProcess): boolean {
  return `http://${reservation.publicAddress}` === url;
}

/** Plays commands for the players of a match, each for the awaited player. */
export async function playCommands(players: readonly TestClient[], count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const n = Math.max(...players.map(({ state }) => state.n));
    for (const player of players) await player.waitForEntry(n);
    const awaited = findAwaited(players);
    await awaited.play(pickCommand(awaited, i));
  }
}
