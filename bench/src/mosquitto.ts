import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, waitForListener } from "./process.ts";

/** Debian installs it in a folder that is only on the PATH of root. */
const PROGRAM = ["mosquitto", "/usr/sbin/mosquitto"].find(
  (name) => spawnSync(name, ["-h"]).error === undefined,
);
const CONF = join(import.meta.dirname, "../../deploy/mosquitto/mosquitto.conf");
/** The access list of docs/temple-protocol.md A-2. */
const ACCESS = `pattern write templo/v1/%u/up/state
pattern write templo/v1/%u/up/bead
pattern write templo/v1/%u/up/act
pattern read templo/v1/%u/down/#
pattern read templo/v1/_bridge/+
user bridge-1
topic read templo/v1/+/up/#
topic write templo/v1/+/down/#
topic write templo/v1/+/up/state
topic write templo/v1/_bridge/bridge-1
`;

/** Whether Mosquitto is installed on this machine. */
export function isMosquittoInstalled(): boolean {
  return PROGRAM !== undefined && existsSync(CONF);
}

/** A Mosquitto with the project's own configuration. It keeps its port when it is started again. */
export class Mosquitto {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | null = null;

  /**
   * Starts a Mosquitto.
   * @param users passwords by user name: those of the temples and of `bridge-1`
   * @param persistence whether it stores retained messages on disk
   */
  static async start(users: ReadonlyMap<string, string>, persistence: boolean): Promise<Mosquitto> {
    const mosquitto = new Mosquitto(await findFreePort(), users, persistence);
    await mosquitto.start();
    return mosquitto;
  }

  private constructor(port: number, users: ReadonlyMap<string, string>, persistence: boolean) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), "flower-war-bench-mosquitto-"));
    const passwords = [...users].map(([name, password]) => `${name}:${hash(password)}\n`);
    writeFileSync(join(this.#folder, "passwd"), passwords.join(""), { mode: 0o600 });
    writeFileSync(join(this.#folder, "acl"), ACCESS, { mode: 0o600 });
    const conf = readFileSync(CONF, "utf8")
      .replace("listener 1883", `listener ${port} 127.0.0.1`)
      .replace("persistence true", `persistence ${persistence}`)
      .replaceAll(/ \/mosquitto\/(flower-war|data)\//g, ` ${this.#folder}/`);
    // Started as root it would switch to another user, who cannot read its files.
    writeFileSync(join(this.#folder, "conf"), process.getuid?.() === 0 ? `user root\n${conf}` : conf);
  }

  async start(): Promise<void> {
    this.#child = spawn(PROGRAM ?? "mosquitto", ["-c", join(this.#folder, "conf")], { stdio: "ignore" });
    await waitForListener(this.port);
  }

  /** Ends as an operator ends it: it writes what it persists. */
  async end(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Hashes a password as mosquitto_passwd 2.0 does. */
function hash(password: string): string {
  const salt = randomBytes(12);
  const digest = pbkdf2Sync(password, salt, 101, 64, "sha512");
  return `$7$101$${salt.toString("base64")}$${digest.toString("base64")}`;
}
