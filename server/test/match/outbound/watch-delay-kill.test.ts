/** Servers that are killed while a table is watched with a delay: what spectators were not shown yet stays unknown to them. */
import { PATHS, type MatchSummary, type RefusalBody } from "@flower-war/protocol";
import { expect, onTestFinished, test } from "vitest";
import { PostgresProcess } from "../../../../test/support/postgres.ts";
import { lacks } from "../../../../test/support/programs.ts";
import { RedisProcess } from "../../../../test/support/redis.ts";
import { TestClient } from "../../support/client.ts";
import { temporaryFolder } from "../../support/database.ts";
import { createMatch, post, requestSeat } from "../../support/post.ts";
import { ServerProcess } from "../../support/process.ts";

const DELAY = 300_000;

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await ServerProcess.start(env);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

/**
 * Ends a match on one server, kills it, and asks the next one.
 * @param isBeside whether the next one runs already when the first is killed; it starts after the match is created, which is so on the first
 */
async function endAndKill(env: Record<string, string>, isBeside: boolean): Promise<void> {
  const first = await start(env);
  const settings = { seats: 2, watchDelay: DELAY / 1000, openNonces: true };
  const own = await createMatch(first.url, settings);
  const other = await requestSeat(first.url, own.match, { name: "Tlacotzin" });
  const join = [own, other].map((each) => TestClient.joinOpenly(first.url, each, `nonce-of-${each.seat}`));
  const players = await Promise.all(join);
  for (const player of players) await player.waitForEntry(0);
  const awaited = players.find(({ seat }) => seat === players[0]?.state.table.awaiting.seat);
  await awaited?.play({ type: "concede" });
  const beside = isBeside ? await start(env) : null;
  await first.stop("SIGKILL");
  const { url } = beside ?? (await start(env));
  const summary = async (token?: string | null) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await fetch(url + PATHS.match.replace(":id", own.match), { headers });
    return (await answer.json()) as MatchSummary;
  };
  expect(await summary()).toMatchObject({ over: false, table: { status: "playing" } });
  expect(await summary(own.token)).toMatchObject({ over: true, result: { entries: 1 } });
  const path = PATHS.seats.replace(":id", own.match);
  const { status, body } = await post<RefusalBody>(url, path, { spectate: true });
  expect([status, body.code]).toEqual([409, "watch-later"]);
  expect(body.wait).toBeGreaterThan(0);
  expect(body.wait).toBeLessThanOrEqual(DELAY);
  const back = await TestClient.watch(url, await requestSeat(url, own.match, { token: own.token }));
  expect(back.state.status).toBe("over");
}

test("after kill -9 the next server shows spectators nothing before it is due", async () => {
  await endAndKill({ DATA_DIR: temporaryFolder() }, false);
});

test.skipIf(lacks("redis", "postgres"))("so does another server of the same database", async () => {
  const [postgres, redis] = await Promise.all([PostgresProcess.start(), RedisProcess.start()]);
  onTestFinished(async () => void (await Promise.all([postgres.stop(), redis.stop()])));
  await endAndKill({ DATABASE_URL: postgres.url, REDIS_URL: redis.url }, true);
});
