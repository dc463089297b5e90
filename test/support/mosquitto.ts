import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { addBridge, addTemple } from "../../cli/src/mosquitto.ts";
import { endProcess, freePort, programPath, waitUntilListening } from "./programs.ts";
import { ROOT } from "./root.ts";

const CONF = join(ROOT, "deploy/mosquitto/mosquitto.conf");
/** The bridge in its files. */
export const BRIDGE = { id: "bridge-1", password: "password-of-bridge-1" };

/** ms after which a login that Mosquitto must admit has failed. */
const DEADLINE = 60_000;

/** Paths of PEM files. */
interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface TlsListener extends TlsFiles {
  readonly port: number;
}

export interface MosquittoOptions {
  /** Temples in its files, with their secrets. */
  readonly temples?: Iterable<readonly [templeId: string, secret: string]>;
  /** Adds other clients to the files in this folder. */
  readonly admit?: (folder: string) => void;
  /** The access list in place of the usual one. */
  readonly rules?: string | undefined;
  /** It listens with TLS too. */
  readonly tls?: TlsFiles;
  /** Whether it stores retained messages on disk; default: it does. */
  readonly persistence?: boolean;
}

/** A real Mosquitto with the configuration in deploy/, on a free port and with temporary folders. */
export class MosquittoProcess {
  readonly port: number;
  /** The folder of `passwd` and `acl`. */
  readonly folder: string;
  /** What it wrote to stdout and stderr. */
  log = "";
  readonly #tls: TlsListener | null;
  readonly #root: string;
  #child: ChildProcess;

  /** Starts it with the password of `bridge-1` in its files. Resolves when it listens. */
  static async start(options: MosquittoOptions = {}): Promise<MosquittoProcess> {
    const tls = options.tls ? { ...options.tls, port: await freePort() } : null;
    const mosquitto = new MosquittoProcess(await freePort(), options, tls);
    await waitUntilListening(mosquitto.port, mosquitto.#child, () => mosquitto.log);
    return mosquitto;
  }

  private constructor(port: number, options: MosquittoOptions, tls: TlsListener | null) {
    const { temples = [], admit, rules, persistence = true } = options;
    this.port = port;
    this.#tls = tls;
    this.#root = mkdtempSync(join(tmpdir(), "flower-war-mosquitto-"));
    this.folder = join(this.#root, "flower-war");
    mkdirSync(this.folder);
    mkdirSync(join(this.#root, "data"));
    addBridge(this.folder, BRIDGE.id, BRIDGE.password);
    for (const [templeId, secret] of temples) addTemple(this.folder, templeId, secret);
    admit?.(this.folder);
    if (rules !== undefined) writeFileSync(join(this.folder, "acl"), rules);
    writeFileSync(join(this.#root, "mosquitto.conf"), this.#configuration(persistence));
    this.#child = this.#spawn();
  }

  #spawn(): ChildProcess {
    const conf = join(this.#root, "mosquitto.conf");
    const child = spawn(programPath("mosquitto"), ["-c", conf], { stdio: ["ignore", "pipe", "pipe"] });
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    }
    return child;
  }

  /** Where the bridge connects, with its login. */
  get url(): string {
    return `mqtt://${BRIDGE.id}:${BRIDGE.password}@127.0.0.1:${this.port}`;
  }

  /** Where the bridge connects with TLS, with its login. */
  get tlsUrl(): string {
    return `mqtts://${BRIDGE.id}:${BRIDGE.password}@127.0.0.1:${this.#tls?.port}`;
  }

  get tlsPort(): number {
    return this.#tls?.port ?? 0;
  }

  /** Adds a temple to its files and makes it read them. Resolves when it admits the temple. */
  async admit(templeId: string, secret: string): Promise<void> {
    addTemple(this.folder, templeId, secret);
    await this.reload(templeId, secret);
  }

  /** Makes it read its files again, where this temple was added. Resolves when it admits the temple. */
  async reload(templeId: string, secret: string): Promise<void> {
    this.#child.kill("SIGHUP");
    const login = { clientId: templeId, username: templeId, password: secret, reconnectPeriod: 0 };
    const end = performance.now() + DEADLINE;
    while (performance.now() < end) {
      const client = await connectAsync(`mqtt://127.0.0.1:${this.port}`, login, false).catch(() => null);
      if (client) return client.endAsync();
      await sleep(20);
    }
    throw new Error(`mosquitto does not admit ${templeId}: ${this.log}`);
  }

  /** Ends it. At SIGTERM it first writes what it persists. */
  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    await endProcess(this.#child, signal);
  }

  /** Starts it again on its port, with what it stored. Resolves when it listens. */
  async restart(): Promise<void> {
    this.#child = this.#spawn();
    await waitUntilListening(this.port, this.#child, () => this.log);
  }

  /** Ends it, and removes what it stored. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** The configuration with this port and these folders. Started by root it stays root, or it could not read them. */
  #configuration(persistence: boolean): string {
    const conf = readFileSync(CONF, "utf8")
      .replace("persistence true", `persistence ${persistence}`)
      .replace("listener 1883", `listener ${this.port} 127.0.0.1`)
      .replaceAll(" /mosquitto/", ` ${this.#root}/`);
    const tls = this.#tls;
    const listener =
      tls === null
        ? ""
        : `listener ${tls.port} 127.0.0.1\ncertfile ${tls.cert}\nkeyfile ${tls.key}\ntls_version tlsv1.2\n`;
    const whole = `${conf}\n${listener}`;
    return process.getuid?.() === 0 ? `user root\n${whole}` : whole;
  }
}
