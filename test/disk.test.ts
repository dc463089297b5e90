/** Whether a server says that it is ready follows its disk (docs/protocol.md, `GET /readyz`): a real full one, and failing and slow system calls. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, Refusal } from "@flower-war/client-sdk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { BundledServer } from "./support/faults/bundled-server.ts";
import { endProcess, freePort, lacks, programPath } from "./support/programs.ts";
import { makeTempFolder, type OnTestFinished } from "./support/temp-folder.ts";

/** ms within which `/readyz` follows the disk on any machine, sooner than a slow disk ends. */
const PROMPT = 60_000;
/** ms from one question to the next. */
const POLL = 100;

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Only root can mount a small disk: the tests of a full one are skipped.");

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
  const folder = makeTempFolder(onFinished);
  if (isRoot) {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m,mode=0700", "tmpfs", folder]);
    cleanUps.push(() => execFileSync("umount", ["--lazy", folder]));
  }
  server = await startServer(folder);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/** Takes all room of the server's disk. */
function fillDisk(): string {
  const file = join(server.dataDir, "filler");
  const descriptor = openSync(file, "w");
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
    return file;
  } finally {
    closeSync(descriptor);
  }
}

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

let strace: ChildProcess | null = null;

/** Lets system calls of the server fail or wait. @param inject as strace takes it */
async function injectFault(calls: string, inject: string): Promise<void> {
  const pid = String(server.pid);
  const args = [
    "-f",
    "-o",
    "/dev/null",
    "-e",
    `trace=${calls}`,
    "-e",
    `inject=${calls}:${inject}`,
    "-p",
    pid,
  ];
  strace = spawn(programPath("strace"), args, { stdio: ["ignore", "ignore", "pipe"] });
  strace.stderr?.setEncoding("utf8");
  const [line] = (await once(strace.stderr as NonNullable<typeof strace.stderr>, "data")) as [string];
  expect(line).toContain("attached");
}

async function endFault(): Promise<void> {
  if (strace !== null) await endProcess(strace, "SIGTERM");
  strace = null;
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

  test.skipIf(!isRoot).each([1, 2, 3])("is full, time %i", async () => {
    expect(await refusalOfMatch()).toBeNull();
    const filler = fillDisk();
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
  expect(other.log).toContain("flower-war.db-wal was truncated");
});
