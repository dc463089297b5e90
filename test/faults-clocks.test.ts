/**
 * An outage costs no player time (docs/reliability.md): servers that are killed, deployed or frozen, and stores that are away, under
 * clocks. By the journal's times no clock is charged for what kept its player from playing, though many are back later than their match.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Journal } from "../server/src/storage/journal/journal.ts";
import { ClockedTables } from "./support/faults/clocked-tables.ts";
import type { PlayerLine } from "./support/faults/player-line.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { inTurn } from "./support/in-turn.ts";
import { testOnDemand } from "./support/on-demand.ts";
import { lacks } from "./support/programs.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";
import type { OnTestFinished } from "./support/temp-folder.ts";

/** `full`: 60 kills, 30 deploys, 6 freezes and 6 outages of each store; else one of each. */
const IS_FULL = process.env["FLOWER_WAR_CLOCK_FAULTS"] === "full";
/** Other tests check the same (docs/reliability.md, "What real processes need not repeat"). */
const testIfFull = testOnDemand(IS_FULL);
/** Each number is for one test. */
const [KILLS, DEPLOYS, FREEZES] = IS_FULL ? [30, 10, 3] : [1, 1, 1];
const OUTAGES = IS_FULL ? 6 : 1;
/** Hosts of one test that are struck side by side, at most: with their own servers, stores and tables. */
const HOSTS = IS_FULL ? 3 : 1;
/** A file to which each test appends its figures, as a line of JSON. */
const REPORT = process.env["FLOWER_WAR_FAULTS_REPORT"];
/**
 * ms that a clock may be wrong by on a busy machine, which stores signs of life late, and tells clients late that they are back. The report
 * has the figures of a quiet one.
 */
const TOLERANCE = 3_000;
/** ms for which a store is away, or a server that is alone frozen. */
const AWAY = 5_000;
/** ms for which awaited players are away for longer than others: a clock that runs as soon as its match is back is wrong by more. */
const LATE = 5_000;
/** ms that a test may take for each fault. */
const PER_FAULT = 60_000;
/** ms for which nginx skips a server that failed. */
const NGINX_SKIPS = 2_500;

/** A fault that strikes one host again and again. */
interface Fault {
  /**
   * Lets it strike for the `i`th time at this host. Resolves when it is over for all players, or each player is back when they
   * have a connection again.
   */
  strike(i: number, late: readonly PlayerLine[]): Promise<"for all" | "for each">;
  /** All players play on. */
  recovered?(i: number): void;
}

interface Host {
  readonly tables: ClockedTables;
  readonly fault: Fault;
  readonly openJournal: () => Promise<Journal>;
}

const startInTurn = inTurn();

/** Lets faults strike one after the other, at random, at several hosts side by side, and checks all clocks. */
async function strike(name: string, faults: number, start: () => Promise<Host>): Promise<void> {
  const hosts: Host[] = [];
  // Two faults at each at least: they alternate.
  while (hosts.length < Math.min(HOSTS, Math.ceil(faults / 2))) hosts.push(await start());
  const errors = await Promise.all(
    hosts.map(async (host, k) => {
      const times = Math.ceil((faults - k) / hosts.length);
      return strikeHost(host, times, seedTest(`${name}, host ${k + 1}`));
    }),
  );
  const [lost, gained, waited] = (["lost", "gained", "waited"] as const).map((what) =>
    Math.max(...errors.flatMap((each) => each[what])),
  );
  const clocks = errors.reduce((sum, each) => sum + each.lost.length, 0);
  if (REPORT) appendFileSync(REPORT, `${JSON.stringify({ name, faults, clocks, lost, gained, waited })}\n`);
  expect(waited, "ms that a clock waited for its player alone").toBeGreaterThan(TOLERANCE);
  expect(lost, "ms that a player lost").toBeLessThanOrEqual(TOLERANCE);
  expect(gained, "ms that a player was given too much").toBeLessThanOrEqual(TOLERANCE);
}

async function strikeHost({ tables, fault, openJournal }: Host, times: number, random: SeededRandom) {
  for (let i = 0; i < times; i++) {
    await sleep(NGINX_SKIPS + random.below(1_500));
    const late = await tables.takeDownAwaited();
    const faultAt = performance.now();
    const isOver = await fault.strike(i, late);
    tables.check.note(faultAt, isOver);
    await tables.waitForOthers(late);
    await sleep(LATE);
    for (const line of late) line.bringUp();
    await tables.outages.waitUntilRecovered(faultAt);
    fault.recovered?.(i);
  }
  await tables.stop();
  const journal = await openJournal();
  const errors = await tables.check.errors(journal);
  journal.close();
  await tables.leave();
  return errors;
}

/** Tests mostly wait: they run side by side, each with its own servers, stores and tables. */
const SIDE_BY_SIDE = { concurrent: !IS_FULL };
const optionsFor = (faults: number) => ({ timeout: 300_000 + faults * PER_FAULT });

describe("no player loses time, by the journal's times, when a server that is alone", SIDE_BY_SIDE, () => {
  const start = (onFinished: OnTestFinished) =>
    startInTurn(async () => {
      const { server, openJournal } = await startLoneServer(0, onFinished);
      return { server, openJournal, tables: await ClockedTables.start(server.url) };
    });

  test(`is killed ${KILLS} times`, optionsFor(KILLS), ({ onTestFinished }) =>
    strike("clocks, one server killed", KILLS, async () => {
      const { server, ...host } = await start(onTestFinished);
      const kill = async () => {
        await server.kill();
        await sleep(500);
        await server.start();
        return "for each" as const;
      };
      return { ...host, fault: { strike: kill } };
    }),
  );

  testIfFull(`is deployed ${DEPLOYS} times`, optionsFor(DEPLOYS), ({ onTestFinished }) =>
    strike("clocks, one server deployed", DEPLOYS, async () => {
      const { server, ...host } = await start(onTestFinished);
      const deploy = async () => {
        expect(await server.stop()).toBe(0);
        await server.start();
        return "for each" as const;
      };
      return { ...host, fault: { strike: deploy } };
    }),
  );

  test(`is frozen ${FREEZES} times`, optionsFor(FREEZES), ({ onTestFinished }) =>
    strike("clocks, one server frozen", FREEZES, async () => {
      const { server, ...host } = await start(onTestFinished);
      const freeze = async (i: number, late: readonly PlayerLine[]) => {
        server.freeze();
        // A command on an open line would be played at once when the server goes on.
        for (const line of late) line.cut();
        // Some for longer than clients wait.
        await sleep(i % 2 === 0 ? 4 * AWAY : AWAY);
        server.thaw();
        return "for all" as const;
      };
      return { ...host, fault: { strike: freeze } };
    }),
  );
});

/** Starts two servers behind nginx, and tables there. @param faults of each server */
const startTwo = (onFinished: OnTestFinished, faults: readonly [string, string] = ["", ""]) =>
  startInTurn(async () => {
    const { url, servers, ...host } = await startFirstOfTwo(faults[0], onFinished);
    const tables = await ClockedTables.start(url);
    // The second server starts when all matches are in the first: so each fault strikes all of them.
    await servers[1].start(faults[1]);
    const serverOf = (i: number) => servers[i % 2] ?? servers[0];
    return { ...host, tables, serverOf };
  });

describe.skipIf(lacks("redis", "postgres", "nginx"))(
  "no player loses time, by the journal's times, when of two servers behind nginx",
  SIDE_BY_SIDE,
  () => {
    testIfFull(`one is killed ${KILLS} times`, optionsFor(KILLS), ({ onTestFinished }) =>
      strike("clocks, one of two servers killed", KILLS, async () => {
        const { serverOf, ...host } = await startTwo(onTestFinished);
        const kill = async (i: number) => {
          await serverOf(i).kill();
          await serverOf(i).start();
          return "for each" as const;
        };
        return { ...host, fault: { strike: kill } };
      }),
    );

    testIfFull(`one is deployed ${DEPLOYS} times`, optionsFor(DEPLOYS), ({ onTestFinished }) =>
      strike("clocks, one of two servers deployed", DEPLOYS, async () => {
        const { serverOf, ...host } = await startTwo(onTestFinished);
        const deploy = async (i: number) => {
          expect(await serverOf(i).stop()).toBe(0);
          await serverOf(i).start();
          return "for each" as const;
        };
        return { ...host, fault: { strike: deploy } };
      }),
    );

    test(
      `one is deployed ${DEPLOYS} times though their machines' clocks are 10 s apart, which no player notices before`,
      optionsFor(DEPLOYS),
      ({ onTestFinished }) =>
        strike("clocks, two servers 10 s apart deployed", DEPLOYS, async () => {
          const skews = ["skew:5000", "skew:-5000"] as const;
          const { serverOf, ...host } = await startTwo(onTestFinished, skews);
          await sleep(2 * AWAY);
          expect(host.tables.drops).toBe(0);
          const deploy = async (i: number) => {
            expect(await serverOf(i).stop()).toBe(0);
            await serverOf(i).start(skews[i % 2]);
            return "for each" as const;
          };
          return { ...host, fault: { strike: deploy } };
        }),
    );
  },
);

describe.skipIf(lacks("redis", "postgres", "nginx"))(
  "no player loses time, by the journal's times, when two servers behind nginx play and",
  SIDE_BY_SIDE,
  () => {
    testIfFull(`one is frozen ${FREEZES} times`, optionsFor(FREEZES), ({ onTestFinished }) =>
      strike("clocks, one of two servers frozen", FREEZES, async () => {
        const { serverOf, ...host } = await startTwo(onTestFinished);
        const freeze = async (i: number) => {
          serverOf(i).freeze();
          // The others are back in the other server, or nearly.
          await sleep(AWAY);
          return "for each" as const;
        };
        return { ...host, fault: { strike: freeze, recovered: (i: number) => serverOf(i).thaw() } };
      }),
    );

    test(`their PostgreSQL is away ${OUTAGES} times`, optionsFor(OUTAGES), ({ onTestFinished }) =>
      strike("clocks, PostgreSQL away", OUTAGES, async () => {
        const { postgres, ...host } = await startTwo(onTestFinished);
        const stop = async (i: number, late: readonly PlayerLine[]) => {
          if (i % 2 === 0) await postgres.kill();
          else postgres.freeze();
          for (const line of late) line.cut();
          await sleep(AWAY);
          if (i % 2 === 0) await postgres.restart();
          else postgres.thaw();
          return "for all" as const;
        };
        return { ...host, fault: { strike: stop } };
      }),
    );

    test(
      `their Redis is away ${OUTAGES} times, and players lose their connections`,
      optionsFor(OUTAGES),
      ({ onTestFinished }) =>
        strike("clocks, Redis away", OUTAGES, async () => {
          const { redis, ...host } = await startTwo(onTestFinished);
          const stop = async (i: number) => {
            if (i % 2 === 0) await redis.kill();
            else redis.freeze();
            host.tables.cutAll();
            await sleep(AWAY);
            if (i % 2 === 0) await redis.restart();
            else redis.thaw();
            return "for each" as const;
          };
          return { ...host, fault: { strike: stop } };
        }),
    );
  },
);
