import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { admitBridge, admitTemple } from "../../cli/src/mosquitto.ts";
import { freePort, programPath } from "./programs.ts";

const CONF = join(import.meta.dirname, "../../deploy/mosquitto/mosquitto.conf");
const BRIDGE = { id: "bridge-1", password: "password-of-bridge-1" };

interface TlsListener {
  readonly port: number;
  /** Files. */
  readonly cert: string;
  readonly key: string;
}

/** A real Mosquitto with the tree's own configuration, on a free port and with folders of its own. */
export class MosquittoProcess {
  readonly port: number;
  /** The folder of `passwd` and `acl`. */
  readonly folder: string;
  /** What it wrote. */
  log = "";
  readonly #tls: TlsListener | null;
  readonly #root: string;
  readonly #child: ChildProcess;

  /**
   * Starts it when `bridge-1` and whom `admit` lets in are in its files.
   * @param tls the files of a certificate and its key: it listens in TLS too
   */
  static async start(
    admit: (folder: string) => void = () => {},
    tls: { readonly cert: string; readonly key: string } | null = null,
  ): Promise<MosquittoProcess> {
    const listener = tls && { ...tls, port: await freePort() };
    const mosquitto = new MosquittoProcess(await freePort(), admit, listener);
    while (!(await mosquitto.#answers())) {
      if (mosquitto.#child.exitCode !== null) throw new Error(`mosquitto ended: ${mosquitto.log}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return mosquitto;
  }

  private constructor(port: number, admit: (folder: string) => void, tls: TlsListener | null) {
    this.port = port;
    this.#tls = tls;
    this.#root = mkdtempSync(join(tmpdir(), "flower-war-mosquitto-"));
    this.folder = join(this.#root, "flower-war");
    mkdirSync(this.folder);
    mkdirSync(join(this.#root, "data"));
    admitBridge(this.folder, BRIDGE.id, BRIDGE.password);
    admit(this.folder);
    const conf = join(this.#root, "mosquitto.conf");
    writeFileSync(conf, this.#configuration());
    this.#child = spawn(programPath("mosquitto"), ["-c", conf], { stdio: ["ignore", "pipe", "pipe"] });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      output?.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    }
  }

  /** As the bridge logs in. */
  get url(): string {
    return `mqtt://${BRIDGE.id}:${BRIDGE.password}@127.0.0.1:${this.port}`;
  }

  /** As the bridge logs in by TLS. */
  get tlsUrl(): string {
    return `mqtts://${BRIDGE.id}:${BRIDGE.password}@127.0.0.1:${this.#tls?.port}`;
  }

  get tlsPort(): number {
    return this.#tls?.port ?? 0;
  }

  /** Lets a temple in while it runs, as an operator does. */
  async admit(templeId: string, secret: string): Promise<void> {
    admitTemple(this.folder, templeId, secret);
    await this.reload(templeId, secret);
  }

  /** Makes it read its files again; resolves when it lets this temple in. */
  async reload(templeId: string, secret: string): Promise<void> {
    this.#child.kill("SIGHUP");
    const login = { clientId: templeId, username: templeId, password: secret, reconnectPeriod: 0 };
    for (let tries = 0; tries < 200; tries += 1) {
      const client = await connectAsync(`mqtt://127.0.0.1:${this.port}`, login, false).catch(() => null);
      if (client) return client.endAsync();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`mosquitto does not let ${templeId} in: ${this.log}`);
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** The tree's own, on our port and in our folders; started by root it stays root, or could not read them. */
  #configuration(): string {
    const conf = readFileSync(CONF, "utf8")
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

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  }
}
