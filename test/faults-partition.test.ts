/**
 * One server of two loses what it depends on, and the other does not (docs/reliability.md): each link of each server in each way, while
 * people play with the SDK's defaults.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { untilRead } from "../server/test/support/until.ts";
import { ClockedTables } from "./support/faults/clocked-tables.ts";
import { checkJournal } from "./support/faults/journal-check.ts";
import type { NetworkFault } from "./support/tcp-proxy.ts";
import { percentile } from "./support/faults/outages.ts";
import { type Links, startTwoWithLinks } from "./support/faults/servers.ts";
import type { Table } from "./support/faults/table.ts";
import { inTurn } from "./support/in-turn.ts";
import { lacks } from "./support/programs.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";
import type { OnTestFinished } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

/** For how many seconds each link of both servers fails in each way; without it PostgreSQL's alone do, each in one. */
const SECONDS = process.env["FLOWER_WAR_PARTITIONS"];
const IS_FULL = SECONDS !== undefined;
/** ms for which a link fails. */
const AWAY = 1000 * Number(SECONDS ?? 10);
/** Tables of two people each, and ms between two commands at each. */
const TABLES = { count: IS_FULL ? 12 : 6, pace: 500 };
/** A file to which each test appends its figures, as a line of JSON. */
const REPORT = process.env["FLOWER_WAR_FAULTS_REPORT"];
/** ms that a clock may be wrong by on a busy machine. One that runs on until its player plays again is wrong by more. */
const TOLERANCE = 3_000;
/** ms within which a server whose PostgreSQL is back takes matches again, on any machine. */
const STEADY = 60_000;
/** ms from one look at a server to the next. */
const POLL = 100;
/** ms that one link's failure may take besides. */
const PER_LINK = 60_000;

/** What a server logs when it sends its players on. */
const STEPPED_DOWN = "matches sent on, others reach the database";

interface Failure {
  readonly server: 0 | 1;
  readonly links: readonly (keyof Links)[];
  readonly fault: NetworkFault;
}

const FAULTS: readonly NetworkFault[] = ["reset", "both", "upstream", "downstream"];
const LINKS: readonly Failure["links"][] = [["postgres"], ["redis"], ["postgres", "redis"]];

/** The failures of each server: of every link in every way, or of PostgreSQL's alone in one. */
function failuresOf(server: 0 | 1): Failure[] {
  if (!IS_FULL) return [{ server, links: ["postgres"], fault: server === 0 ? "downstream" : "reset" }];
  return LINKS.flatMap((links) => FAULTS.map((fault) => ({ server, links, fault })));
}

/** Starts two servers with links of their own, and tables in either. */
async function startAll(onFinished: OnTestFinished) {
  const two = await startTwoWithLinks(onFinished);
  const tables = await ClockedTables.start(two.url, TABLES);
  /** How often the servers have sent their players on. */
  const countYields = () => two.servers.map(({ log }) => log.split(STEPPED_DOWN).length - 1);
  return { ...two, tables, countYields };
}

type Started = Awaited<ReturnType<typeof startAll>>;

/** Stops everything, and expects that nothing acknowledged is lost, nothing is played twice, and clocks are right. */
async function check(name: string, { tables, openJournal }: Started): Promise<void> {
  const found = { lost: 0, gained: 0, mostGained: "" };
  await checkJournal(name, tables.tables, tables.outages, openJournal, async (journal) => {
    const errors = await tables.check.errors(journal);
    found.lost = Math.max(0, ...errors.lost);
    found.gained = Math.max(0, ...errors.gained);
    found.mostGained = errors.mostGained;
    return { clocks: errors.lost.length, lostTime: found.lost, gainedTime: found.gained };
  });
  expect(found.lost, "ms that a player lost").toBeLessThanOrEqual(TOLERANCE);
  expect(
    found.gained,
    `ms that a player was given too much, at most ${found.mostGained}`,
  ).toBeLessThanOrEqual(TOLERANCE);
}

/** Deploys the other server, so that all matches are in this one. */
async function moveAllTo(server: 0 | 1, { tables, servers }: Started): Promise<void> {
  const from = performance.now();
  const other = servers[1 - server] ?? servers[0];
  expect(await other.stop()).toBe(0);
  await tables.outages.waitUntilRecovered(performance.now());
  tables.check.note(from, "for each");
  await other.start();
}

/** Lets links fail for a while, in which every table plays on. Resolves with the longest interruption of each table until it is over, in ms. */
async function failFor(
  ms: number,
  { server, links, fault }: Failure,
  { tables, servers, links: all }: Started,
  random: SeededRandom,
): Promise<number[]> {
  await sleep(random.below(1_000));
  const from = performance.now();
  for (const link of links) all[server][link].fail(fault);
  await tables.outages.waitUntilRecovered(from);
  tables.check.note(from, "for each");
  await sleep(Math.max(0, from + ms - performance.now()));
  for (const link of links) all[server][link].heal();
  const read = async () => {
    await sleep(POLL);
    return (await fetch(`${servers[server].url}/readyz`)).status;
  };
  await untilRead(read, (status) => status === 200, "the server to take matches again", STEADY);
  return tables.tables.map((table) => longestPause(table, from));
}

/** Returns the longest time without an accepted command since then, in ms. Time between two matches does not count. */
function longestPause({ times, histories }: Table, since: number): number {
  const later = [since, ...times.filter((time) => time > since), performance.now()];
  const isOneMatch = (from: number, to: number) => !histories.some(({ begun }) => begun > from && begun < to);
  const pauses = later.slice(1).map((time, i) => [later[i] ?? since, time] as const);
  return Math.max(...pauses.filter(([from, to]) => isOneMatch(from, to)).map(([from, to]) => to - from));
}

const startInTurn = inTurn();
const isMissing = lacks("redis", "postgres", "nginx");

describe.skipIf(isMissing)("people play on before it works again and lose nothing", () => {
  const failures = failuresOf(0).length;
  const options = { concurrent: true, timeout: 300_000 + failures * (AWAY + PER_LINK) };

  test.for([0, 1] as const)(
    "when server %i alone loses a link",
    options,
    async (server, { onTestFinished }) => {
      const name = `partitions of server ${server + 1}`;
      const random = seedTest(name);
      const started = await startInTurn(() => startAll(onTestFinished));
      for (const failure of failuresOf(server)) {
        await moveAllTo(server, started);
        const { drops } = started.tables;
        const pauses = (await failFor(AWAY, failure, started, random)).map(Math.round);
        const line = {
          ...failure,
          p50: percentile(pauses, 0.5),
          p99: percentile(pauses, 0.99),
          drops: started.tables.drops - drops,
          yields: started.countYields(),
        };
        console.log(JSON.stringify(line));
        if (REPORT) appendFileSync(REPORT, `${JSON.stringify(line)}\n`);
      }
      await check(name, started);
    },
  );
});

describe.skipIf(isMissing)("when both servers lose PostgreSQL", () => {
  test("none sends its players on, who play on when it is back", {
    concurrent: true,
  }, async ({ onTestFinished }) => {
    const started = await startInTurn(() => startAll(onTestFinished));
    const { tables, links } = started;
    for (const { postgres } of links) postgres.fail("reset");
    const from = performance.now();
    await sleep(AWAY);
    expect(started.countYields()).toEqual([0, 0]);
    for (const { postgres } of links) postgres.heal();
    tables.check.note(from, "for all");
    await tables.outages.waitUntilRecovered(performance.now());
    await until(() => tables.tables.every(({ isPlaying }) => isPlaying), "all tables to play");
    await check("both servers cut off from PostgreSQL", started);
    expect(started.countYields()).toEqual([0, 0]);
  });
});
