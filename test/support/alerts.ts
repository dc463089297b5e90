import { setTimeout as pause } from "node:timers/promises";
import { Program } from "../../bridge/test/support/process.ts";
import { MAIN, SECRETS, type ServerExtras, ServerProcess } from "../../server/test/support/process.ts";
import { BRIDGE_BUNDLE } from "./builds.ts";
import { PrometheusProcess, type Target } from "./prometheus.ts";
import { makeTempFolder, type OnTestFinished } from "./temp-folder.ts";
import { untilRead } from "./until.ts";

/** ms between two looks at what another scrape or evaluation decides, and after which it counts as never, on a busy machine too. */
const INTERVAL = 100;
const DEADLINE = 240_000;

/** ms for a test that looks several times. */
export const TIMEOUT = 900_000;

const SERVER = "flower-war-server";
export const BRIDGE = "flower-war-bridge";

/** A server, and where its metrics are. */
export interface Watched {
  readonly server: ServerProcess;
  readonly target: Target;
}

/** Starts a server until the test has finished. */
export async function startServer(
  onFinished: OnTestFinished,
  environment: Record<string, string> = {},
  main = MAIN,
  extras: ServerExtras = {},
): Promise<Watched> {
  const server = await ServerProcess.start(environment, main, extras);
  onFinished(async () => void (await server.stop("SIGKILL")));
  return { server, target: { job: SERVER, port: new URL(server.operatorUrl).port } };
}

/** Starts a bridge of this server until the test has finished. Its metrics are at `port`. */
export async function startBridge(
  onFinished: OnTestFinished,
  server: ServerProcess,
  port: number,
  environment: Record<string, string>,
) {
  const bridge = new Program(BRIDGE_BUNDLE, [], {
    NODE_ENV: "development",
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    DATA_DIR: makeTempFolder(onFinished),
    OPERATOR_URL: server.operatorUrl,
    BRIDGE_TOKEN: SECRETS.BRIDGE_TOKEN,
    METRICS_PORT: String(port),
    ...environment,
  });
  onFinished(() => bridge.kill());
  return { bridge, mqttPort: ((await bridge.ready()) as { mqttPort?: number }).mqttPort };
}

/** A Prometheus with our alerts. */
export class Alerts {
  readonly #prometheus: PrometheusProcess;

  /** Starts it until the test has finished. */
  static async watch(onFinished: OnTestFinished, targets: readonly Target[]): Promise<Alerts> {
    const prometheus = await PrometheusProcess.start(targets);
    onFinished(() => prometheus.stop());
    return new Alerts(prometheus);
  }

  private constructor(prometheus: PrometheusProcess) {
    this.#prometheus = prometheus;
  }

  /** Resolves when each of these expressions has a value, and none of these alerts fires. */
  async expectQuiet(expressions: readonly string[], ...alerts: readonly string[]): Promise<void> {
    for (const each of ["min(up) == 1", ...expressions]) await this.expectValue(each);
    // An evaluation that is under way may not have seen them.
    for (let n = 0; n < 2; n += 1) {
      const before = await this.#prometheus.evaluatedAt();
      await look(
        () => this.#prometheus.evaluatedAt(),
        (at) => at !== before,
        "another evaluation",
      );
    }
    await this.#waitFor(alerts, [], () => {});
  }

  /** Resolves when all these alerts fire. @param act is done before each look */
  async expectFiring(alerts: readonly string[], act: () => unknown = () => {}): Promise<void> {
    await this.#waitFor(alerts, alerts, act);
  }

  /** Resolves when an expression has a value. */
  async expectValue(expression: string): Promise<void> {
    const read = () => this.#prometheus.query(expression);
    await look(read, (values) => values.length > 0, expression);
  }

  async #waitFor(alerts: readonly string[], fire: readonly string[], act: () => unknown): Promise<void> {
    const read = async () => {
      await act();
      const firing = await this.#prometheus.firing();
      return firing.filter((alert) => alerts.includes(alert));
    };
    const what = `${fire.join(", ") || "none"} of ${alerts.join(", ")}`;
    await look(read, (firing) => firing.join() === fire.toSorted().join(), what);
  }
}

/** Reads something until a condition holds that the next scrape or evaluation decides. */
async function look<T>(read: () => Promise<T>, holds: (value: T) => boolean, what: string): Promise<void> {
  const readSoon = async () => {
    await pause(INTERVAL);
    return read();
  };
  await untilRead(readSoon, holds, what, DEADLINE);
}
