/** What stands in front of Redis and PostgreSQL breaks their connections: no server ends, and nothing is lost (docs/reliability.md). */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "vitest";
import { checkJournal } from "./support/faults/journal-check.ts";
import { Outages } from "./support/faults/outages.ts";
import { startFirstOfTwo } from "./support/faults/servers.ts";
import { breakageOf, STORE_FAULTS, type StoreName } from "./support/faults/store-faults.ts";
import { Table } from "./support/faults/table.ts";
import { TcpProxy } from "./support/tcp-proxy.ts";
import { lacks } from "./support/programs.ts";
import { seedTest } from "./support/seeded-random.ts";
import type { OnTestFinished } from "./support/temp-folder.ts";

/** How often each fault strikes each store. */
const TIMES = Number(process.env["FLOWER_WAR_STORE_FAULTS"] ?? 1);
/** How often each fault strikes in one test: then the journal is checked. */
const ROUND = 10;
/** ms that a test may take for each fault. */
const PER_FAULT = 25_000;
/** ms for which a fault lasts at most. What it did to connections stays. */
const MOST_TIME = 1_500;
/** Commands of a match: matches end and begin during the test. */
const LENGTH = 40;
/** ms between two commands at a table. */
const PACE = 50;

const ROUNDS = Array.from({ length: Math.ceil(TIMES / ROUND) }, (_, i) => i + 1);
const CASES = (["Redis", "PostgreSQL"] as const).flatMap((store) =>
  ROUNDS.map((round) => ({ store, round, times: Math.min(ROUND, TIMES - (round - 1) * ROUND) })),
);

/** Starts two servers with a proxy before each store, and so many tables. */
async function startTables(count: number, onFinished: OnTestFinished) {
  const proxies = new Map<StoreName, TcpProxy>();
  const open = async (store: StoreName, port: number) => {
    const proxy = await TcpProxy.open(port);
    onFinished(() => proxy.close());
    proxies.set(store, proxy);
    return proxy;
  };
  const { url, servers, openJournal } = await startFirstOfTwo("", onFinished, async (stores) => ({
    redis: await open("Redis", stores.redis.port),
    postgres: await open("PostgreSQL", stores.postgres.port),
  }));
  await servers[1].start();
  const tables = Array.from({ length: count }, () => new Table([url, url], { pace: PACE, length: LENGTH }));
  const outages = new Outages(tables);
  await outages.waitUntilPlaying();
  return { servers, proxies, tables, outages, openJournal };
}

describe.skipIf(lacks("redis", "postgres", "nginx"))("two servers behind nginx", () => {
  test.concurrent.for(CASES)(
    "stay up when what is in front of $store breaks its connections $times times in each way (round $round), and every match goes on",
    { timeout: 300_000 + ROUND * STORE_FAULTS.length * PER_FAULT },
    async ({ store, round, times }, { expect, onTestFinished }) => {
      const { servers, proxies, tables, outages, openJournal } = await startTables(3, onTestFinished);
      const random = seedTest(`faults in front of ${store}, round ${round}`);
      const proxy = proxies.get(store);
      const exits = servers.map((server) => server.waitForExit());
      for (let i = 0; i < times; i++) {
        for (const fault of STORE_FAULTS) {
          await sleep(random.below(300));
          proxy?.break(breakageOf(fault, store, random));
          await Promise.race([sleep(random.below(MOST_TIME)), ...exits]);
          proxy?.mend();
          await Promise.race([
            outages.waitUntilRecovered(performance.now()).catch((error: unknown) => {
              const logs = servers.map(({ log }) => log.slice(-5_000)).join("\n\n");
              throw new Error(`after ${fault}: ${String(error)}\n${logs}`, { cause: error });
            }),
            ...exits,
          ]);
          const logs = servers.map(({ isRunning, log }) => (isRunning ? "" : log.slice(-2_000)));
          expect({ fault, logs }).toEqual({ fault, logs: ["", ""] });
        }
      }
      await checkJournal(`connections to ${store} broken`, tables, outages, openJournal);
    },
  );
});
