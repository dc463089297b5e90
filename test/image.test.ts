import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar } from "@flower-war/client-sdk";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ByHand } from "./support/dockerfile.ts";
import { freePort } from "./support/programs.ts";

/** The image, its steps run by hand: what it starts has no sources, no tools, and no condition of ours. */
const root = mkdtempSync(join(tmpdir(), "flower-war-image-"));
const image = new ByHand(root);
beforeAll(() => image.build(), 400_000);
afterAll(() => rm(root, { recursive: true, force: true }), 120_000);

const SECRETS = { AUTH_SECRET: "auth-secret-of-tests", BRIDGE_TOKEN: "bridge-token-of-tests" };

/** Starts a program of the image as its CMD does; resolves with it when it has said this. */
async function start(program: string, words: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    cwd: image.folder,
    env: { ...image.environment, ...SECRETS, ...env },
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (text) => (said += String(text)));
  while (!said.includes(words)) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  }
  return child;
}

test("the image holds production dependencies and built packages alone", () => {
  const has = (path: string) => existsSync(join(image.folder, path));
  expect(
    ["node_modules/ioredis", "web/dist/index.html", "server/dist/bundle/main.js"].filter(
      (path) => !has(path),
    ),
  ).toEqual([]);
  expect(
    ["node_modules/vitest", "node_modules/react", "server/src", "server/test", ".git"].filter(has),
  ).toEqual([]);
  expect(image.environment).toEqual({
    NODE_ENV: "production",
    NODE_OPTIONS: "--max-semi-space-size=4",
  });
});

test("its server serves page and matches, its bridge finds it, its command answers, and both stop at a SIGTERM", async () => {
  const [, program = ""] = image.command;
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const server = await start(program, "listening", { HOST: "127.0.0.1", PORT, DATA_DIR: join(root, "data") });
  expect(await (await fetch(url)).text()).toContain("<script");
  const match = await new FlowerWar(url, { name: "Citlali", resume: false }).create({
    game: "flower-war",
    seats: 2,
    bots: 1,
  });
  expect(match.status).toBe("playing");
  await match.leave();

  const bridge = await start("bridge/dist/main.js", "connected to the match server", {
    SERVER_URL: url,
    MQTT_PORT: "0",
  });
  const { stdout } = await promisify(execFile)(process.execPath, ["cli/dist/main.js", "--version"], {
    cwd: image.folder,
  });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const child of [bridge, server]) {
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  }
});
