import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlowerWar, type Match, memoryStore } from "@flower-war/client-sdk";
import { readConfig, type RunningServer, startServer } from "@flower-war/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { flowerWar, type Run } from "../../cli/test/support/run.ts";
import { PostgresProcess } from "../support/postgres.ts";
import { lacks } from "../support/programs.ts";
import { nimGame } from "./client.ts";
import hostedNim from "./nim/index.ts";

/* `flower-war game check`, before a host changes or removes a game whose matches are stored (docs/add-a-game.md, Versions). */

const NIM = join(import.meta.dirname, "nim");

const folder = await mkdtemp(join(tmpdir(), "flower-war-game-check-"));
afterAll(() => rm(folder, { recursive: true }));

/** Stores a game of a host's own that is Nim but for its rules. Returns its path. */
async function storeNim(name: string, rules: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  const nim = JSON.stringify(join(NIM, "index.ts"));
  await writeFile(
    file,
    `import nim from ${nim};\nconst { game } = nim;\nexport default { ...nim, game: { ...game, ${rules} } };`,
  );
  return file;
}

/** Three sticks may not be taken any more. */
const NO_THREE = `decide: (state, seat, command) =>
  command.count === 3 ? { refused: "too-many" } : game.decide(state, seat, command)`;

interface Stored {
  readonly server: RunningServer;
  readonly over: string;
  readonly open: string;
  /** It has not begun. */
  readonly gathering: string;
}

/** Takes three sticks, then one at a time, until the match is over. */
async function endMatch(match: Match<"nim">): Promise<void> {
  const isOver = () => match.outcome !== null;
  for (let count: 1 | 3 = 3; !isOver(); count = 1) {
    await vi.waitFor(() => expect(isOver() || match.legal().length > 0).toBe(true), {
      timeout: 60_000,
      interval: 5,
    });
    if (!isOver()) await match.send({ type: "take", count });
  }
}

/** Starts a server on which one match of Nim is over, in which three sticks were taken at once, one is in play, and one gathers. */
async function startWithMatches(environment: Record<string, string>): Promise<Stored> {
  const config = readConfig({
    HOST: "127.0.0.1",
    PORT: "0",
    OPERATOR_PORT: "0",
    BOT_DELAY: "0",
    LOG_LEVEL: "silent",
    ...environment,
  });
  const server = await startServer(config, { games: [hostedNim] });
  const host = new FlowerWar(server.url, { store: memoryStore(), games: { nim: async () => nimGame } });
  const begin = async () => {
    const match = await host.create({ game: "nim", options: { sticks: 5 }, start: "full" });
    await new FlowerWar(server.url, { store: memoryStore(), games: { nim: async () => nimGame } }).join(
      match.id,
    );
    await vi.waitFor(() => expect(match.status).toBe("playing"), { timeout: 60_000, interval: 5 });
    return match;
  };
  const open = await begin();
  // Also if the bot begins, there are three sticks left to take.
  const played = await host.create({ game: "nim", options: { sticks: 7 }, bots: 1 });
  await endMatch(played);
  const { id: gathering } = await host.create({ game: "nim", options: { sticks: 21 } });
  return { server, open: open.id, over: played.id, gathering };
}

describe.each(["SQLite, a copy of a running server's", "PostgreSQL"])("with %s", (kind) => {
  const inPostgres = kind === "PostgreSQL";
  describe.skipIf(inPostgres && lacks("postgres"))("flower-war game check", () => {
    let postgres: PostgresProcess | null = null;
    let stored: Stored;
    let environment: Record<string, string>;

    beforeAll(async () => {
      const dataDir = await mkdtemp(join(folder, "data-"));
      postgres = inPostgres ? await PostgresProcess.start() : null;
      environment = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) };
      stored = await startWithMatches(environment);
    });
    afterAll(async () => {
      await stored.server.stop();
      await postgres?.stop();
    });

    const check = (...games: readonly string[]): Promise<Run> => {
      const named = games.flatMap((path) => ["--game", path]);
      return flowerWar(["game", "check", "--operator", stored.server.operatorUrl, ...named], environment);
    };

    test("finds nothing with the game as it is", async () => {
      expect(await check(NIM)).toEqual({
        exitCode: 0,
        stdout: "nim, version 1: 2 matches not over, 1 over. All fit.\nNothing would break.\n",
        stderr: "",
      });
    });

    test("names the match, and the entry, that changed rules would take otherwise", async () => {
      const { exitCode, stdout } = await check(await storeNim("changed", NO_THREE));
      expect(exitCode).toBe(6);
      expect(stdout).toMatch(
        /^nim, version 1: 2 matches not over, 1 over\. \d do not fit these rules: raise /,
      );
      expect(stdout).toMatch(
        new RegExp(
          `^ {2}${stored.over}: its record would not verify: at entry \\d the rules refuse this command$`,
          "m",
        ),
      );
      expect(stdout.endsWith("\nWith these games some matches would break.\n")).toBe(true);
    });

    test("names the matches that have not begun whose options the rules do not take any more", async () => {
      const fewer = "options: { sticks: { values: [5, 6, 7], default: 5 } }";
      const { exitCode, stdout } = await check(await storeNim("fewer", fewer));
      expect(exitCode).toBe(6);
      expect(stdout).toContain(
        `  ${stored.gathering}: it would not go on as it was played: its option sticks has to be an integer from 5 to 7\n`,
      );
      expect(stdout).not.toContain(stored.open);
    });

    test("says that the package of the former version has to stay, and when it need not", async () => {
      const second = await storeNim("second", `version: 2, ${NO_THREE}`);
      const alone = await check(second);
      expect(alone.exitCode).toBe(6);
      expect(alone.stdout).toMatch(
        /^nim, version 1: 2 matches not over, 1 over\. It is not among these games, so the first could not go on: /,
      );
      for (const match of [stored.open, stored.gathering]) expect(alone.stdout).toContain(match);
      expect(await check(second, NIM)).toMatchObject({
        exitCode: 0,
        stdout: "nim, version 1: 2 matches not over, 1 over. All fit.\nNothing would break.\n",
      });
      const third = await storeNim("third", "version: 3");
      expect((await check(third, second, NIM)).stdout).toContain(
        "\nnim, version 2, is not needed any more: no match of it is in play.\n",
      );
    });

    test("says what the removal of the game costs", async () => {
      const { exitCode, stdout } = await check();
      expect(exitCode).toBe(6);
      expect(stdout).toContain("Those that are over stay readable, without board and replay.\n");
    });

    test("flower-war game pace tells how long people took in the matches that are over", async () => {
      const pace = (...more: readonly string[]) =>
        flowerWar(["game", "pace", "--operator", stored.server.operatorUrl, ...more], environment);
      const { exitCode, stdout } = await pace("--game", NIM, "--json");
      expect(exitCode).toBe(0);
      const { games } = JSON.parse(stdout) as {
        games: Record<
          string,
          { matches: number; seconds: Record<string, { decisions: number; p90: number }> }
        >;
      };
      expect(games).toEqual({ nim: { matches: 1, seconds: { take: expect.anything() } } });
      const { decisions = 0, p90 = -1 } = games["nim"]?.seconds["take"] ?? {};
      // Of seven sticks in all, three and then one at a time, the bot takes some.
      expect(decisions).toBeGreaterThan(0);
      expect(decisions).toBeLessThan(5);
      expect(p90).toBeGreaterThanOrEqual(0);
      expect((await pace("--game", NIM)).stdout).toMatch(
        /^nim: 1 match; seconds: median, 10 % and 90 %, and how many decisions\n {2}take( +\d+\.\d){3} +\d\n$/,
      );
      expect(await pace()).toEqual({
        exitCode: 0,
        stdout: "No match that people played is over.\n",
        stderr: "",
      });
    });

    test("flower-war upgrade --check plays all matches that are not over again", async () => {
      const upgrade = (...more: readonly string[]) =>
        flowerWar(["upgrade", "--operator", stored.server.operatorUrl, ...more], environment);
      const whole = await upgrade("--check", "--game", NIM);
      expect(whole).toMatchObject({ exitCode: 0, stderr: "" });
      expect(whole.stdout).toMatch(
        /^Matches: 2 not over, all read and played again in \d+\.\d s\. All go on in their seats; /m,
      );
      expect(whole.stdout).toMatch(/^Data: .+, which it has\. Nothing is migrated\.$/m);
      expect(whole.stdout.endsWith("\nNothing would break.\n")).toBe(true);
      const missing = await upgrade("--check", "--json");
      expect(missing.exitCode).toBe(6);
      const { misfits, matches, free, bytes } = JSON.parse(missing.stdout) as {
        misfits: { match: string; reason: string }[];
        matches: { open: number };
        free: number | null;
        bytes: number | null;
      };
      expect(matches.open).toBe(2);
      expect(misfits.map(({ match }) => match).toSorted()).toEqual(
        [stored.open, stored.gathering].toSorted(),
      );
      expect(misfits[0]?.reason).toBe("there is no nim of version 1: give its package");
      expect([free === null, bytes === null]).toEqual([inPostgres, inPostgres]);
      expect(await upgrade()).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: "Add --check. To upgrade, stop the server and start this version.\n",
      });
    });

    test("refuses a game that start would refuse", async () => {
      const missing = join(folder, "go");
      expect(await check(missing)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: `The game ${missing} is not there: it must be a module, or a folder with index.js or index.ts.\n`,
      });
    });
  });
});

test("flower-war game check refuses a file that is no database, and one that is not there", async () => {
  const file = join(folder, "no.db");
  await writeFile(file, "no database at all");
  expect(await flowerWar(["game", "check", file, "--game", NIM])).toMatchObject({ exitCode: 1, stdout: "" });
  const gone = join(folder, "gone.db");
  expect(await flowerWar(["game", "check", gone])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(/cannot be read: .*no such file/),
  });
});
