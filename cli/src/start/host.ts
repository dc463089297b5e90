import { join, resolve } from "node:path";
import { toString } from "qrcode";
import { documentAt } from "../manifest.ts";
import { forkProgram } from "../programs.ts";
import { writeEntrance } from "./entrance.ts";
import { findFreePort, startProgram, untilAnswering } from "./outside-program.ts";
import { Processes } from "./processes.ts";
import { SMALL_SEMI_SPACE, semiSpaceOption } from "./semi-space.ts";
import { type Environment, planServers, type SeveralServers } from "./several-servers.ts";
import { type Store, startPostgres, startRedis } from "./stores.ts";

/** The variables that most hosts set, for a usage. */
export const SETTINGS = `Settings are environment variables, all optional. The most common:
  PORT         where the server listens; default 2567
  HOST         at which address; default: all
  OPERATOR_PORT  where its listener for operators and bridges listens, on this machine alone; default one above PORT
  MQTT_PORT    where the bridge's broker for temples listens; default 1883
  MQTT_URL     a broker of your own instead
  DATA_DIR     where the server stores its data; default ./data
  SERVERS      how many servers run behind one entrance; default 1. More need Redis, PostgreSQL and nginx
  LOG_LEVEL    trace to fatal, silent; default info
All of them: ${documentAt("README.md#environment")}`;

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
 * Runs a server and a bridge as two processes, or with `SERVERS` several servers behind one entrance, until this process is stopped. If
 * one of the processes ends, all are stopped.
 *
 * Each of ours sends a message over its IPC channel when it is ready, and ends when that channel closes, so all end even if this
 * process is killed. This process does the same if it is spawned with a channel; it sends `{ port, operatorUrl, mqttPort }`.
 * Its exit code is 0 if it was told to stop, else 1.
 * @param games modules or folders of games to host besides our own
 */
export function startHost(games: readonly string[] = []): void {
  void new Host().start(games);
}

/** What stops together, the highest first: the bridge signs off from the servers, which use the stores to their end. */
const STAGE = { stores: 0, servers: 1, entrance: 2, bridge: 3 } as const;

class Host {
  readonly #processes = new Processes();

  async start(games: readonly string[]): Promise<void> {
    this.#processes.stopWhenTold();
    try {
      const plan = await planServers(process.env);
      await this.#startAll(
        plan,
        games.flatMap((game) => ["--game", resolve(game)]),
      );
    } catch (error) {
      process.exitCode = 1;
      console.error(error instanceof Error ? error.message : error);
      this.#processes.stop();
    }
  }

  async #startAll(plan: SeveralServers | null, gameArguments: readonly string[]): Promise<void> {
    const { HOST = "", MQTT_HOST, MQTT_URL, OPERATOR_URL } = process.env;
    const pageHost = ["", "0.0.0.0", "::", "127.0.0.1"].includes(HOST) ? "localhost" : formatHost(HOST);
    const stores = plan === null ? {} : await this.#startStores(plan);
    const servers: ServerReady[] = [];
    // One after the other: the first creates what is not there yet.
    for (const environment of plan?.servers ?? [{}]) {
      servers.push(await this.#runOurs<ServerReady>("server", gameArguments, { ...environment, ...stores }));
    }
    const [first] = servers as [ServerReady];
    const { port, address } = plan === null ? first : { port: plan.port, address: plan.address };
    if (plan !== null) await this.#startEntrance(plan, servers);
    // A certificate is valid for a name that this process does not know.
    const isNamed = first.operatorUrl.startsWith("https:") && OPERATOR_URL;
    const operatorUrls = isNamed ? [OPERATOR_URL] : servers.map(({ operatorUrl }) => operatorUrl);
    const [operatorUrl] = operatorUrls as [string];
    const { mqttPort } = await this.#runOurs<BridgeReady>("bridge", [], {
      OPERATOR_URL: operatorUrls.join(","),
      BRIDGE_TOKEN: first.bridgeToken,
    });
    const broker = MQTT_URL
      ? "the broker of MQTT_URL"
      : `mqtt://${formatHost(MQTT_HOST || "127.0.0.1")}:${mqttPort}`;
    console.log(
      `Flower War is open at http://${pageHost}:${port}, for temples at ${broker}. Ctrl-C closes it.`,
    );
    if (address !== null) void invite(address);
    console.log(`The operator's page is at ${operatorUrl}`);
    process.send?.({ port, operatorUrl, mqttPort });
  }

  /** Starts the stores that servers share, unless there are some. Resolves with the variables that lead to them. */
  async #startStores({ folder, postgres, redis }: SeveralServers): Promise<Environment> {
    const environment: Record<string, string> = {};
    const keep = async (name: string, variable: string, { child, url, ready }: Store) => {
      environment[variable] = url;
      this.#processes.keep(name, child, STAGE.stores);
      await ready;
    };
    await Promise.all([
      redis &&
        startRedis(join(folder, "redis"), redis).then((store) => keep("store Redis", "REDIS_URL", store)),
      postgres &&
        startPostgres(join(folder, "postgres"), postgres).then((store) =>
          keep("store PostgreSQL", "DATABASE_URL", store),
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
    this.#processes.keep("entrance nginx", startProgram(plan.nginx, settings), STAGE.entrance);
    await untilAnswering(`http://127.0.0.1:${healthPort}/healthz`);
  }

  /**
   * Starts the process of a package. Resolves with its first message; never, if it ends before or is stopped.
   * @param environment added to this process' own
   */
  #runOurs<Ready>(
    name: "server" | "bridge",
    args: readonly string[],
    environment: Environment,
  ): Promise<Ready> {
    const semiSpace = name === "server" ? semiSpaceOption(process.availableMemory()) : SMALL_SEMI_SPACE;
    const child = forkProgram(name, "main", args, {
      execArgv: [semiSpace],
      env: { ...process.env, ...environment },
      // A process group of its own: a terminal sends Ctrl-C to our whole group, but we stop the processes in order.
      detached: true,
    });
    const { promise, resolve: becomeReady } = Promise.withResolvers<Ready>();
    let isReady = false;
    // One that ends before it is ready has printed the reason itself.
    this.#processes.keep(name, child, STAGE[name === "server" ? "servers" : "bridge"], () => isReady);
    child.once("message", (message) => {
      isReady = true;
      if (!this.#processes.areStopping) becomeReady(message as Ready);
    });
    return promise;
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
