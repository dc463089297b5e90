/** The promises of docs/reliability.md under load: servers that are killed, frozen, or lose their disk. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar } from "@flower-war/client-sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkJournal } from "./support/faults/journal-check.ts";
import { LOG_HARMS } from "./support/faults/log-harms.ts";
import { Outages } from "./support/faults/outages.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { Table } from "./support/faults/table.ts";
import { testOnDemand } from "./support/on-demand.ts";
import { lacks } from "./support/programs.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

/**
 * Six of ten kills hit the server that is alone, two one of two servers, two PostgreSQL. Few: worlds draw kills between any two events
 * (docs/reliability.md, "The world"), and these prove that real processes and stores are as in them.
 */
const KILLS = Number(process.env["FLOWER_WAR_KILLS"] ?? 10);
const CLUSTER_KILLS = Math.ceil(KILLS / 5);
const POSTGRES_KILLS = Math.ceil(KILLS / 5);
const LONE_KILLS = KILLS - CLUSTER_KILLS - POSTGRES_KILLS;
/** Kills in one test: then the journal is checked. */
const ROUND = 50;
/** Matches in the journal of the server that is alone, besides those in play. */
const STORED = Number(process.env["FLOWER_WAR_STORED"] ?? 0);
/** ms that a test may take for each fault. */
const PER_FAULT = 20_000;
/** Other tests check the same (docs/reliability.md, "What real processes need not repeat"). */
const testIfCounted = testOnDemand(process.env["FLOWER_WAR_KILLS"] !== undefined);
/** ms that one of these may take. */
const TIMEOUT = 300_000;
/** ms between two commands at a table; where kills are counted as fast as players of the SDK may be, so that more is under way. */
const PACE = process.env["FLOWER_WAR_KILLS"] === undefined ? 100 : 20;
/** Each harm once; three times where kills are counted, so that each thing that can follow follows it. */
const HARMS =
  process.env["FLOWER_WAR_KILLS"] === undefined ? LOG_HARMS : [...LOG_HARMS, ...LOG_HARMS, ...LOG_HARMS];
/** ms for which nginx skips a server that failed: the other is killed no sooner, or both would be unreachable. */
const NGINX_SKIPS = 2000;

/** Chooses where the server is killed next, as `FAULT` of fault-point.ts; empty: after a random time. */
function chooseFault(i: number, random: SeededRandom): string {
  if (i % 10 === 4) return "boot";
  const n = 3 + random.below(40);
  return ["", `before-commit:${n}`, "", `after-commit:${n}`][i % 4] ?? "";
}

/** Divides kills into rounds, counted from 1. */
function splitIntoRounds(kills: number): { round: number; kills: number }[] {
  return Array.from({ length: Math.ceil(kills / ROUND) }, (_, i) => {
    return { round: i + 1, kills: Math.min(ROUND, kills - i * ROUND) };
  });
}

/** Waits until each table has been refused a command as `unavailable`. */
async function waitUntilRefused(tables: readonly Table[]): Promise<void> {
  while (!tables.every(({ refusals }) => refusals.includes("unavailable"))) {
    await Promise.race([sleep(20), ...tables.map(({ failed }) => failed)]);
  }
}

describe("a server that is alone", () => {
  /** Starts a server and so many tables. @param stored matches already in the journal */
  async function startTables(count: number, stored = 0) {
    const { server, openJournal } = await startLoneServer(stored);
    const tables = Array.from({ length: count }, () => new Table([server.url, server.url], { pace: PACE }));
    const outages = new Outages(tables);
    await outages.waitUntilPlaying();
    return { server, tables, outages, openJournal };
  }

  test.for(splitIntoRounds(LONE_KILLS))(
    "is killed $kills times (round $round): nothing acknowledged is lost or played twice, and every match goes on",
    { timeout: 300_000 + ROUND * PER_FAULT },
    async ({ round, kills }) => {
      const { server, tables, outages, openJournal } = await startTables(4, STORED);
      const random = seedTest(`one server killed, round ${round}`);
      let fault = "";
      for (let i = 0; i < kills; i++) {
        if (fault === "") await sleep(random.below(300)).then(() => server.kill());
        else await server.waitForExit();
        const faultAt = performance.now();
        fault = i === kills - 1 ? "" : chooseFault(i, random);
        await server.start(fault);
        await (fault === ""
          ? outages.waitUntilRecovered(faultAt)
          : Promise.race([outages.waitUntilRecovered(faultAt), server.waitForExit()]));
      }
      await checkJournal("killed, one server", tables, outages, openJournal);
    },
  );

  test.each([
    ["fails", "eio"],
    ["is full", "full"],
  ])(
    "whose disk %s for a while refuses all commands with `unavailable` meanwhile, stays up, and plays on",
    async (what, fault) => {
      const { server, tables, outages, openJournal } = await startTables(2);
      await server.kill();
      const failing = join(makeTempFolder(), "failing");
      const faultAt = performance.now();
      await server.start(`${fault}:${failing}`);
      await outages.waitUntilRecovered(faultAt);
      writeFileSync(failing, "");
      await waitUntilRefused(tables);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      rmSync(failing);
      await outages.waitUntilRecovered(performance.now());
      await checkJournal(`disk ${what}`, tables, outages, openJournal);
    },
  );

  test("whose write-ahead log another program harms writes it again, whether it goes on, stops or is killed then", async () => {
    const { server, tables, outages, openJournal } = await startTables(2);
    // A log that is removed or cut off meets a server that goes on: it has to notice by itself.
    const ends = ["goes on", "is killed", "stops"] as const;
    for (const [i, [what, harm]] of HARMS.entries()) {
      harm(join(server.dataDir, "flower-war.db-wal"));
      const harmedAt = performance.now();
      // A server that is killed has found it: what no process has any more is lost. An answer may be to a command of before.
      const end = ends[i % ends.length];
      if (end !== "stops") {
        await until(
          () => server.log.split("log-harmed").length === i + 2,
          `the log that another program ${what} to be mended`,
        );
        await outages.waitUntilRecovered(harmedAt);
      }
      if (end === "stops") await server.stop();
      if (end === "is killed") await server.kill();
      if (end !== "goes on") await server.start();
      await outages.waitUntilRecovered(performance.now());
      expect(server.log.split("log-harmed"), what).toHaveLength(i + 2);
    }
    await checkJournal("log harmed", tables, outages, openJournal);
  }, 300_000);

  test("whose database thread ends logs it and exits with code 1, and its successor plays on", async () => {
    const { server, tables, outages, openJournal } = await startTables(2);
    await server.kill();
    await server.start("thread:30");
    expect(await server.waitForExit()).toBe(1);
    expect(server.log).toContain("The database's thread has ended");
    const faultAt = performance.now();
    await server.start();
    await outages.waitUntilRecovered(faultAt);
    await checkJournal("database's thread ends", tables, outages, openJournal);
  });

  test("that was frozen for 3 s gives that time back to the clocks", async () => {
    const { server } = await startLoneServer();
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1, clock: { profile: "relaxed" } });
    onTestFinished(() => match.leave());
    expect(match.state.givenBack).toBe(0);
    const faultAt = performance.now();
    server.freeze();
    await sleep(3_000);
    server.thaw();
    await until(() => match.state.givenBack > 0, "time given back");
    expect(match.state.givenBack).toBeGreaterThan(2_900);
    expect(match.state.givenBack).toBeLessThan(performance.now() - faultAt);
  });
});

describe.skipIf(lacks("redis", "postgres", "nginx"))("two servers behind nginx", () => {
  /** Starts them and so many tables. */
  async function startTables(count: number) {
    const { url, servers, ...stores } = await startFirstOfTwo();
    await servers[1].start();
    const tables = Array.from({ length: count }, () => new Table([url, url], { pace: PACE }));
    const outages = new Outages(tables);
    await outages.waitUntilPlaying();
    return { ...stores, servers, tables, outages };
  }

  test.for(splitIntoRounds(CLUSTER_KILLS))(
    "are killed $kills times in turn (round $round): nothing acknowledged is lost or played twice, and every match goes on",
    { timeout: 300_000 + ROUND * PER_FAULT },
    async ({ round, kills }) => {
      const { servers, tables, outages, openJournal } = await startTables(4);
      const random = seedTest(`two servers killed, round ${round}`);
      for (let i = 0; i < kills; i++) {
        await sleep(NGINX_SKIPS + random.below(300));
        const server = servers[i % 2] ?? servers[0];
        const faultAt = performance.now();
        await server.kill();
        await outages.waitUntilRecovered(faultAt);
        await server.start();
      }
      await checkJournal("killed, two servers", tables, outages, openJournal);
    },
  );

  testIfCounted(
    "of which one is frozen for longer than clients wait: its matches go on in the other",
    { timeout: TIMEOUT },
    async () => {
      const { servers, tables, outages, openJournal } = await startTables(4);
      for (const server of servers) {
        // A new match may be created in the frozen server, where nothing is answered.
        await until(() => tables.every(({ isPlaying }) => isPlaying), "all tables to be in a match");
        const faultAt = performance.now();
        server.freeze();
        await outages.waitUntilRecovered(faultAt);
        server.thaw();
        await sleep(500);
      }
      await checkJournal("frozen, two servers", tables, outages, openJournal);
    },
  );

  test.for(splitIntoRounds(POSTGRES_KILLS))(
    "whose PostgreSQL is killed $kills times (round $round): nothing acknowledged is lost or played twice, and every match goes on",
    { timeout: 300_000 + ROUND * PER_FAULT },
    async ({ round, kills }) => {
      const { postgres, tables, outages, openJournal } = await startTables(4);
      const random = seedTest(`PostgreSQL killed, round ${round}`);
      for (let i = 0; i < kills; i++) {
        await sleep(random.below(600));
        const faultAt = performance.now();
        await postgres.kill(i % 2 === 0 ? "SIGKILL" : "SIGQUIT");
        await postgres.restart();
        await outages.waitUntilRecovered(faultAt);
      }
      await checkJournal("killed, PostgreSQL", tables, outages, openJournal);
    },
  );

  testIfCounted(
    "whose PostgreSQL is gone for 10 s accept nothing meanwhile, and play on",
    { timeout: TIMEOUT },
    async () => {
      const { postgres, tables, outages, openJournal } = await startTables(3);
      await postgres.kill();
      await sleep(10_000);
      const accepted = Math.max(...tables.map(({ times }) => times.at(-1) ?? 0));
      // What it had stored before may have been acknowledged late.
      expect(performance.now() - accepted).toBeGreaterThan(5_000);
      const faultAt = performance.now();
      await postgres.restart();
      await outages.waitUntilRecovered(faultAt);
      await checkJournal("PostgreSQL gone for 10 s", tables, outages, openJournal);
    },
  );

  testIfCounted(
    "whose Redis is gone for 10 s go on with the matches in play, and create new ones when it is back",
    { timeout: TIMEOUT },
    async () => {
      const { redis, tables, outages, openJournal } = await startTables(3);
      await redis.kill();
      const goneAt = performance.now();
      const goesOn = ({ times }: Table) => (times.at(-1) ?? 0) > goneAt + 1_000;
      // A match may end meanwhile: its table gets no other one before Redis is back.
      await until(
        () => tables.some(goesOn) && tables.every((table) => goesOn(table) || !table.isPlaying),
        "commands without Redis",
      );
      await sleep(10_000 - (performance.now() - goneAt));
      const faultAt = performance.now();
      await redis.restart();
      await outages.waitUntilRecovered(faultAt);
      await checkJournal("Redis gone for 10 s", tables, outages, openJournal);
    },
  );
});
