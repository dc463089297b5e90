import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { seedOf } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TestClient } from "./support/client.ts";
import { createMatch } from "./support/post.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const SECRETS = { AUTH_SECRET: "a-secret-of-the-tests", BRIDGE_TOKEN: "a-token-of-the-tests" };

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flower-war-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** The server as a process of its own, on a free port unless told otherwise. */
function start(environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ["--conditions=@flower-war/source", MAIN], {
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  return child;
}

async function listening(child: ChildProcess): Promise<{ port: number; bridgeToken: string }> {
  const [message] = await once(child, "message");
  return message;
}

/** How a process that ends by itself ends. */
async function end(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  if (!child.stderr) throw new Error("its stderr is not piped");
  const [[code], stderr] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  return { code, stderr };
}

describe("a server that starts", () => {
  test("tells its parent port and bridge token, and answers", async () => {
    const { port, bridgeToken } = await listening(start());
    expect(bridgeToken.length).toBeGreaterThan(16);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  test("makes its secrets in development, keeps them for itself, and has them still when it starts again", async () => {
    const child = start();
    const first = await listening(child);
    child.kill("SIGTERM");
    await end(child);
    for (const name of ["auth-secret", "bridge-token", "admin-password"]) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(join(folder, "bridge-token"), "utf8").trim()).toBe(first.bridgeToken);
    expect((await listening(start())).bridgeToken).toBe(first.bridgeToken);
  });

  test("makes the folder that it keeps things in", async () => {
    const DATA_DIR = join(folder, "some", "where");
    await listening(start({ DATA_DIR }));
    expect(statSync(DATA_DIR).isDirectory()).toBe(true);
  });

  test("takes what the environment says", async () => {
    const { bridgeToken } = await listening(start({ NODE_ENV: "production", ...SECRETS }));
    expect(bridgeToken).toBe(SECRETS.BRIDGE_TOKEN);
  });
});

describe("a server that logs all it can", () => {
  test("writes no secret, seed, nonce or token of a match", async () => {
    const child = start({ LOG_LEVEL: "trace", BOT_DELAY: "0" });
    if (!child.stdout) throw new Error("its stdout is not piped");
    const logged = text(child.stdout);
    const url = `http://127.0.0.1:${(await listening(child)).port}`;
    const player = await TestClient.join(url, await createMatch(url, { seats: 2, bots: 1 }));
    await player.play({ type: "concede" });
    const { secret, seats, id } = player.state;
    const nonce = seats.get("east")?.nonce ?? "";
    const told = [secret, seedOf(secret, [nonce, "west"]), nonce, player.reserved.token ?? ""];
    await player.leave();
    child.kill("SIGTERM");
    const log = await logged;
    expect(log).toContain(id);
    expect(told.filter((hidden) => hidden === "" || log.includes(hidden))).toEqual([]);
  });
});

describe("a server that is stopped", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("by %s ends with code 0", async (signal) => {
    const child = start();
    await listening(child);
    child.kill(signal);
    expect(await end(child)).toEqual({ code: 0, stderr: "" });
  });

  test("by its parent's end ends too", async () => {
    const child = start();
    await listening(child);
    child.disconnect();
    expect((await end(child)).code).toBe(0);
  });
});

describe("a server that cannot start says why in one sentence", () => {
  test.each([
    ["PORT", { PORT: "99999" }],
    ["PORT", { PORT: "http" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["PUBLIC_URL", { PUBLIC_URL: "play.example" }],
    ["REDIS_URL", { REDIS_URL: "http://localhost:6379" }],
    ["REDIS_URL", { REDIS_URL: "redis://127.0.0.1:9" }],
    ["TRUST_PROXY", { TRUST_PROXY: "everybody" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/33" }],
    ["CREATIONS_PER_MINUTE", { CREATIONS_PER_MINUTE: "0" }],
    ["BOT_DELAY", { BOT_DELAY: "soon" }],
    ["AUTH_SECRET", { AUTH_SECRET: "short" }],
    ["ADMIN_PASSWORD", { ADMIN_PASSWORD: "short" }],
    ["AUTH_SECRET", { NODE_ENV: "production" }],
    ["BRIDGE_TOKEN", { NODE_ENV: "production", AUTH_SECRET: SECRETS.AUTH_SECRET }],
    ["HOST", { HOST: "203.0.113.7" }],
    ["DATA_DIR", { DATA_DIR: MAIN }],
    ["DATA_DIR", { DATA_DIR: join(MAIN, "data") }],
    ["DATA_DIR", { DATA_DIR: "/proc/nowhere/data" }],
  ])("naming %s: %o", async (variable, environment) => {
    const { code, stderr } = await end(start(environment));
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${variable} .*\\.\n$`));
  });

  test("when the port is in use", async () => {
    const other = createServer();
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await end(start({ PORT: String(port) }))).toEqual({
      code: 1,
      stderr: `PORT ${port} is in use.\n`,
    });
    other.close();
  });

  test("when the file of a secret is empty", async () => {
    writeFileSync(join(folder, "auth-secret"), "");
    const { code, stderr } = await end(start());
    expect(code).toBe(1);
    expect(stderr).toMatch(/auth-secret.*\.\n$/);
  });
});
