/** Matches of all games between clients and servers of all kept releases and this version, through a kill: docs/compatibility.md has the table. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GAMES } from "@flower-war/protocol";
import { verifyRecord } from "@flower-war/rules";
import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "./support/programs.ts";
import {
  type Programs,
  type Running,
  startProgram,
  TODAY,
  unpackPrograms,
  VERSIONS,
} from "./support/released.ts";
import { type PlayedMatch, ReleasedSdk } from "./support/released-player.ts";
import { ROOT } from "./support/root.ts";
import { seedTest } from "./support/seeded-random.ts";
import { until } from "./support/until.ts";

/** Commands of each player in each match before one concedes. */
const COMMANDS = Number(process.env["FLOWER_WAR_RELEASE_COMMANDS"] ?? 16);

/** `all`: matches of every row; `write`: that, and the table is written from them. */
const WANTED = process.env["FLOWER_WAR_RELEASE_MATCHES"];

/** Entries of a match after which who has the turn waits for the kill. */
const MIDDLE = 12;

const FILE = join(ROOT, "test/releases/matches.json");
const THIS = "this version";

/** A table: who creates it, who joins it, and which servers it is played on, one after the other. */
interface Row {
  readonly creates: string;
  readonly joins: string;
  readonly servers: readonly [string, string];
}

/** What came of it. */
interface Outcome extends Row {
  /** The verdict on the record of each game. */
  readonly records: Readonly<Record<string, string>>;
}

const ALL_ROWS: readonly Row[] = VERSIONS.flatMap((version) => [
  { creates: version, joins: version, servers: [THIS, THIS] },
  { creates: version, joins: THIS, servers: [THIS, THIS] },
  { creates: THIS, joins: THIS, servers: [version, version] },
  { creates: version, joins: version, servers: [version, THIS] },
  { creates: THIS, joins: THIS, servers: [version, THIS] },
]);

/**
 * Of each release the mixed table, and its server that today's replaces, under its own clients (as pages that are open while a server is updated)
 * and under today's. What is left out kills a server that the same version replaces.
 */
const ROWS = ALL_ROWS.filter(
  ({ creates, joins, servers: [first, second] }) =>
    WANTED !== undefined || creates !== joins || first !== second,
);

/** The versions whose clients seal no nonces. */
const UNSEALED: readonly string[] = ["0.2.0"];

const sdks = new Map<string, ReleasedSdk | string>([[THIS, ReleasedSdk.today]]);
const programs = new Map<string, Programs>([[THIS, TODAY]]);
afterAll(async () => {
  for (const sdk of sdks.values()) if (typeof sdk !== "string") await sdk.remove();
  for (const each of programs.values()) await each.remove();
});

async function sdkOf(version: string): Promise<ReleasedSdk | string> {
  const sdk = sdks.get(version) ?? (await ReleasedSdk.install(version));
  sdks.set(version, sdk);
  return sdk;
}

async function startServer(version: string, PORT: string, DATA_DIR: string): Promise<Running> {
  const each = programs.get(version) ?? (await unpackPrograms(version));
  programs.set(version, each);
  return startProgram(each, "server", {
    PORT,
    DATA_DIR,
    CREATIONS_PER_MINUTE: "1000",
    SEATS_PER_MINUTE: "1000",
  });
}

describe("a match of each game goes on after a kill, to its end", () => {
  test.for(ROWS)(
    "$creates and $joins, at a server of $servers.0, after it of $servers.1",
    { timeout: 300_000 + 200 * COMMANDS },
    async (row, { skip, onTestFinished }) => {
      const [first, second] = [await sdkOf(row.creates), await sdkOf(row.joins)];
      if (typeof first === "string") return skip(first);
      if (typeof second === "string") return skip(second);
      const random = seedTest(JSON.stringify(row));
      const folder = await mkdtemp(join(tmpdir(), "flower-war-matches-"));
      const port = await freePort();
      let server = await startServer(row.servers[0], String(port), folder);
      const url = `http://127.0.0.1:${port}`;
      const openNonces = [row.creates, row.joins].some((version) => UNSEALED.includes(version));
      const options = { url, commands: COMMANDS, middles: [MIDDLE], games: GAMES };
      const creator = first.start({ ...options, name: "Citlali", seed: random.below(2 ** 31), openNonces });
      const players = [creator];
      // Also after a test that took too long.
      onTestFinished(async () => {
        await Promise.all(players.map((player) => player.end()));
        await server.kill();
        await rm(folder, { recursive: true });
      });
      const matches = await creator.next("created");
      players.push(second.start({ ...options, name: "Tenoch", seed: random.below(2 ** 31), matches }));
      await until(
        () => GAMES.every((game) => players.some(({ waits }) => waits.has(game))),
        "each match to be in its middle",
      );
      for (const player of players) player.goOn();
      // Commands are under way when it is killed.
      await sleep(random.below(30));
      await server.kill();
      server = await startServer(row.servers[1], String(port), folder);
      const ended = await Promise.all(players.map((player) => player.next("ended")));
      for (const matchesOf of ended) for (const game of GAMES) expectWhole(matchesOf[game]);
      const records: Record<string, string> = {};
      for (const game of GAMES) {
        const seen = ended.map((matchesOf) => matchesOf[game]);
        expect(seen[0]?.outcome, game).toEqual(seen[1]?.outcome);
        const record = await fetch(`${url}/api/matches/${seen[0]?.match}/record`);
        const verdict = verifyRecord(await record.text(), seen[1]?.witness);
        records[game] = verdict.ok
          ? [verdict.grade.code, verdict.grade.reason?.code].filter(Boolean).join(", ")
          : verdict.reason;
      }
      await expectOutcome({ ...row, records });
    },
  );
});

function expectWhole({ drops, refused, outcome, sent }: PlayedMatch): void {
  expect(refused).toEqual([]);
  expect(drops).toBeGreaterThan(0);
  expect(outcome).not.toBeNull();
  expect(sent).toBeGreaterThan(0);
}

/** Compares with what docs/compatibility.md says; with `FLOWER_WAR_RELEASE_MATCHES=write` that is written instead. */
async function expectOutcome(outcome: Outcome): Promise<void> {
  const known = JSON.parse(await readFile(FILE, "utf8")) as readonly Outcome[];
  const isSame = ({ creates, joins, servers }: Row) =>
    creates === outcome.creates && joins === outcome.joins && servers.join() === outcome.servers.join();
  if (WANTED === "write") {
    const all = ALL_ROWS.flatMap((row) => {
      const found = [outcome, ...known].find(
        ({ creates, joins, servers }) =>
          creates === row.creates && joins === row.joins && servers.join() === row.servers.join(),
      );
      return found ?? [];
    });
    // As the formatter has it.
    const text = JSON.stringify(all, null, 2).replaceAll(/\[\n +("[^"]+"),\n +("[^"]+")\n +\]/g, "[$1, $2]");
    await writeFile(FILE, `${text}\n`);
    return;
  }
  expect(known.find(isSame)).toEqual(outcome);
}
