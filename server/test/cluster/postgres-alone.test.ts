/** Who may use a PostgreSQL: one server without `REDIS_URL`, or any number with the same. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { PATHS, type RefusalBody } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { LOCKS } from "../../src/storage/postgres/connection.ts";
import { TestClient } from "../support/client.ts";
import { playCommands } from "../support/cluster.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { SECRETS, ServerProcess } from "../support/process.ts";

const HELD =
  /DATABASE_URL cannot be used \(database-held\): [^\n]+; several servers need the same REDIS_URL\.\n$/;

describe.skipIf(lacks("redis", "postgres"))("a PostgreSQL", () => {
  let postgres: PostgresProcess;
  let redis: RedisProcess;
  const servers: ServerProcess[] = [];
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([PostgresProcess.start(), RedisProcess.start()]);
    return () => Promise.all([postgres.stop(), redis.stop()]);
  });
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop("SIGKILL"))));

  async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start({ DATABASE_URL: postgres.url, ...environment });
    servers.push(server);
    return server;
  }
  const startJoined = () => start({ REDIS_URL: redis.url });

  test("stores the matches of a server that is alone, for the one that starts after it", async () => {
    const first = await start();
    const host = await createMatch(first.url, { seats: 2 });
    const guest = await requestSeat(first.url, host.code, { name: "Xochitl" });
    await playCommands(await Promise.all([host, guest].map((each) => TestClient.join(first.url, each))), 5);
    expect(await first.stop()).toBe(0);
    const next = await start();
    const again = [host, guest].map(({ match, token }) => requestSeat(next.url, match, { token }));
    const players = await Promise.all(
      (await Promise.all(again)).map((each) => TestClient.join(next.url, each)),
    );
    expect(players.map(({ state }) => state.n)).toEqual([5, 5]);
    await playCommands(players, 3);
  });

  test("is asked for no match or temple whose id it cannot store, and is not logged as away", async () => {
    const server = await start();
    const authorization = `Bearer ${SECRETS.ADMIN_PASSWORD}`;
    const codes: unknown[] = [];
    for (const [method, path, body] of [
      ["GET", PATHS.match],
      ["GET", PATHS.record],
      ["POST", PATHS.seats, '{"spectate":true}'],
      ["DELETE", OPERATOR_PATHS.temple],
    ] as const) {
      // A bearer elsewhere is a player.
      const headers = { "content-type": "application/json", ...(method === "DELETE" && { authorization }) };
      const url = (method === "DELETE" ? server.operatorUrl : server.url) + path.replace(":id", "a%00b");
      const response = await fetch(url, { method, headers, ...(body && { body }) });
      codes.push(((await response.json()) as RefusalBody).code);
    }
    expect(codes).toEqual(["unknown-match", "unknown-match", "unknown-match", "unknown-temple"]);
    expect(server.log).not.toContain("database");
  });

  test("is refused to another server while one without REDIS_URL uses it, and free once that is killed", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(HELD);
    await expect(startJoined()).rejects.toThrow(HELD);
    await first.stop("SIGKILL");
    expect((await fetch((await start()).url + PATHS.ready)).status).toBe(200);
  });

  test("is shared by servers with REDIS_URL, and refused to one without", async () => {
    await Promise.all([startJoined(), startJoined()]);
    await expect(start()).rejects.toThrow(HELD);
  });

  test("that was away is held again by its server", async () => {
    const first = await start();
    await postgres.kill();
    await postgres.restart();
    const held = `SELECT 1 AS held FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCKS.use[1]}`;
    await expect.poll(() => postgres.query(held), { timeout: 30_000 }).toEqual([{ held: 1 }]);
    await expect(start()).rejects.toThrow(HELD);
    expect((await fetch(first.url + PATHS.ready)).status).toBe(200);
  });
});
