import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Program } from "../../bridge/test/support/process.ts";
import { SECRETS, ServerProcess } from "../../server/test/support/process.ts";
import { BareTemple } from "./bare-temple.ts";
import { ROOT } from "./house.ts";
import { MosquittoProcess } from "./mosquitto.ts";
import { NginxProcess } from "./nginx.ts";
import { RedisProcess } from "./redis.ts";

/** What docker-compose.yml starts, as processes of this machine: the tree's own files, free ports, new folders. */
export class Installation {
  readonly #redis: RedisProcess;
  readonly #mosquitto: MosquittoProcess;
  readonly #nginx: NginxProcess;
  readonly #bridge: Program;
  /** By the path under which the entrance leads there. */
  readonly servers: { readonly n1: ServerProcess; readonly n2: ServerProcess };

  static async open(): Promise<Installation> {
    const ports = await NginxProcess.ports();
    const [redis, mosquitto] = await Promise.all([RedisProcess.start(), MosquittoProcess.start()]);
    const start = (path: string) =>
      ServerProcess.start({
        NODE_ENV: "production",
        REDIS_URL: redis.url,
        PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
        // All players come from one address here.
        CREATIONS_PER_MINUTE: "1000",
        SEATS_PER_MINUTE: "1000",
      });
    const [n1, n2] = await Promise.all([start("n1"), start("n2")]);
    const nginx = await NginxProcess.start({ ...ports, N1: hostOf(n1), N2: hostOf(n2) });
    const bridge = new Program("bridge/src/main.ts", [], {
      NODE_ENV: "production",
      SERVER_URL: `http://127.0.0.1:${ports.INSIDE_PORT}`,
      BRIDGE_TOKEN: SECRETS.BRIDGE_TOKEN,
      MQTT_URL: mosquitto.url,
      LOG_LEVEL: "info",
    });
    await bridge.ready();
    return new Installation(redis, mosquitto, nginx, bridge, { n1, n2 });
  }

  private constructor(
    redis: RedisProcess,
    mosquitto: MosquittoProcess,
    nginx: NginxProcess,
    bridge: Program,
    servers: Installation["servers"],
  ) {
    this.#redis = redis;
    this.#mosquitto = mosquitto;
    this.#nginx = nginx;
    this.#bridge = bridge;
    this.servers = servers;
  }

  /** The entrance. */
  get url(): string {
    return this.#nginx.url;
  }

  /** What the bridge logged. */
  get bridgeLog(): string {
    return this.#bridge.out;
  }

  /** Enrols a temple at server and broker with the command that an operator has, and connects it. */
  async connectTemple(id: string): Promise<BareTemple> {
    const cli = join(ROOT, "node_modules/.bin/flower-war");
    const add = ["temple", "add", id, "--json", "--server", this.url, "--mosquitto", this.#mosquitto.folder];
    const { stdout } = await promisify(execFile)(cli, add, { env: { ...process.env, ...SECRETS } });
    const { templeId, secret } = JSON.parse(stdout) as { templeId: string; secret: string };
    await this.#mosquitto.reload(templeId, secret);
    return BareTemple.connect(`mqtt://127.0.0.1:${this.#mosquitto.port}`, templeId, secret);
  }

  async close(): Promise<void> {
    await this.#bridge.kill();
    await this.#nginx.stop();
    await Promise.all(Object.values(this.servers).map((server) => server.stop()));
    await Promise.all([this.#mosquitto.stop(), this.#redis.stop()]);
  }
}

function hostOf({ url }: ServerProcess): string {
  return new URL(url).host;
}
