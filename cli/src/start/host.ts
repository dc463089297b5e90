import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoreLock } from "@flower-war/protocol/files";
import { everyAddress } from "@flower-war/protocol/sockets";
import { documentAt } from "../manifest.ts";
import { forkProgram } from "../programs.ts";
import { openAddresses } from "./addresses.ts";
import { writeEntrance } from "./entrance.ts";
import { findFreePort, startProgram, untilAnswering } from "./outside-program.ts";
import { hasStandby, SHARED_HEAPS, SMALL_SEMI_SPACE, semiSpaceOption } from "./memory.ts";
import { type PreparedProcess, Processes, type Service } from "./processes.ts";
import { ENTRANCE_HOST, type Environment, planServers, type SeveralServers } from "./several-servers.ts";
import { preparePostgres, prepareRedis, type Store } from "./stores.ts";
import { WatchedGames } from "./watched-games.ts";

/** The variables that most hosts set, for a usage. */
export const SETTINGS = `Settings are environment variables, all optional. The most common:
  PORT         where the server listens; default 2567
  HOST         at which address; default: all
  OPERATOR_PORT  where its listener for operators and bridges listens, on this machine alone; default one above PORT
  MQTT_PORT    where the bridge's broker for temples listens; default 1883
  MQTT_URL     a broker of your own instead
  DATA_DIR     where the server stores its data; default ./data
  SERVERS      how many servers run behind one entrance; default 1. More need Redis, PostgreSQL and nginx
  STANDBY      on: a process waits to replace a server that ends; default on for one server with a GiB of memory free
  LOG_LEVEL    trace to fatal, silent; default info
All of them: ${documentAt("docs/configuration.md")}`;

/** The first message of a server's process. */
interface ServerReady {
  readonly port: number;
  readonly operatorUrl: string;
  readonly bridgeToken: string;
}

/** The first message of a bridge's process; `"connected"` follows when it is connected to the server. */
interface BridgeReady {
  readonly mqttPort: number | null;
  readonly mqttTlsPort?: number;
  readonly metricsPort?: number;
}

/**
 * Runs a server and a bridge as two processes, or with `SERVERS` several servers behind one entrance, until this process is stopped. What
 * ends is started again, with the same ports; what cannot be started ends all.
 *
 * Each of ours sends a message over its IPC channel when it is ready, and ends when that channel closes, so all end even if this
 * process is killed. This process does the same if it is spawned with a channel; it sends `{ port, operatorUrl, mqttPort }`.
 * Its exit code is 0 if it was told to stop, else 1.
 * @param games modules or folders of games to host besides our own
 * @param watches whether the server is started again when a file of theirs changes
 */
export function startHost(games: readonly string[] = [], watches = false): void {
  void new Host(watches).start(games);
}

/** ms that a start waits for the bridge's connection before it says where the host is open. */
const CONNECTED_WITHIN = 2_000;
/** ms that it gives the lines of the other processes to come before. */
const WRITTEN_WITHIN = 50;

/** ms that a start waits for a host that is about to end. */
const PATIENCE = 300;

/** Stages of stopping, the highest first: the bridge signs off from the servers, which use the stores to their end. */
const STAGE = { stores: 0, servers: 1, entrance: 2, bridge: 3 } as const;

/**
 * Refuses a folder that is in use sooner than the server would, which has to be loaded for that.
 * @throws Error in one sentence, if another process owns it
 */
async function refuseHeldFolder({ DATA_DIR, DATABASE_URL }: NodeJS.ProcessEnv): Promise<void> {
  const folder = resolve(DATA_DIR || "data");
  if (DATABASE_URL || !existsSync(join(folder, "flower-war.db"))) return;
  const { describeHeldFolder, StoreLock } = await import("@flower-war/protocol/files");
  let lock: StoreLock | null;
  try {
    lock = StoreLock.tryAcquire(folder, PATIENCE);
  } catch {
    // The server reports the folder's fault.
    return;
  }
  if (lock === null) throw new Error(describeHeldFolder(folder));
  lock.release();
}

class Host {
  readonly #processes = new Processes();
  readonly #watches: boolean;
  /** The games' files, if they are watched. */
  #watched: WatchedGames | undefined;
  /** Servers that run or start. */
  readonly #servers = new Set<ChildProcess>();
  /** Kept as long as this process runs. */
  #lock: StoreLock | null = null;
  /** Resolves when the bridge is connected to a server. */
  readonly #connected = Promise.withResolvers<void>();

  constructor(watches: boolean) {
    this.#watches = watches;
  }

  async start(games: readonly string[]): Promise<void> {
    this.#processes.stopWhenTold();
    try {
      if (this.#watches && games.length === 0)
        throw new Error("--watch needs a game to watch: name it with --game.");
      if (this.#watches) this.#watched = new WatchedGames(games, () => this.#stopServers());
      const plan = await planServers(process.env);
      await (plan === null ? refuseHeldFolder(process.env) : this.#own(plan.folder));
      await this.#startAll(
        plan,
        games.flatMap((game) => ["--game", resolve(game)]).concat(this.#watches ? ["--debug"] : []),
      );
    } catch (error) {
      process.exitCode = 1;
      console.error(error instanceof Error ? error.message : error);
      this.#processes.stop();
    }
  }

  /**
   * Owns the folder of several servers until this process ends. A server that is alone does so itself.
   * @throws Error in one sentence, if another process owns it
   */
  async #own(folder: string): Promise<void> {
    // Other commands than this one run with a Node that has no SQLite.
    const { describeHeldFolder, makeFolder, StoreLock } = await import("@flower-war/protocol/files");
    makeFolder(folder);
    this.#lock = StoreLock.tryAcquire(folder, PATIENCE);
    if (this.#lock === null) throw new Error(describeHeldFolder(folder));
  }

  async #startAll(plan: SeveralServers | null, gameArguments: readonly string[]): Promise<void> {
    const { HOST, MQTT_HOST, MQTT_URL, OPERATOR_URL, PUBLIC_URL } = process.env;
    const host = HOST || (plan === null ? everyAddress() : ENTRANCE_HOST);
    const pageHost = ["0.0.0.0", "::", "127.0.0.1"].includes(host) ? "localhost" : formatHost(host);
    const standsBy = !this.#watches && hasStandby(process.env, plan === null, process.availableMemory());
    const stores = plan === null ? {} : await this.#startStores(plan);
    const environments = (plan?.servers ?? [{}]).map((own) => ({ ...own, ...stores }));
    const starting = this.#startServers(environments, gameArguments, standsBy);
    // The bridge is forked after the first server, and loads its program while the servers start.
    const bridge = { name: "bridge", stage: STAGE.bridge };
    const prepared = this.#processes.prepare(bridge, () => forkOurs("bridge", ["--standby"], {}));
    const servers = await starting;
    const [first] = servers as [ServerReady];
    const { port } = plan ?? first;
    if (plan !== null) await this.#startEntrance(plan, servers);
    // A certificate is valid for a name that this process does not know.
    const isNamed = first.operatorUrl.startsWith("https:") && OPERATOR_URL;
    const operatorUrls = isNamed ? [OPERATOR_URL] : servers.map(({ operatorUrl }) => operatorUrl);
    const [operatorUrl] = operatorUrls as [string];
    const servedBy = { OPERATOR_URL: operatorUrls.join(","), BRIDGE_TOKEN: first.bridgeToken };
    const { mqttPort } = await this.#runOurs("bridge", [], servedBy, pinBridge, { prepared });
    await Promise.race([this.#connected.promise, sleep(CONNECTED_WITHIN, undefined, { ref: false })]);
    await sleep(WRITTEN_WITHIN);
    const broker = MQTT_URL
      ? "the broker of MQTT_URL"
      : `mqtt://${formatHost(MQTT_HOST || "127.0.0.1")}:${mqttPort}`;
    const others = PUBLIC_URL
      ? [{ reach: "for all", url: new URL(PUBLIC_URL).origin }]
      : openAddresses(host, port);
    printAddresses([
      { reach: "on this machine", url: `http://${pageHost}:${port}` },
      ...others,
      { reach: "for temples", url: broker },
      { reach: "for operators", url: operatorUrl },
    ]);
    const [invited] = others;
    if (invited !== undefined && process.stdout.isTTY) {
      const { toString } = await import("qrcode");
      console.log(await toString(invited.url, { type: "terminal", small: true }));
    }
    process.send?.({ port, operatorUrl, mqttPort });
  }

  /** Starts the servers in sequence, since the first one creates missing tables and secrets. */
  async #startServers(
    environments: readonly Environment[],
    gameArguments: readonly string[],
    standsBy: boolean,
  ): Promise<readonly ServerReady[]> {
    const servers: ServerReady[] = [];
    for (const environment of environments)
      servers.push(await this.#runOurs("server", gameArguments, environment, pinServer, { standsBy }));
    return servers;
  }

  /** Stops the servers as a deploy does; each is started again with the same ports and the new files. */
  #stopServers(): void {
    for (const server of this.#servers) server.kill();
  }

  /** Starts the stores that servers share, unless there are some. Resolves with the variables that lead to them. */
  async #startStores({ folder, postgres, redis }: SeveralServers): Promise<Environment> {
    const environment: Record<string, string> = {};
    const run = async (name: string, variable: string, store: Store) => {
      environment[variable] = store.url;
      await this.#processes.run({ ...store, name, stage: STAGE.stores, saysWhy: false });
    };
    await Promise.all([
      redis &&
        prepareRedis(join(folder, "redis"), redis).then((store) => run("store Redis", "REDIS_URL", store)),
      postgres &&
        preparePostgres(join(folder, "postgres"), postgres).then((store) =>
          run("store PostgreSQL", "DATABASE_URL", store),
        ),
    ]);
    return environment;
  }

  async #startEntrance(plan: SeveralServers, servers: readonly ServerReady[]): Promise<void> {
    const folder = join(plan.folder, "entrance");
    const healthPort = await findFreePort();
    const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
    writeEntrance(folder, addresses, { ...plan.entrance, HEALTH_PORT: String(healthPort) });
    const settings = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf"), "-g", "daemon off;"];
    await this.#processes.run({
      name: "entrance nginx",
      stage: STAGE.entrance,
      saysWhy: false,
      start: () => startProgram(plan.nginx, settings),
      untilReady: () => untilAnswering(`http://127.0.0.1:${healthPort}/healthz`),
    });
  }

  /**
   * Runs a package's process, and another one with the same ports when it has ended. Resolves with the first message of the first;
   * never, if it ends before or is stopped.
   * @param environment added to this process' own
   * @param pin returns the variables that give another process the same ports
   * @param more `standsBy`: whether a process waits beside it. `prepared`: the first process, which has been started before
   */
  async #runOurs<Ready>(
    name: "server" | "bridge",
    args: readonly string[],
    environment: Environment,
    pin: (ready: Ready) => Environment,
    { standsBy = false, prepared }: { readonly standsBy?: boolean; readonly prepared?: PreparedProcess } = {},
  ): Promise<Ready> {
    const { promise, resolve: becomeReady } = Promise.withResolvers<Ready>();
    let pinned: Environment = {};
    const fork = (...more: readonly string[]) =>
      forkOurs(name, [...args, ...more], { ...environment, ...pinned });
    const service: Service = {
      name,
      stage: STAGE[name === "server" ? "servers" : "bridge"],
      saysWhy: true,
      untilChanged: name === "server" ? this.#watched?.untilChanged : undefined,
      start: (standby) => {
        standby?.send({ ...environment, ...pinned });
        const child = standby ?? fork();
        if (name === "server") this.#servers.add(child.once("exit", () => this.#servers.delete(child)));
        return child;
      },
      untilReady: async (child) => {
        const message = await new Promise<Ready>((resolve) => {
          child.once("message", (first) => resolve(first as Ready));
        });
        pinned = pin(message);
        becomeReady(message);
        child.once("message", () => this.#connected.resolve());
      },
      standBy: standsBy ? () => fork("--standby") : undefined,
    };
    await this.#processes.run(service, prepared);
    return promise;
  }
}

/** Starts a process of a package. @param environment added to this process' own */
function forkOurs(
  name: "server" | "bridge",
  args: readonly string[],
  environment: Environment,
): ChildProcess {
  const semiSpace = name === "server" ? semiSpaceOption(process.availableMemory()) : SMALL_SEMI_SPACE;
  return forkProgram(name, "main", args, {
    // Pages of games from outside are stripped of their types, of which Node warns.
    execArgv: [semiSpace, "--disable-warning=ExperimentalWarning"],
    env: { ...SHARED_HEAPS, ...process.env, ...environment },
    // A process group of its own: a terminal sends Ctrl-C to our whole group, but we stop the processes in order.
    detached: true,
  });
}

function pinServer({ port, operatorUrl }: ServerReady): Environment {
  const { port: operatorPort, protocol } = new URL(operatorUrl);
  return {
    PORT: String(port),
    OPERATOR_PORT: operatorPort || (protocol === "https:" ? "443" : "80"),
  };
}

function pinBridge({ mqttPort, mqttTlsPort, metricsPort }: BridgeReady): Environment {
  const ports = { MQTT_PORT: mqttPort, MQTT_TLS_PORT: mqttTlsPort, METRICS_PORT: metricsPort };
  const opened = Object.entries(ports).filter(([, port]) => port != null);
  return Object.fromEntries(opened.map(([name, port]) => [name, String(port)]));
}

/** Prints where the host is open, apart from the log before it. */
function printAddresses(addresses: readonly { readonly reach: string; readonly url: string }[]): void {
  const width = Math.max(...addresses.map(({ reach }) => reach.length));
  const lines = addresses.map(({ reach, url }) => `  ${reach.padEnd(width)}  ${url}`);
  console.log(`\nFlower War is open. Ctrl-C closes it.\n\n${lines.join("\n")}\n`);
}

/** Returns an address as URLs have it: IPv6 in brackets. */
function formatHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
