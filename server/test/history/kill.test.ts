/** A server that is killed between the end of a match and its rating counts it exactly once. */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type MatchHistory, PATHS, type Player, type Profile } from "@flower-war/protocol";
import { expect, onTestFinished, test } from "vitest";
import { bearer, createAccount } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { ServerProcess } from "../support/process.ts";
import { untilRead } from "../support/until.ts";

const UNSETTLING_SERVER = fileURLToPath(new URL("../support/unsettling-server.ts", import.meta.url));

/** ms: a busy machine starts processes slowly. */
const DEADLINE = 30_000;

async function start(env: Record<string, string>, main?: string): Promise<ServerProcess> {
  const server = await ServerProcess.start(env, main);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

/** Lets two play a match to its end, on a server that is killed while it settles that. Returns the players. */
async function playAndKill(env: Record<string, string>): Promise<readonly [Player, Player]> {
  const server = await start(env, UNSETTLING_SERVER);
  const { url } = server;
  const [winner, loser] = [await createAccount(url), await createAccount(url, "Tenoch")];
  const settings = { game: "tieqchieq", clock: { profile: "relaxed" } };
  const first = await createMatch(url, settings, bearer(winner.token));
  const second = await requestSeat(url, first.match, { name: "Tenoch" }, bearer(loser.token));
  const clients = await Promise.all([first, second].map((reserved) => TestClient.join(url, reserved)));
  for (const client of clients) await client.waitForEntry(0);
  const settling = once(server.child, "message");
  await clients[1]?.play({ type: "concede" });
  expect(await settling).toContain("settling");
  await server.stop("SIGKILL");
  return [winner, loser];
}

test.each(["never", "silently"])(
  "the next server settles it, and the one after that nothing more, if the first did %s",
  { timeout: 3 * DEADLINE },
  async (SETTLES) => {
    const env = { DATA_DIR: temporaryFolder() };
    const [winner, loser] = await playAndKill({ ...env, SETTLES });
    for (let starts = 0; starts < 2; starts += 1) {
      const server = await start(env);
      const get = async <T>(path: string, { id }: Player) =>
        (await (await fetch(server.url + path.replace(":id", id))).json()) as T;
      const read = (player: Player) =>
        untilRead(
          () => get<Profile>(PATHS.profile, player),
          ({ games }) => games.length > 0,
          "the match to be settled",
          DEADLINE,
        );
      expect((await read(winner)).games).toMatchObject([
        { played: 1, won: 1, rating: { value: 1305, matches: 1 } },
      ]);
      expect((await read(loser)).games).toMatchObject([
        { played: 1, won: 0, rating: { value: 1095, matches: 1 } },
      ]);
      const { matches } = await get<MatchHistory>(PATHS.history, winner);
      expect(matches).toMatchObject([{ ratingChange: 105 }]);
      await server.stop("SIGKILL");
    }
  },
);
