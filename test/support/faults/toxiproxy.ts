import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../programs.ts";

/** The version that `.ci/run` builds. */
const VERSION = "v2.5.0";
/** Where it puts the program. */
const FOLDER = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  `flower-war/bin/toxiproxy-${VERSION}`,
);
const PROGRAM = join(FOLDER, "server");

/** What a line does to what passes, as toxiproxy takes it. */
export interface Toxic {
  readonly type: "latency" | "bandwidth" | "slicer" | "reset_peer" | "timeout" | "limit_data";
  readonly stream: "upstream" | "downstream";
  readonly attributes: Readonly<Record<string, number>>;
}

/** As `lacks`, of toxiproxy. */
export function lacksToxiproxy(): boolean {
  if (existsSync(PROGRAM)) return false;
  const sentence = `toxiproxy is not here: GOBIN=${FOLDER} go install github.com/Shopify/toxiproxy/v2/cmd/server@${VERSION}`;
  if (process.env["CI"]) throw new Error(sentence);
  console.warn(sentence);
  return true;
}

/** A bad line to a server: everything passes through it until toxics are added. */
export class BadLine {
  readonly url: string;
  readonly #api: string;
  readonly #child: ChildProcess;

  /** @param port where the server is */
  static async to(port: number): Promise<BadLine> {
    const [listen, api] = [await freePort(), await freePort()];
    const child = spawn(PROGRAM, ["-host", "127.0.0.1", "-port", String(api)], { stdio: "ignore" });
    const line = new BadLine(`http://127.0.0.1:${listen}`, `http://127.0.0.1:${api}`, child);
    for (;;) {
      if (child.exitCode !== null) throw new Error("toxiproxy ended by itself");
      if (await fetch(`${line.#api}/version`).catch(() => null)) break;
      await sleep(10);
    }
    await line.#ask("POST", "/proxies", {
      name: "line",
      listen: `127.0.0.1:${listen}`,
      upstream: `127.0.0.1:${port}`,
    });
    return line;
  }

  private constructor(url: string, api: string, child: ChildProcess) {
    this.url = url;
    this.#api = api;
    this.#child = child;
  }

  /** Makes the line bad. Resolves with what makes it good again. */
  async add(toxic: Toxic): Promise<() => Promise<void>> {
    const { name } = await this.#ask("POST", "/proxies/line/toxics", { toxicity: 1, ...toxic });
    return async () => void (await this.#ask("DELETE", `/proxies/line/toxics/${name}`));
  }

  /** Cuts every connection, and lets none through while it is cut. */
  async cut(): Promise<void> {
    await this.#ask("POST", "/proxies/line", { enabled: false });
  }

  async mend(): Promise<void> {
    await this.#ask("POST", "/proxies/line", { enabled: true });
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
  }

  async #ask(method: string, path: string, body?: object): Promise<{ name: string }> {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(this.#api + path, init);
    if (!response.ok) throw new Error(`toxiproxy: ${await response.text()}`);
    return response.status === 204 ? { name: "" } : ((await response.json()) as { name: string });
  }
}
