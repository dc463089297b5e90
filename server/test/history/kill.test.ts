/** A server that is killed between the end of a match and its rating counts it exactly once. */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { PATHS } from "@flower-war/protocol";
import type { MatchHistory, Player, Profile } from "@flower-war/protocol/players";
import { expect, onTestFinished, test } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { bearer, createAccount } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { playOn, RATED_TURNS } from "../support/play-on.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { ServerProcess } from "../support/process.ts";
import { untilRead } from "../support/until.ts";

const UNSETTLING_SERVER = fileURLToPath(new URL("../support/unsettling-server.ts", import.meta.url));

/** ms: a busy machine starts processes slowly. */
const DEADLINE = 60_000;

async function start(env: Record<string, string>, main?: string): Promise<ServerProcess> {
  const server = await ServerProcess.start(env, main);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

/** Lets two play a match to its end, on a server that is killed while it settles that. */
async function playAndKill(env: Record<string, string>) {
  const server = await start(env, UNSETTLING_SERVER);
  const { url } = server;
  const [winner, loser] = [await createAccount(url), await createAccount(url, "Tenoch")];
  const settings = { game: "tieqchieq", clock: { profile: "relaxed" } };
  const first = await createMatch(url, settings, bearer(winner.token));
  const second = await requestSeat(url, first.match, { name: "Tenoch" }, bearer(loser.token));
  const clients = await Promise.all([first, second].map((reserved) => TestClient.join(url, reserved)));
  for (const client of clients) await client.waitForEntry(0);
  await playOn(clients, RATED_TURNS);
  const settling = once(server.child, "message");
  await clients[1]?.play({ type: "concede" });
  expect(await settling).toContain("settling");
  await server.stop("SIGKILL");
  return { winner, loser };
}

async function read<T>(server: ServerProcess, path: string, { id }: Player): Promise<T> {
  const response = await fetch(server.url + path.replace(":id", id));
  return (await response.json()) as T;
}

/** Waits until a player's profile has a game. */
function profileIn(server: ServerProcess, player: Player): Promise<Profile> {
  return untilRead(
    () => read<Profile>(server, PATHS.profile, player),
    ({ games }) => games.length > 0,
    "the match to be settled",
    DEADLINE,
  );
}

test.each(["never", "silently"])(
  "the next server settles it, and the one after that nothing more, if the first did %s",
  async (SETTLES) => {
    const env = { DATA_DIR: temporaryFolder() };
    const { winner, loser } = await playAndKill({ ...env, SETTLES });
    for (let starts = 0; starts < 2; starts += 1) {
      const server = await start(env);
      expect((await profileIn(server, winner)).games).toMatchObject([
        { played: 1, won: 1, rating: { value: 1305, matches: 1 } },
      ]);
      expect((await profileIn(server, loser)).games).toMatchObject([
        { played: 1, won: 0, rating: { value: 1095, matches: 1 } },
      ]);
      const { matches } = await read<MatchHistory>(server, PATHS.history, winner);
      expect(matches).toMatchObject([{ ratingChange: 105 }]);
      await server.stop("SIGKILL");
    }
  },
);

test.skipIf(lacks("redis", "postgres"))(
  "two servers that start at the same time afterwards settle it once between them",
  async () => {
    const [redis, postgres] = await Promise.all([RedisProcess.start(), PostgresProcess.start()]);
    onTestFinished(async () => void (await Promise.all([redis.stop(), postgres.stop()])));
    const env = { REDIS_URL: redis.url, DATABASE_URL: postgres.url };
    const { winner } = await playAndKill({ ...env, SETTLES: "never" });
    const servers = await Promise.all([start(env), start(env)]);
    for (const server of servers) {
      const profile = await profileIn(server, winner);
      expect(profile.games).toMatchObject([{ played: 1, won: 1, rating: { value: 1305, matches: 1 } }]);
    }
  },
);
