import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { BRIDGE_BUNDLE } from "./builds.ts";
import { Program } from "../../bridge/test/support/process.ts";
import { SECRETS, ServerProcess } from "../../server/test/support/process.ts";
import { IndependentTemple } from "./independent-temple.ts";
import { MosquittoProcess } from "./mosquitto.ts";
import { NginxProcess } from "./nginx.ts";
import { PostgresProcess } from "./postgres.ts";
import { RedisProcess } from "./redis.ts";
import { ROOT } from "./root.ts";

/** What an installation is made of. */
interface Parts extends Pick<Installation, "servers"> {
  readonly redis: RedisProcess;
  readonly postgres: PostgresProcess;
  readonly mosquitto: MosquittoProcess;
  readonly nginx: NginxProcess;
  readonly bridge: Program;
}

/** What docker-compose.yml starts, as processes of this machine: the same configuration, free ports, temporary folders. */
export class Installation {
  readonly #redis: RedisProcess;
  readonly #postgres: PostgresProcess;
  readonly #mosquitto: MosquittoProcess;
  readonly #nginx: NginxProcess;
  readonly #bridge: Program;
  /** The servers by the path prefix for which nginx proxies to them. */
  readonly servers: { readonly n1: ServerProcess; readonly n2: ServerProcess };

  static async start(): Promise<Installation> {
    const ports = await NginxProcess.choosePorts();
    const [redis, postgres, mosquitto] = await Promise.all([
      RedisProcess.start(),
      PostgresProcess.start(),
      MosquittoProcess.start(),
    ]);
    const start = (path: string) =>
      ServerProcess.start({
        NODE_ENV: "production",
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
        // All players of a test have one address.
        CREATIONS_PER_MINUTE: "1000",
        SEATS_PER_MINUTE: "1000",
      });
    const [n1, n2] = await Promise.all([start("n1"), start("n2")]);
    const nginx = await NginxProcess.start({ ...ports, N1: hostOf(n1), N2: hostOf(n2) });
    const bridge = new Program(BRIDGE_BUNDLE, [], {
      NODE_ENV: "production",
      OPERATOR_URL: `${n1.operatorUrl},${n2.operatorUrl}`,
      BRIDGE_TOKEN: SECRETS.BRIDGE_TOKEN,
      MQTT_URL: mosquitto.url,
    });
    await bridge.ready();
    return new Installation({ redis, postgres, mosquitto, nginx, bridge, servers: { n1, n2 } });
  }

  private constructor(parts: Parts) {
    this.#redis = parts.redis;
    this.#postgres = parts.postgres;
    this.#mosquitto = parts.mosquitto;
    this.#nginx = parts.nginx;
    this.#bridge = parts.bridge;
    this.servers = parts.servers;
  }

  /** The URL of nginx. */
  get url(): string {
    return this.#nginx.url;
  }

  /** The operator's listener of a server that runs. */
  #operatorUrl(): string {
    const { n1, n2 } = this.servers;
    return (n1.isRunning ? n1 : n2).operatorUrl;
  }

  /** Enrols a temple with server and broker by the command `flower-war temple add`, and connects it. */
  async connectTemple(id: string): Promise<IndependentTemple> {
    const cli = join(ROOT, "node_modules/.bin/flower-war");
    const add = [
      "temple",
      "add",
      id,
      "--json",
      "--broker",
      "mqtt://192.0.2.1",
      "--operator",
      this.#operatorUrl(),
      "--mosquitto",
      this.#mosquitto.folder,
    ];
    const { stdout } = await promisify(execFile)(cli, add, { env: { ...process.env, ...SECRETS } });
    const { templeId, secret } = JSON.parse(stdout) as { templeId: string; secret: string };
    await this.#mosquitto.reload(templeId, secret);
    return IndependentTemple.connect(`mqtt://127.0.0.1:${this.#mosquitto.port}`, templeId, secret);
  }

  async stop(): Promise<void> {
    await this.#bridge.kill();
    await this.#nginx.stop();
    await Promise.all(Object.values(this.servers).map((server) => server.stop()));
    await Promise.all([this.#mosquitto.stop(), this.#redis.stop(), this.#postgres.stop()]);
  }
}

function hostOf({ url }: ServerProcess): string {
  return new URL(url).host;
}
