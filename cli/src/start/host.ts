import type { ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { toString } from "qrcode";
import { documentAt } from "../manifest.ts";
import { forkProgram } from "../programs.ts";
import { SMALL_SEMI_SPACE, semiSpaceOption } from "./semi-space.ts";

/** The variables that most hosts set, for a usage. */
export const SETTINGS = `Settings are environment variables, all optional. The most common:
  PORT         where the server listens; default 2567
  HOST         at which address; default: all
  OPERATOR_PORT  where its listener for operators and bridges listens, on this machine alone; default one above PORT
  MQTT_PORT    where the bridge's broker for temples listens; default 1883
  MQTT_URL     a broker of your own instead
  DATA_DIR     where the server stores its data; default ./data
  LOG_LEVEL    trace to fatal, silent; default info
All of them: ${documentAt("README.md#environment")}`;

/** ms that a process has to end before it is killed. */
const STOP_TIMEOUT = 25_000;

/** The first message of a server's process. */
interface ServerReady {
  readonly port: number;
  readonly address: string | null;
  readonly operatorUrl: string;
  readonly bridgeToken: string;
}

/** The first message of a bridge's process. */
interface BridgeReady {
  readonly mqttPort: number | null;
}

/**
 * Runs a server and a bridge as two processes, until this process is stopped. If one of them ends, the other is stopped.
 *
 * Each sends a message over its IPC channel when it is ready, and ends when that channel closes, so both end even if this
 * process is killed. This process does the same if it is spawned with a channel; it sends `{ port, operatorUrl, mqttPort }`.
 * Its exit code is 0 if it was told to stop, else 1.
 * @param games modules or folders of games to host besides our own
 */
export function startHost(games: readonly string[] = []): void {
  new Host().start(games);
}

class Host {
  /** In the order in which they were started. */
  readonly #running: ChildProcess[] = [];
  #isStopping = false;

  start(games: readonly string[]): void {
    const { HOST = "", MQTT_HOST, MQTT_URL, OPERATOR_URL } = process.env;
    const pageHost = ["", "0.0.0.0", "::", "127.0.0.1"].includes(HOST) ? "localhost" : formatHost(HOST);
    process.on("SIGINT", () => this.#onSignal());
    process.on("SIGTERM", () => this.#onSignal());
    process.on("disconnect", () => this.#stop());
    const gameArguments = games.flatMap((game) => ["--game", resolve(game)]);
    this.#run("server", gameArguments, {}, ({ port, address, operatorUrl, bridgeToken }: ServerReady) => {
      // A certificate is valid for a name that this process does not know.
      const namedUrl = operatorUrl.startsWith("https:") && OPERATOR_URL ? OPERATOR_URL : operatorUrl;
      const environment = { OPERATOR_URL: namedUrl, BRIDGE_TOKEN: bridgeToken };
      this.#run("bridge", [], environment, ({ mqttPort }: BridgeReady) => {
        const broker = MQTT_URL
          ? "the broker of MQTT_URL"
          : `mqtt://${formatHost(MQTT_HOST || "127.0.0.1")}:${mqttPort}`;
        console.log(
          `Flower War is open at http://${pageHost}:${port}, for temples at ${broker}. Ctrl-C closes it.`,
        );
        if (address !== null) void invite(address);
        console.log(`The operator's page is at ${namedUrl}`);
        process.send?.({ port, operatorUrl, mqttPort });
      });
    });
  }

  /**
   * Starts the process of a package. If it ends by itself, everything is stopped.
   * @param environment added to this process' own
   * @param onReady called with its first message
   */
  #run(
    name: "server" | "bridge",
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    onReady: (message: never) => void,
  ): void {
    const semiSpace = name === "server" ? semiSpaceOption(process.availableMemory()) : SMALL_SEMI_SPACE;
    const child = forkProgram(name, "main", args, {
      execArgv: [semiSpace],
      env: { ...process.env, ...environment },
      // A process group of its own: a terminal sends Ctrl-C to our whole group, but we stop the processes in order.
      detached: true,
    });
    this.#running.push(child);
    let isReady = false;
    const onEnd = (how: string | null) => this.#onEnd(child, how === null ? null : `The ${name} ${how}.`);
    child.once("message", (message) => {
      isReady = true;
      if (!this.#isStopping) onReady(message as never);
    });
    // A process that closes its channel is about to end.
    child.once("disconnect", () => setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT).unref());
    child.once("error", ({ message }) => onEnd(`could not be started: ${message}`));
    // A process that ends before it is ready has printed the reason itself.
    child.once("exit", (code, signal) =>
      onEnd(isReady || signal ? `ended by ${signal ?? `itself: ${code}`}` : null),
    );
  }

  /** @param sentence how it ended; `null`: print nothing */
  #onEnd(child: ChildProcess, sentence: string | null): void {
    if (!this.#running.includes(child)) return;
    this.#running.splice(this.#running.indexOf(child), 1);
    if (!this.#isStopping) {
      process.exitCode = 1;
      if (sentence !== null) console.error(`${sentence} Flower War is closed.`);
    }
    if (this.#running.length === 0) process.exit();
    if (this.#isStopping) this.#running.at(-1)?.kill();
    else this.#stop();
  }

  /** Stops the processes; at the second signal kills them. */
  #onSignal(): void {
    if (this.#isStopping) this.#killAll();
    else this.#stop();
  }

  /** Stops the processes one after the other, the last one first: the bridge signs off from the server. */
  #stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#running.at(-1)?.kill();
    setTimeout(() => this.#killAll(), STOP_TIMEOUT).unref();
  }

  #killAll(): void {
    process.exitCode = 1;
    for (const child of this.#running) child.kill("SIGKILL");
  }
}

/** Prints where others on the same network play, in a terminal also as a QR code. */
async function invite(address: string): Promise<void> {
  console.log(`Others on your network play at ${address}`);
  if (process.stdout.isTTY) console.log(await toString(address, { type: "terminal", small: true }));
}

/** Returns an address as URLs have it: IPv6 in brackets. */
function formatHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
