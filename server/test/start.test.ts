import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { seedOf } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TestClient } from "./support/client.ts";
import { readConfig } from "../src/config.ts";
import { systemRandom } from "../src/random.ts";
import { StartError } from "../src/start-error.ts";
import { createMatch } from "./support/post.ts";
import { MAIN } from "./support/process.ts";

const SECRETS = { AUTH_SECRET: "a-secret-of-the-tests", BRIDGE_TOKEN: "a-token-of-the-tests" };
const PRODUCTION = { NODE_ENV: "production", ...SECRETS };

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flower-war-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Starts the server as its own process, on a free port unless `environment` sets one.
 * @param command what runs Node
 * @param options of the server
 */
function start(
  environment: Record<string, string> = {},
  command = [process.execPath],
  options: readonly string[] = [],
): ChildProcess {
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, "--conditions=@flower-war/source", MAIN, ...options], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
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

async function untilListening(child: ChildProcess): Promise<Ready> {
  const [message] = await once(child, "message");
  return message;
}

interface Ready {
  readonly port: number;
  readonly operatorUrl: string;
  readonly bridgeToken: string;
}

/** Waits until a process has exited. */
async function untilExit(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  if (!child.stderr) throw new Error("stderr is not piped");
  const [[code], stderr] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  return { code, stderr };
}

describe("a server that starts", () => {
  test("sends port and bridge token to its parent process, and is ready", async () => {
    const { port, bridgeToken } = await untilListening(start());
    expect(bridgeToken.length).toBeGreaterThan(16);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  test("creates its secrets in development, stores them with mode 600, and uses them after a restart", async () => {
    const child = start();
    const first = await untilListening(child);
    child.kill("SIGTERM");
    await untilExit(child);
    for (const name of ["auth-secret", "bridge-token", "admin-password"]) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(join(folder, "bridge-token"), "utf8").trim()).toBe(first.bridgeToken);
    expect((await untilListening(start())).bridgeToken).toBe(first.bridgeToken);
  });

  test("creates DATA_DIR", async () => {
    const DATA_DIR = join(folder, "some", "where");
    await untilListening(start({ DATA_DIR }));
    expect(statSync(DATA_DIR).isDirectory()).toBe(true);
  });

  test("keeps DATA_DIR and its files to its own user, also when they were open to others", async () => {
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const DATA_DIR = join(folder, "data");
    const files = ["flower-war.db", "auth-secret", "bridge-token", "admin-password"];
    const child = start({ DATA_DIR });
    await untilListening(child);
    expect(modeOf(DATA_DIR)).toBe("700");
    expect(files.map((name) => modeOf(join(DATA_DIR, name)))).toEqual(files.map(() => "600"));
    child.kill("SIGTERM");
    await untilExit(child);
    chmodSync(DATA_DIR, 0o755);
    for (const name of [...files, "flower-war.db.replaced-1"]) {
      appendFileSync(join(DATA_DIR, name), "");
      chmodSync(join(DATA_DIR, name), 0o644);
    }
    await untilListening(start({ DATA_DIR }));
    expect(modeOf(DATA_DIR)).toBe("700");
    const mended = [...files, "flower-war.db.replaced-1"];
    expect(mended.map((name) => modeOf(join(DATA_DIR, name)))).toEqual(mended.map(() => "600"));
  });

  test.each([
    ["2567", 2568],
    ["0", 0],
  ])("with PORT %s listens for operators on loopback, at %i", (PORT, operatorPort) => {
    const config = readConfig({ PORT, HOST: "0.0.0.0", DATA_DIR: folder }, systemRandom);
    expect(config).toMatchObject({ operatorHost: "127.0.0.1", operatorPort });
  });

  test("warns of a listener for operators that others reach without TLS", async () => {
    const child = start({ LOG_LEVEL: "warn", OPERATOR_HOST: "0.0.0.0" });
    if (!child.stdout) throw new Error("stdout is not piped");
    const logged = text(child.stdout);
    await untilListening(child);
    child.kill("SIGTERM");
    expect(await logged).toContain("operator's listener without TLS");
  });

  test("takes its secrets from the environment", async () => {
    const { bridgeToken } = await untilListening(start(PRODUCTION));
    expect(bridgeToken).toBe(SECRETS.BRIDGE_TOKEN);
  });
});

describe("a server with LOG_LEVEL=trace", () => {
  test("logs no secret, seed, nonce or token of a match", async () => {
    const child = start({ LOG_LEVEL: "trace", BOT_DELAY: "0" });
    if (!child.stdout) throw new Error("stdout is not piped");
    const logged = text(child.stdout);
    const url = `http://127.0.0.1:${(await untilListening(child)).port}`;
    const player = await TestClient.join(url, await createMatch(url, { seats: 2, bots: 1 }));
    await player.play({ type: "concede" });
    const { secret, seats, id } = player.state;
    const nonce = seats.get("east")?.nonce ?? "";
    const hidden = [secret, seedOf(secret, [nonce, "west"]), nonce, player.reserved.token ?? ""];
    await player.leave();
    child.kill("SIGTERM");
    const log = await logged;
    expect(log).toContain(id);
    expect(hidden.filter((value) => value === "" || log.includes(value))).toEqual([]);
  });
});

describe("a server that is stopped", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("by %s exits with code 0", async (signal) => {
    const child = start();
    await untilListening(child);
    child.kill(signal);
    expect(await untilExit(child)).toEqual({ code: 0, stderr: "" });
  });

  test("by SIGTERM, by its supervisor and by the process that started it, stops once, with code 0", async () => {
    const child = start();
    await untilListening(child);
    const end = untilExit(child);
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    while (isRunning()) {
      child.kill("SIGTERM");
      await setImmediate();
    }
    expect(await end).toEqual({ code: 0, stderr: "" });
  });

  test("by the end of its parent process exits with code 0", async () => {
    const child = start();
    await untilListening(child);
    child.disconnect();
    expect((await untilExit(child)).code).toBe(0);
  });

  test.each([[[]], [["--standby"]]])(
    "by the end of its parent process while it starts, with %j too",
    async (options) => {
      const child = start({}, [process.execPath], options);
      child.disconnect();
      expect((await untilExit(child)).code).toBe(0);
    },
  );
});

describe("a server that cannot start exits with code 1 and one sentence", () => {
  test.each([
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["REDIS_URL", { REDIS_URL: "redis://127.0.0.1:9", DATABASE_URL: "postgres://127.0.0.1:9/war" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://me:secret@127.0.0.1:9/war" }],
    ["AUTH_SECRET is too easy to guess:", { ...PRODUCTION, AUTH_SECRET: "aaaaaaaaaaaaaaaa" }],
    ["BRIDGE_TOKEN is too easy to guess:", { ...PRODUCTION, BRIDGE_TOKEN: "flower-war-bridge" }],
    ["ADMIN_PASSWORD is too easy to guess:", { ...PRODUCTION, ADMIN_PASSWORD: "supersecretpassword" }],
    ["BRIDGE_TOKEN must differ from AUTH_SECRET:", { ...PRODUCTION, BRIDGE_TOKEN: SECRETS.AUTH_SECRET }],
    ["ADMIN_PASSWORD must differ from AUTH_SECRET:", { ...PRODUCTION, ADMIN_PASSWORD: SECRETS.AUTH_SECRET }],
    ["OPERATOR_HOST", { OPERATOR_HOST: "203.0.113.7" }],
    ["HOST", { HOST: "203.0.113.7" }],
  ])("that names %s: %o", async (variable, environment) => {
    const { code, stderr } = await untilExit(start(environment));
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${variable} .*\\.\n$`));
  });

  test.each([
    ["PORT", { PORT: "99999" }],
    ["PORT", { PORT: "http" }],
    ["PUBLIC_URL", { PUBLIC_URL: "play.example" }],
    ["ALLOWED_ORIGINS", { ALLOWED_ORIGINS: "https://play.example,play.example" }],
    ["ALLOWED_ORIGINS", { ALLOWED_ORIGINS: "https://play.example/n1" }],
    ["REDIS_URL", { REDIS_URL: "http://localhost:6379" }],
    ["REDIS_URL needs DATABASE_URL:", { REDIS_URL: "redis://127.0.0.1:6379" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://127.0.0.1/war" }],
    ["TRUST_PROXY", { TRUST_PROXY: "everybody" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/33" }],
    ["MAX_SOCKETS", { MAX_SOCKETS: "9" }],
    ["SOCKETS_PER_ADDRESS", { SOCKETS_PER_ADDRESS: "many" }],
    // nginx refuses to start with it.
    ["SOCKETS_PER_ADDRESS", { SOCKETS_PER_ADDRESS: "65536" }],
    ["REQUESTS_PER_SECOND", { REQUESTS_PER_SECOND: "0" }],
    ["REQUESTS_AT_ONCE", { REQUESTS_AT_ONCE: "-1" }],
    ["CREATIONS_PER_MINUTE", { CREATIONS_PER_MINUTE: "0" }],
    ["MATCHES_AT_ONCE", { MATCHES_AT_ONCE: "0" }],
    ["SPECTATORS_PER_MATCH", { SPECTATORS_PER_MATCH: "-1" }],
    ["WATCHERS_AT_ONCE", { WATCHERS_AT_ONCE: "many" }],
    ["VIEWERS_PER_ADDRESS", { VIEWERS_PER_ADDRESS: "1000001" }],
    ["BOT_DELAY", { BOT_DELAY: "soon" }],
    ["WORD_FILTER", { WORD_FILTER: "strict" }],
    ["PUSH", { PUSH: "yes" }],
    ["PUSH_HOSTS", { PUSH_HOSTS: "push.example,https://push.example" }],
    ["PUSH_HOSTS", { PUSH_HOSTS: "127.0.0.1" }],
    ["PUSH_HOSTS", { PUSH_HOSTS: "*" }],
    ["PUSH_CONTACT", { PUSH_CONTACT: "operator@example.org" }],
    ["SMTP_URL", { SMTP_URL: "mail.example.org" }],
    ["SMTP_URL needs MAIL_FROM:", { SMTP_URL: "smtp://127.0.0.1", PUBLIC_URL: "https://play.example" }],
    [
      "SMTP_URL needs PUBLIC_URL:",
      { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "a@play.example", PUBLIC_URL: "" },
    ],
    ["MAIL_FROM", { MAIL_FROM: "Flower War" }],
    ["MAIL_FROM", { MAIL_FROM: "Flower War <play@example.org" }],
    ["MAIL_FROM", { MAIL_FROM: "a@example.org\r\nBcc: b@example.org" }],
    ["WORD_FILTER_WORDS", { WORD_FILTER_WORDS: "two words,tonto" }],
    ["WORD_FILTER_ALLOWED", { WORD_FILTER_ALLOWED: "kike,," }],
    ["AUTH_SECRET", { AUTH_SECRET: "short" }],
    ["ADMIN_PASSWORD", { ADMIN_PASSWORD: "short" }],
    ["NODE_ENV", { NODE_ENV: "prod" }],
    ["AUTH_SECRET", { NODE_ENV: "production" }],
    ["BRIDGE_TOKEN", { NODE_ENV: "production", AUTH_SECRET: SECRETS.AUTH_SECRET }],
    ["OPERATOR_PORT", { OPERATOR_PORT: "operators" }],
    ["OPERATOR_PORT must be set:", { PORT: "65535" }],
    ["OPERATOR_TLS_DIR needs a PEM file at", { OPERATOR_TLS_DIR: "/nowhere" }],
    ["FIRMWARE_DIR", { FIRMWARE_DIR: "/nowhere" }],
    ["FIRMWARE_DIR", { FIRMWARE_DIR: MAIN }],
    ["DATA_DIR", { DATA_DIR: MAIN }],
    ["DATA_DIR", { DATA_DIR: join(MAIN, "data") }],
    ["DATA_DIR", { DATA_DIR: "/proc/nowhere/data" }],
  ])("that names %s when it reads its settings: %o", (variable, environment) => {
    const settings = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder, ...environment };
    const sentence = new RegExp(`^${variable} [^\n]*\\.$`);
    expect(() => readConfig(settings, systemRandom)).toThrow(StartError);
    expect(() => readConfig(settings, systemRandom)).toThrow(sentence);
  });

  test("if the port is in use", async () => {
    const other = createServer();
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await untilExit(start({ PORT: String(port) }))).toEqual({
      code: 1,
      stderr: `PORT ${port} is in use.\n`,
    });
    other.close();
  });

  test("if its secrets cannot be stored, and leaves no empty file of them", async () => {
    // No file may have a byte, as on a full disk.
    const child = start({}, ["sh", "-c", 'trap "" XFSZ; ulimit -f 0; exec "$0" "$@"', process.execPath]);
    const { code, stderr } = await untilExit(child);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATA_DIR .*\.\n$/);
    expect(readdirSync(folder)).toEqual(["flower-war.lock"]);
    await untilListening(start());
  });

  test("if the file of a secret is empty", async () => {
    writeFileSync(join(folder, "auth-secret"), "");
    const { code, stderr } = await untilExit(start());
    expect(code).toBe(1);
    expect(stderr).toMatch(/auth-secret.*\.\n$/);
  });
});
