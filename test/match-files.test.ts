/** A match moves between whole servers as a file, over both stores, and no kill leaves half of one (docs/operate.md, "Moving a match"). */
import { cpSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { type ImportedMatch, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { verifyRecord } from "@flower-war/rules";
import { expect, onTestFinished, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { SECRETS } from "../server/test/support/process.ts";
import { BundledServer } from "./support/faults/bundled-server.ts";
import { killsAtChanges } from "./support/faults/changes.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { freePort, lacks } from "./support/programs.ts";
import { playTurns } from "./support/sdk-play.ts";
import { openJournalFile } from "./support/stored-journal.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

const PLAYERS = { timeout: 5_000, resume: { maxDelay: 200 } } as const;

interface Operated {
  readonly operatorUrl: string;
}

const run = ({ operatorUrl }: Operated, ...args: string[]) =>
  flowerWar(["match", ...args, "--operator", operatorUrl], { ADMIN_PASSWORD: SECRETS.ADMIN_PASSWORD });

async function openTable(url: string): Promise<readonly Match[]> {
  const [host, guest] = ["Citlali", "Tenoch"].map((name) => new FlowerWar(url, { name, ...PLAYERS }));
  if (host === undefined || guest === undefined) throw new Error("two players");
  const first = await host.create({ game: "tieqchieq", private: true, clock: { profile: "quick" } });
  const second = await guest.join(first.invitation ?? "");
  return follow([first, second] as readonly Match[]);
}

async function follow(matches: readonly Match[]): Promise<readonly Match[]> {
  for (const match of matches) onTestFinished(() => match.leave());
  await until(() => matches.every(({ status }) => status === "playing"), "the match to be played");
  return matches;
}

/** Takes the seats of an imported match by their new tokens. */
async function sitAgain(url: string, { match, seats }: ImportedMatch): Promise<readonly Match[]> {
  const players = seats.map(({ token }) => new FlowerWar(url, PLAYERS).join(match, { token: token ?? "" }));
  return follow((await Promise.all(players)) as readonly Match[]);
}

/** Moves a match, with the command, and returns its seats there. */
async function move(match: string, from: Operated, to: Operated & { readonly url: string }) {
  const file = join(makeTempFolder(), "moved.jsonl");
  expect(await run(from, "export", match, file, "--move")).toMatchObject({ exitCode: 0, stderr: "" });
  expect((await run(to, "import", file, "--check")).stdout).toContain(`would take match ${match}`);
  const { stdout, stderr, exitCode } = await run(to, "import", file, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return sitAgain(to.url, JSON.parse(stdout) as ImportedMatch);
}

/** The ms that each seat's clock has left of its reserve. */
const reservesOf = ([match]: readonly Match[]) =>
  [...(match?.clock?.seats.values() ?? [])].map(({ reserve }) => reserve);

async function finish(url: string, matches: readonly Match[]): Promise<void> {
  const [first] = matches;
  if (first === undefined) throw new Error("two players");
  await playTurns(matches, Number.POSITIVE_INFINITY);
  expect(matches.map(({ status }) => status)).toEqual(["over", "over"]);
  const record = await new FlowerWar(url, PLAYERS).record(first.invitation ?? first.id);
  for (const match of matches)
    expect(verifyRecord(record, await match.witness())).toMatchObject({ ok: true, match: first.id });
}

test("a match is moved in the middle, is played to its end at the other server, and its record verifies", async () => {
  const { server: home } = await startLoneServer();
  const { server: club, openJournal } = await startLoneServer();
  const before = await openTable(home.url);
  await playTurns(before, 5);
  const [{ id, invitation, state } = {} as Match] = before;
  const { n } = state;
  const reserves = reservesOf(before);
  expect(reserves).toHaveLength(2);
  const after = await move(id, home, club);
  expect(after.map((match) => match.state.n)).toEqual([n, n]);
  expect(reservesOf(after)).toEqual(reserves);
  expect(after[0]?.invitation).toBe(invitation);
  expect(after.map(({ seat }) => seat)).toEqual(before.map(({ seat }) => seat));
  await finish(club.url, after);
  const again = await run(home, "export", id, join(makeTempFolder(), "again.jsonl"));
  expect(again).toMatchObject({ exitCode: 0 });
  // What has no history is never rated.
  const journal = await openJournal();
  expect((await journal.findResult(id))?.result.seats).toHaveLength(2);
  expect((await journal.findResult(id))?.history).toBeUndefined();
});

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "a match is moved from a server with SQLite to several with PostgreSQL, and on to another with SQLite",
  async () => {
    const { server: home } = await startLoneServer();
    const many = await startFirstOfTwo();
    await many.servers[1].start();
    const { server: club } = await startLoneServer();
    const before = await openTable(home.url);
    const [{ id } = {} as Match] = before;
    await playTurns(before, 3);
    const there = await move(id, home, { url: many.url, operatorUrl: many.servers[0].operatorUrl });
    await playTurns(there, 3);
    const after = await move(id, { operatorUrl: many.servers[1].operatorUrl }, club);
    await finish(club.url, after);
  },
);

test("an import that is killed at any change leaves all of the match or nothing, and works when it is repeated", async () => {
  const { server: home } = await startLoneServer();
  const matches = await openTable(home.url);
  await playTurns(matches, 2);
  const [{ id } = {} as Match] = matches;
  const file = join(makeTempFolder(), "moved.jsonl");
  expect(await run(home, "export", id, file, "--move")).toMatchObject({ exitCode: 0 });
  const body = await readFile(file, "utf8");
  const facts = body.trimEnd().split("\n").length - 1;
  const { server: empty } = await startLoneServer();
  expect(await empty.stop()).toBe(0);
  const found: (number | null)[] = [];
  let isDone = false;
  for (const fault of killsAtChanges(60)) {
    const dataDir = makeTempFolder();
    cpSync(empty.dataDir, dataDir, { recursive: true });
    const club = new BundledServer(await freePort(), dataDir);
    onTestFinished(() => club.kill());
    await club.start(fault).catch(() => {});
    const answer = club.operatorUrl === "" ? null : await send(club.operatorUrl, body);
    isDone = answer !== null;
    if (answer !== null) {
      expect(answer.status).toBe(201);
      break;
    }
    await club.waitForExit();
    const { database, journal } = await openJournalFile(join(club.dataDir, "flower-war.db"));
    const stored = await journal.read(id);
    journal.close();
    await database.close();
    found.push(stored === null ? null : stored.facts.length);
    await club.start();
    const repeated = await send(club.operatorUrl, body);
    expect(repeated?.status).toBe(stored === null ? 201 : 200);
    await sitAgain(club.url, repeated?.body as ImportedMatch);
    await club.kill();
  }
  expect(isDone, "an import after which no change was left").toBe(true);
  expect(found).toContain(null);
  // The seats' new holders, and that the clocks stand still.
  expect(new Set(found)).toEqual(new Set([null, facts + 3]));
}, 300_000);

async function send(operatorUrl: string, body: string): Promise<{ status: number; body: unknown } | null> {
  const headers = {
    authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}`,
    "content-type": "application/x-ndjson",
  };
  try {
    const response = await fetch(operatorUrl + OPERATOR_PATHS.matchFiles, { method: "POST", headers, body });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

test("the command says what is wrong with a file, and where", async () => {
  const { server } = await startLoneServer();
  const file = join(makeTempFolder(), "bad.jsonl");
  await writeFile(file, "1. e4 e5\n");
  expect(await run(server, "import", file)).toMatchObject({ exitCode: 6 });
  expect((await run(server, "import", file)).stderr).toContain("(bad-match-file, foreign, line 1)");
  expect(await run(server, "import", `${file}.none`)).toMatchObject({ exitCode: 3 });
  expect(await run(server, "export", "AAAAAAAAAAAA", `${file}.new`)).toMatchObject({ exitCode: 7 });
  expect(await run(server, "export", "AAAAAAAAAAAA", file)).toMatchObject({ exitCode: 2 });
});
