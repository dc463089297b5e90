/** The promises of docs/reliability.md, under load: servers that are killed, frozen, or lose their disk. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar } from "@flower-war/client-sdk";
import { Redis } from "ioredis";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { Database } from "../server/src/database/database.ts";
import { openJournal } from "../server/src/journal/open.ts";
import { FrailServer } from "./support/faults/frail-server.ts";
import { Outages } from "./support/faults/outages.ts";
import { reckon } from "./support/faults/reckoning.ts";
import { storeMatches } from "./support/faults/stored.ts";
import { Table } from "./support/faults/table.ts";
import { NginxProcess } from "./support/nginx.ts";
import { freePort, lacks } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";
import { until } from "./support/until.ts";

/** Four of five kills are for the server that is alone. */
const KILLS = Number(process.env["FLOWER_WAR_KILLS"] ?? 50);
const CLUSTER_KILLS = Math.ceil(KILLS / 5);
const LONE_KILLS = KILLS - CLUSTER_KILLS;
/** Kills after which all is reckoned up, and others begin. */
const ROUND = 50;
/** Matches that the server that is alone and killed keeps beside those that are played. */
const STORED = Number(process.env["FLOWER_WAR_STORED"] ?? 0);
/** ms that one fault may take. */
const PER_FAULT = 20_000;
/** ms between two commands at a table. */
const PACE = 20;
/** ms for which nginx passes over a server that failed it: the other is killed no sooner, or nobody would be there. */
const RESPITE = 2000;
const FOR_EVER = { finished: 1e12, unfinished: 1e12 };
const QUIET = pino({ level: "silent" });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "flower-war-faults-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function openServer(port: number, env: Record<string, string> = {}, stored = 0): Promise<FrailServer> {
  const server = new FrailServer(port, folder(), env);
  await storeMatches(server.dataDir, stored);
  onTestFinished(() => server.kill());
  await server.start();
  return server;
}

/** Where the server is to be killed next: wherever it is then, or at the next of these points. */
function nextFault(i: number): string {
  if (i % 10 === 5) return "boot";
  const n = 3 + Math.floor(Math.random() * 40);
  return ["", `before-commit:${n}`, "", `after-commit:${n}`][i % 4] ?? "";
}

/** So many kills, in rounds. */
function rounds(kills: number): number[] {
  return Array.from({ length: Math.ceil(kills / ROUND) }, (_, i) => Math.min(ROUND, kills - i * ROUND));
}

/** Resolves when every table was told that a command could not be kept. */
async function allRefused(tables: readonly Table[]): Promise<void> {
  while (!tables.every(({ refusals }) => refusals.includes("unavailable"))) {
    await Promise.race([sleep(20), ...tables.map(({ failed }) => failed)]);
  }
}

describe("a server that is alone", () => {
  /** @param stored matches that the server has already */
  async function playing(count: number, stored = 0) {
    const server = await openServer(await freePort(), {}, stored);
    const tables = Array.from({ length: count }, () => new Table([server.url, server.url], { pace: PACE }));
    const outages = new Outages(tables);
    await outages.begin();
    const journal = async () => {
      expect(await server.stop()).toBe(0);
      const database = await Database.open(join(server.dataDir, "flower-war.db"), QUIET);
      return openJournal({ redis: null, database }, FOR_EVER, QUIET);
    };
    return { server, tables, outages, journal };
  }

  test.for(rounds(LONE_KILLS))(
    "is killed %i times: nothing acknowledged is lost or played twice, and every match goes on",
    { timeout: 120_000 + ROUND * PER_FAULT },
    async (kills) => {
      const { server, tables, outages, journal } = await playing(4, STORED);
      let fault = "";
      for (let i = 0; i < kills; i++) {
        if (fault === "") await sleep(Math.random() * 300).then(() => server.kill());
        else await server.ended();
        const struck = performance.now();
        fault = i === kills - 1 ? "" : nextFault(i);
        await server.start(fault);
        await (fault === "" ? outages.over(struck) : Promise.race([outages.over(struck), server.ended()]));
      }
      await reckon("killed, one server", tables, outages, journal);
    },
  );

  test("whose disk fails for a while accepts nothing meanwhile, and goes on", async () => {
    const { server, tables, outages, journal } = await playing(2);
    await server.kill();
    const failing = join(folder(), "failing");
    const struck = performance.now();
    await server.start(`eio:${failing}`);
    await outages.over(struck);
    writeFileSync(failing, "");
    await allRefused(tables);
    rmSync(failing);
    await outages.over(performance.now());
    await reckon("disk fails", tables, outages, journal);
  }, 180_000);

  test("whose database's thread ends says so and ends too, and its successor goes on", async () => {
    const { server, tables, outages, journal } = await playing(2);
    await server.kill();
    await server.start("thread:30");
    expect(await server.ended()).toBe(1);
    expect(server.log).toContain("The database's thread has ended");
    const struck = performance.now();
    await server.start();
    await outages.over(struck);
    await reckon("database's thread ends", tables, outages, journal);
  }, 180_000);

  test("that was frozen for 3 s gives its players that time back", async () => {
    const server = await openServer(await freePort());
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1, clock: { profile: "relaxed" } });
    onTestFinished(() => match.leave());
    expect(match.state.givenBack).toBe(0);
    const struck = performance.now();
    server.freeze();
    await sleep(3_000);
    server.thaw();
    const given = () => match.state.givenBack > 0;
    await until("the time given back", given, (news) => match.on("change", news));
    expect(match.state.givenBack).toBeGreaterThan(2_900);
    expect(match.state.givenBack).toBeLessThan(performance.now() - struck);
  });

  test("whose disk is full accepts nothing more, stays up, and goes on when there is room", async () => {
    const { server, tables, outages, journal } = await playing(2);
    await server.kill();
    await server.start("full:60");
    await allRefused(tables);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await server.stop();
    const struck = performance.now();
    await server.start();
    await outages.over(struck);
    await reckon("disk full", tables, outages, journal);
  }, 180_000);
});

describe.skipIf(lacks("redis", "nginx"))("two servers behind an entrance", () => {
  async function playing(count: number) {
    const redis = await RedisProcess.start();
    onTestFinished(() => redis.stop());
    const ports = await NginxProcess.ports();
    const [one, two] = [await freePort(), await freePort()];
    const env = (path: string) => ({
      REDIS_URL: redis.url,
      PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
    });
    const servers = await Promise.all([openServer(one, env("n1")), openServer(two, env("n2"))]);
    const hosts = { N1: `127.0.0.1:${one}`, N2: `127.0.0.1:${two}` };
    const entrance = await NginxProcess.start({ ...ports, ...hosts });
    onTestFinished(() => entrance.stop());
    const tables = Array.from(
      { length: count },
      () => new Table([entrance.url, entrance.url], { pace: PACE }),
    );
    const outages = new Outages(tables);
    await outages.begin();
    const journal = async () => {
      const connection = new Redis(redis.url);
      onTestFinished(() => connection.disconnect());
      return openJournal({ redis: connection, database: null }, FOR_EVER, QUIET);
    };
    return { redis, servers, tables, outages, journal };
  }

  test.for(rounds(CLUSTER_KILLS))(
    "are killed %i times in turn: their matches go on in the other",
    { timeout: 60_000 + ROUND * PER_FAULT },
    async (kills) => {
      const { servers, tables, outages, journal } = await playing(4);
      for (let i = 0; i < kills; i++) {
        await sleep(RESPITE + Math.random() * 300);
        const server = servers[i % 2] ?? servers[0];
        const struck = performance.now();
        await server.kill();
        await outages.over(struck);
        await server.start();
      }
      await reckon("killed, two servers", tables, outages, journal);
    },
  );

  test("of which one is frozen for longer than anybody waits: its matches go on in the other", async () => {
    const { servers, tables, outages, journal } = await playing(4);
    for (const server of servers) {
      const struck = performance.now();
      server.freeze();
      await outages.over(struck);
      server.thaw();
      await sleep(500);
    }
    await reckon("frozen, two servers", tables, outages, journal);
  }, 180_000);

  test("whose Redis is gone for 10 s accept nothing meanwhile, and go on", async () => {
    const { redis, tables, outages, journal } = await playing(3);
    await redis.kill();
    await sleep(10_000);
    const accepted = Math.max(...tables.map(({ times }) => times.at(-1) ?? 0));
    expect(performance.now() - accepted).toBeGreaterThan(9_000);
    const struck = performance.now();
    await redis.restart();
    await outages.over(struck);
    await reckon("Redis gone for 10 s", tables, outages, journal);
  }, 120_000);
});
