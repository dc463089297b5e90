import { type ChildProcess, spawn } from "node:child_process";
import { endProcess, freePort, programPath, waitUntilListening } from "../programs.ts";

/** A fault of the network, as toxiproxy's API has it. */
export interface Toxic {
  readonly type: "latency" | "bandwidth" | "slicer" | "reset_peer";
  readonly stream: "upstream" | "downstream";
  readonly attributes: Readonly<Record<string, number>>;
}

/** A proxy or a toxic, as toxiproxy's API answers. */
interface Named {
  readonly name: string;
  /** A proxy's host and port. */
  readonly listen?: string;
}

/** A toxiproxy before a server: everything passes through it until toxics are added. */
export class Toxiproxy {
  #url = "";
  readonly #api: string;
  readonly #child: ChildProcess;

  /** Starts it before the server at this port. */
  static async start(port: number): Promise<Toxiproxy> {
    const api = await freePort();
    const args = ["-host", "127.0.0.1", "-port", String(api)];
    const child = spawn(programPath("toxiproxy"), args, { stdio: ["ignore", "ignore", "pipe"] });
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
    const proxy = new Toxiproxy(`http://127.0.0.1:${api}`, child);
    await waitUntilListening(api, child, () => log);
    const { listen } = await proxy.#request("POST", "/proxies", {
      name: "server",
      listen: "127.0.0.1:0",
      upstream: `127.0.0.1:${port}`,
    });
    proxy.#url = `http://${listen}`;
    return proxy;
  }

  private constructor(api: string, child: ChildProcess) {
    this.#api = api;
    this.#child = child;
  }

  /** Where it listens. */
  get url(): string {
    return this.#url;
  }

  /** Adds a toxic. Resolves with a function that removes it. */
  async add(toxic: Toxic): Promise<() => Promise<void>> {
    const { name } = await this.#request("POST", "/proxies/server/toxics", { toxicity: 1, ...toxic });
    return async () => void (await this.#request("DELETE", `/proxies/server/toxics/${name}`));
  }

  /** Cuts all connections and refuses new ones, or accepts them again. */
  async setEnabled(enabled: boolean): Promise<void> {
    await this.#request("POST", "/proxies/server", { enabled });
  }

  async stop(): Promise<void> {
    await endProcess(this.#child, "SIGKILL");
  }

  async #request(method: string, path: string, body?: object): Promise<Named> {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(this.#api + path, init);
    if (!response.ok) throw new Error(`toxiproxy: ${await response.text()}`);
    return response.status === 204 ? { name: "" } : ((await response.json()) as Named);
  }
}
