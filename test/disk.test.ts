/** Whether a server says that it is ready follows its disk (docs/protocol.md, `GET /readyz`): a real full one, and failing and slow system calls. */
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, Refusal } from "@flower-war/client-sdk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { BundledServer } from "./support/faults/bundled-server.ts";
import { freePort, lacks } from "./support/programs.ts";
import { canMount, fillDisk, makeSmallDisk } from "./support/small-disk.ts";
import { FaultyCalls } from "./support/strace.ts";
import { makeTempFolder, type OnTestFinished } from "./support/temp-folder.ts";

/** ms within which `/readyz` follows the disk on any machine, sooner than a slow disk ends. */
const PROMPT = 60_000;
/** ms from one question to the next. */
const POLL = 100;

const cleanUps: (() => unknown)[] = [];
const onFinished: OnTestFinished = (cleanUp) => void cleanUps.push(() => cleanUp({} as never));
let server: BundledServer;

async function startServer(folder: string): Promise<BundledServer> {
  const started = new BundledServer(await freePort(), folder);
  cleanUps.push(() => started.kill());
  await started.start();
  return started;
}

beforeAll(async () => {
  server = await startServer(canMount ? makeSmallDisk("16m", onFinished) : makeTempFolder(onFinished));
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

const readyStatus = async ({ url } = server) => (await fetch(`${url}/readyz`)).status;

/** Resolves when `/readyz` has a status, with ms. */
async function timeUntil(status: number): Promise<number> {
  const begun = performance.now();
  await expect.poll(() => readyStatus(), { timeout: PROMPT, interval: POLL }).toBe(status);
  return Math.round(performance.now() - begun);
}

/** Resolves with the code of the refusal of a new match; `null`: it is stored. */
async function refusalOfMatch({ url } = server, timeout = 10_000): Promise<string | null> {
  const host = new FlowerWar(url, { timeout, resume: false });
  try {
    await (await host.create({ game: "mexica", seats: 2 })).leave();
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}

let faulty: FaultyCalls | null = null;

/** Lets system calls of the server fail or wait. @param inject as strace takes it */
async function injectFault(calls: string, inject: string): Promise<void> {
  faulty = await FaultyCalls.inject(server.pid, calls, inject);
}

async function endFault(): Promise<void> {
  await faulty?.end();
  faulty = null;
}

/** Expects that a server says that it is not ready while the fault lasts, refuses what is to be stored, and is ready after the fault's end. */
async function expectFollowed(what: string, end: () => unknown, code: string): Promise<void> {
  const noticed = await timeUntil(503);
  expect(await refusalOfMatch(server, code === "timeout" ? 1_000 : 10_000)).toBe(code);
  for (let i = 0; i < 5; i++) {
    await sleep(POLL);
    expect(await readyStatus()).toBe(503);
  }
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await end();
  const ready = await timeUntil(200);
  expect(await refusalOfMatch()).toBeNull();
  console.log(`a disk that ${what}: 503 after ${noticed} ms, 200 ${ready} ms after its end`);
}

describe("a server is not ready while its disk", () => {
  afterEach(endFault);

  test.skipIf(!canMount).each([1, 2, 3])("is full, time %i", async () => {
    expect(await refusalOfMatch()).toBeNull();
    const filler = fillDisk(server.dataDir);
    await expectFollowed("is full", () => rmSync(filler), "unavailable");
  });

  test.skipIf(lacks("strace"))("is read-only", async () => {
    await injectFault("pwrite64,ftruncate", "error=EROFS");
    await expectFollowed("is read-only", endFault, "unavailable");
  });

  test.skipIf(lacks("strace"))("takes two minutes to make a write durable", async () => {
    await injectFault("fsync,fdatasync", "delay_enter=120000000");
    await expectFollowed("is slow", endFault, "timeout");
  });
});

test("a server whose write-ahead log was truncated is ready, and writes it again before it stores more", async () => {
  const other = await startServer(makeTempFolder());
  expect(await refusalOfMatch(other)).toBeNull();
  truncateSync(join(other.dataDir, "flower-war.db-wal"), 0);
  expect(await refusalOfMatch(other)).toBeNull();
  expect(await readyStatus(other)).toBe(200);
  await expect.poll(() => other.log).toContain("flower-war.db-wal was truncated");
});
