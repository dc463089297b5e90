import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { makeCa, type TestCa } from "./certificates.ts";
import { endProcess, freePort, programPath, waitUntilListening } from "./programs.ts";
import { until } from "./until.ts";

/** The name for which certificates are asked: the CA's DNS leads each name to this machine. */
export const NAME = "play.example";

/** How the CA behaves. */
interface AcmeSettings {
  /** The port at which it asks whether a name is ours. */
  readonly httpPort: number | string;
  /** s for which a certificate is valid. */
  readonly validity?: number;
  /** Whether it refuses all requests, as if their nonces were wrong. */
  readonly refuses?: boolean;
}

interface Ports {
  readonly acme: number;
  readonly management: number;
  /** The next one is free too. */
  readonly dns: number;
}

/** A real ACME server, pebble, with the DNS that it asks. */
export class AcmeServer {
  /** The address that an ACME client needs. */
  readonly directory: string;
  /** The file with the CA that vouches for that address. */
  readonly ca: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "flower-war-acme-"));
  readonly #tls: TestCa;
  readonly #ports: Ports;
  #children: ChildProcess[] = [];
  #log = "";

  static async start(settings: AcmeSettings): Promise<AcmeServer> {
    const [acme, management, dns] = [await freePort(), await freePort(), await freePort()];
    const server = new AcmeServer({ acme, management, dns });
    await server.restart(settings);
    return server;
  }

  private constructor(ports: Ports) {
    this.#ports = ports;
    this.#tls = makeCa("acme-server");
    this.ca = this.#tls.file;
    this.directory = `https://127.0.0.1:${ports.acme}/dir`;
  }

  /** Starts it again with other settings, as a CA that knows no account and has another root. */
  async restart({ httpPort, validity = 7_776_000, refuses = false }: AcmeSettings): Promise<void> {
    await this.#end();
    const { acme, management, dns } = this.#ports;
    const config = join(this.#folder, "pebble.json");
    const pebble = {
      listenAddress: `127.0.0.1:${acme}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: join(this.#tls.serverDir, "fullchain.pem"),
      privateKey: join(this.#tls.serverDir, "privkey.pem"),
      httpPort: Number(httpPort),
      tlsPort: 1,
      profiles: { default: { description: "of this test", validityPeriod: validity } },
    };
    writeFileSync(config, JSON.stringify({ pebble }));
    const env = { PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: refuses ? "100" : "0" };
    const none = ["-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", "", "-defaultIPv6", ""];
    const dnsAt = `127.0.0.1:${dns}`;
    const asked = ["-dnsserver", dnsAt, "-defaultIPv4", "127.0.0.1", "-management", `127.0.0.1:${dns + 1}`];
    const nameServer = this.#spawn("pebble-challtestsrv", [...asked, ...none]);
    const server = this.#spawn("pebble", ["-config", config, "-dnsserver", dnsAt], env);
    await waitUntilListening(dns, nameServer, () => this.#log);
    await waitUntilListening(acme, server, () => this.#log);
    await waitUntilListening(management, server, () => this.#log);
  }

  /** Resolves with the root of its certificates, as PEM. */
  root(): Promise<string> {
    const url = `https://127.0.0.1:${this.#ports.management}/roots/0`;
    const agent = new Agent({ ca: this.#tls.pem });
    return new Promise((resolve, reject) => {
      get(url, { agent }, (response) => void text(response).then(resolve, reject)).on("error", reject);
    });
  }

  async stop(): Promise<void> {
    await this.#end();
    this.#tls.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(): Promise<void> {
    await Promise.all(this.#children.splice(0).map((child) => endProcess(child, "SIGKILL")));
  }

  #spawn(program: "pebble" | "pebble-challtestsrv", args: readonly string[], env = {}): ChildProcess {
    const child = spawn(programPath(program), args, { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const output of [child.stdout, child.stderr])
      output.setEncoding("utf8").on("data", (line: string) => (this.#log = (this.#log + line).slice(-4_000)));
    this.#children.push(child);
    return child;
  }
}

/** A program that runs Caddy, with what it writes. */
export class CaddyProcess {
  log = "";
  readonly child: ChildProcess;

  constructor(command: readonly [string, ...string[]], env: Readonly<Record<string, string>>) {
    const [program, ...args] = command;
    this.child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const output of [this.child.stdout, this.child.stderr])
      output?.setEncoding("utf8").on("data", (line: string) => (this.log += line));
  }

  /** Waits until it says something. */
  says(words: string): Promise<void> {
    return until(() => this.log.includes(words), `of Caddy: ${words}`);
  }

  stop(): Promise<number | null> {
    return endProcess(this.child, "SIGTERM");
  }
}
