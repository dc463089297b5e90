/** Deploys under load (docs/reliability.md): every match goes on, and clocks count none of the time between. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { Database } from "../server/src/database/database.ts";
import type { Journal } from "../server/src/journal/journal.ts";
import { openJournal } from "../server/src/journal/open.ts";
import { ClockWatch } from "./support/faults/clock-watch.ts";
import { FrailServer } from "./support/faults/frail-server.ts";
import { lightTransport } from "./support/faults/light-transport.ts";
import { Outages, percentile } from "./support/faults/outages.ts";
import { reckon } from "./support/faults/reckoning.ts";
import { Table, type TableOptions } from "./support/faults/table.ts";
import { NginxProcess } from "./support/nginx.ts";
import { freePort, lacks } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";

const DEPLOYS = Number(process.env["FLOWER_WAR_DEPLOYS"] ?? 2);
const PLAYERS = Number(process.env["FLOWER_WAR_PLAYERS"] ?? 40);
const SEATS = 4;
/** Tables that sit down at a time. */
const AT_ONCE = 10;
/** ms that one deploy may take. */
const PER_DEPLOY = 60_000;
/** ms from a server's return to the next deploy, at the least: as long as nginx passes over one that failed it. */
const RESPITE = 2000;
/** ms that a clock may be wrong after all deploys. */
const EXACT = 50;

const optionsFor = (url: string): TableOptions => ({
  // 2 s between two commands at a table of 1,000 players' 250: about what people do.
  pace: Math.min(2000, 2 * PLAYERS),
  clock: { profile: "quick", turn: 600_000, reserve: 600_000, increment: 0, warning: 0 },
  // As the SDK does by default: it is the rush of real clients that is tried.
  players: { timeout: 10_000, resume: {}, ping: {}, ...lightTransport(url) },
});

const FOR_EVER = { finished: 1e12, unfinished: 1e12 };
const QUIET = pino({ level: "silent" });

async function openServer(port: number, env: Record<string, string> = {}): Promise<FrailServer> {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-deploys-"));
  const server = new FrailServer(port, folder, env);
  onTestFinished(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await server.start();
  return server;
}

async function sitDown(url: string): Promise<Table[]> {
  const tables: Table[] = [];
  while (tables.length < PLAYERS / SEATS) {
    const count = Math.min(AT_ONCE, PLAYERS / SEATS - tables.length);
    const next = Array.from({ length: count }, () => new Table(Array(SEATS).fill(url), optionsFor(url)));
    await new Outages(next).begin();
    tables.push(...next);
  }
  return tables;
}

/** Deploys again and again, and demands that all go on in the matches they had, by exact clocks. */
async function deployed(
  name: string,
  tables: readonly Table[],
  deploy: (i: number, back: () => Promise<void>) => Promise<void>,
  open: () => Promise<Journal>,
): Promise<void> {
  const outages = new Outages(tables);
  const watch = new ClockWatch(tables);
  for (let i = 0; i < DEPLOYS; i++) {
    await sleep(RESPITE + Math.random() * 1000);
    const struck = performance.now();
    await deploy(i, () => outages.moved(struck));
  }
  let errors: readonly number[] = [];
  await reckon(name, tables, outages, open, async (journal) => {
    errors = await watch.errors(journal);
    const [back50, back99] = [0.5, 0.99].map((share) => percentile(outages.absences, share));
    return { players: PLAYERS, back50, back99, clocks: errors.length, clockError: Math.max(...errors) };
  });
  expect(errors.length).toBeGreaterThan(0);
  expect(Math.max(...errors)).toBeLessThanOrEqual(EXACT);
}

const times = `${DEPLOYS} times under ${PLAYERS} players`;

test(
  `a server that is alone is deployed anew ${times}: every match goes on, by exact clocks`,
  async () => {
    const server = await openServer(await freePort());
    const tables = await sitDown(server.url);
    const deploy = async (_: number, back: () => Promise<void>) => {
      expect(await server.stop()).toBe(0);
      await server.start();
      await back();
    };
    await deployed("deployed, one server", tables, deploy, async () => {
      expect(await server.stop()).toBe(0);
      const database = await Database.open(join(server.dataDir, "flower-war.db"), QUIET);
      return openJournal({ redis: null, database }, FOR_EVER, QUIET);
    });
  },
  120_000 + DEPLOYS * PER_DEPLOY,
);

describe.skipIf(lacks("redis", "nginx"))("behind an entrance", () => {
  test(
    `two servers are deployed in turn ${times}: every match goes on in the other, by exact clocks`,
    async () => {
      const redis = await RedisProcess.start();
      onTestFinished(() => redis.stop());
      const ports = await NginxProcess.ports();
      const [one, two] = [await freePort(), await freePort()];
      const env = (path: string) => ({
        REDIS_URL: redis.url,
        PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
      });
      const entrance = await NginxProcess.start({
        ...ports,
        N1: `127.0.0.1:${one}`,
        N2: `127.0.0.1:${two}`,
        // All of them come from one address here.
        REQUESTS_PER_SECOND: "60000",
        REQUESTS_AT_ONCE: "60000",
        SOCKETS_PER_ADDRESS: "60000",
      });
      onTestFinished(() => entrance.stop());
      const first = await openServer(one, env("n1"));
      const tables = await sitDown(entrance.url);
      // It comes when all sit in the first: so each deploy moves everybody.
      const servers = [first, await openServer(two, env("n2"))];
      const deploy = async (i: number, back: () => Promise<void>) => {
        const server = servers[i % 2] ?? first;
        const stopped = server.stop();
        await back();
        expect(await stopped).toBe(0);
        await server.start();
      };
      await deployed("deployed, two servers", tables, deploy, async () => {
        const connection = new Redis(redis.url);
        onTestFinished(() => connection.disconnect());
        return openJournal({ redis: connection, database: null }, FOR_EVER, QUIET);
      });
    },
    120_000 + DEPLOYS * PER_DEPLOY,
  );
});
