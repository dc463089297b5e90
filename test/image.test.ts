import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DockerfileBuild } from "./support/dockerfile.ts";
import { endProcess, freePort, hasExited } from "./support/programs.ts";
import { seedTest } from "./support/seeded-random.ts";

const root = mkdtempSync(join(tmpdir(), "flower-war-image-"));
/** The image without Docker: no sources, no tools, no export condition of ours. */
const image = new DockerfileBuild(root);
beforeAll(() => image.run(), 400_000);
afterAll(() => rm(root, { recursive: true, force: true }), 120_000);

const SECRETS = { AUTH_SECRET: "auth-secret-of-tests", BRIDGE_TOKEN: "bridge-token-of-tests" };

/** A program of the image. */
interface Started {
  readonly child: ChildProcess;
  /** Returns what it has written to stdout and stderr. */
  readonly printed: () => string;
}

/** How often the skilled bot moves. */
const MOVES = 5;

/** A line of the server's log, as far as it is about bots. */
interface Line {
  readonly msg: string;
  readonly cause?: string;
  readonly times?: number;
}

/** Starts a program of the image as its CMD does. Resolves when it has printed these words. */
async function start(program: string, words: string, env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [program], {
    cwd: image.folder,
    env: { ...image.environment, ...SECRETS, ...env },
  });
  onTestFinished(async () => void (await endProcess(child, "SIGKILL")));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  while (!output.includes(words)) {
    if (hasExited(child)) throw new Error(`${program} exited: ${output}`);
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  }
  return { child, printed: () => output };
}

/** Plays as an easy bot would, until the other seats have moved this often. */
async function playUntilOthersMoved(match: Match<"flower-war">, moves: number): Promise<void> {
  const random = randomFrom(seedTest("a match with skilled bots").hex(64));
  const moved = new Set<number>();
  match.on("event", (_, { n, seat }) => seat !== match.seat && moved.add(n));
  while (moved.size < moves) {
    const { view } = match;
    if (view === null) throw new Error("the match has begun");
    if (match.awaiting[0]?.seat === match.seat) await match.send(bots["flower-war"].easy(view, random));
    else await new Promise<void>((resolve) => match.on("change", resolve));
  }
}

test("the image has only production dependencies and built packages", () => {
  const has = (path: string) => existsSync(join(image.folder, path));
  expect(
    [
      "node_modules/ioredis",
      "web/dist/index.html",
      "web/dist-firmware/firmware.html",
      "server/dist/bundle/main.js",
    ].filter((path) => !has(path)),
  ).toEqual([]);
  expect(
    [
      "node_modules/vitest",
      "node_modules/react",
      "node_modules/fast-check",
      "server/src",
      "server/test",
      ".git",
    ].filter(has),
  ).toEqual([]);
  expect(image.environment).toEqual({
    NODE_ENV: "production",
    NODE_OPTIONS: "--max-semi-space-size=4",
  });
});

test("its server serves page and matches with skilled bots, its bridge connects, `flower-war --version` answers, and both exit with 0 at SIGTERM", async () => {
  const [, program = ""] = image.command;
  const [PORT, OPERATOR_PORT] = [String(await freePort()), String(await freePort())];
  const url = `http://127.0.0.1:${PORT}`;
  const { child: server, printed } = await start(program, "listening", {
    HOST: "127.0.0.1",
    PORT,
    OPERATOR_PORT,
    DATA_DIR: join(root, "data"),
    BOT_DELAY: "2000",
  });
  expect(await (await fetch(url)).text()).toContain("<script");
  const match = await new FlowerWar(url, { name: "Citlali", resume: false }).create({
    game: "flower-war",
    seats: 2,
    bots: ["skilled"],
  });
  expect(match.status).toBe("playing");
  await playUntilOthersMoved(match, MOVES);
  await match.leave();

  const { child: bridge } = await start("bridge/dist/main.js", "connected to the match server", {
    OPERATOR_URL: `http://127.0.0.1:${OPERATOR_PORT}`,
    MQTT_PORT: "0",
  });
  const { stdout } = await promisify(execFile)(process.execPath, ["cli/dist/main.js", "--version"], {
    cwd: image.folder,
  });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const child of [bridge, server]) expect(await endProcess(child, "SIGTERM")).toBe(0);
  // Otherwise an easy bot would have moved for the skilled one. On a busy machine a thought may come too late.
  expect(printed()).not.toContain("bot process failed");
  const lines = printed()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const missing = lines.filter(({ msg }) => msg === "bot gave no command");
  expect(missing.filter(({ cause }) => cause !== "timeout")).toEqual([]);
  expect(missing.reduce((sum, { times = 1 }) => sum + times, 0)).toBeLessThan(MOVES);
});
