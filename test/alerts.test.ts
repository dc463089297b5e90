/** Alerts of deploy/prometheus, tried in a real Prometheus by breaking what they watch. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Match } from "@flower-war/client-sdk";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import mqtt from "mqtt";
import { describe, expect, onTestFinished, test } from "vitest";
import { Program } from "../bridge/test/support/process.ts";
import { SECRETS, ServerProcess } from "../server/test/support/process.ts";
import { BRIDGE_BUNDLE } from "./support/builds.ts";
import { SteppedClock } from "./support/faults/stepped-clock.ts";
import { MosquittoProcess } from "./support/mosquitto.ts";
import { PostgresProcess } from "./support/postgres.ts";
import { startPostgresExporter } from "./support/postgres-exporter.ts";
import { endProcess, freePort, lacks, programPath } from "./support/programs.ts";
import { PrometheusProcess, type Target } from "./support/prometheus.ts";
import { clientAt } from "./support/sdk-calls.ts";
import { FaultyCalls } from "./support/strace.ts";
import { until } from "./support/until.ts";

const LOOK = { timeout: 90_000, interval: 500 };
const SERVER = "flower-war-server";
const BRIDGE = "flower-war-bridge";

async function watch(targets: readonly Target[]): Promise<PrometheusProcess> {
  const prometheus = await PrometheusProcess.start(targets);
  onTestFinished(() => prometheus.stop());
  return prometheus;
}

async function startServer(environment: Record<string, string> = {}) {
  const server = await ServerProcess.start(environment);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return { server, target: { job: SERVER, port: new URL(server.operatorUrl).port } };
}

/** Starts a bridge of this server. Its metrics are at `port`. */
async function startBridge(server: ServerProcess, port: number, more: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-alerts-"));
  const bridge = new Program(BRIDGE_BUNDLE, [], {
    NODE_ENV: "development",
    HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
    DATA_DIR: folder,
    OPERATOR_URL: server.operatorUrl,
    BRIDGE_TOKEN: SECRETS.BRIDGE_TOKEN,
    METRICS_PORT: String(port),
    ...more,
  });
  onTestFinished(async () => {
    await bridge.kill();
    rmSync(folder, { recursive: true });
  });
  return { bridge, mqttPort: ((await bridge.ready()) as { mqttPort?: number }).mqttPort };
}

/** Resolves when all targets have answered and no alert fires. */
async function expectQuiet(prometheus: PrometheusProcess, targets: number): Promise<void> {
  await expect.poll(() => prometheus.query("sum(up)"), LOOK).toEqual([targets]);
  await expect.poll(() => prometheus.firing(), LOOK).toEqual([]);
}

describe.skipIf(lacks("prometheus", "mosquitto"))("an alert fires when what it watches breaks:", () => {
  test("no bridge, then none again once one is there; a broker away; a server away", async () => {
    const { server, target } = await startServer();
    const [mosquitto, port] = [await MosquittoProcess.start(), await freePort()];
    onTestFinished(() => mosquitto.stop());
    const prometheus = await watch([target, { job: BRIDGE, port }]);
    await expect.poll(() => prometheus.firing(), LOOK).toEqual(["NoBridge", "ProcessDown"]);
    await startBridge(server, port, { MQTT_URL: mosquitto.url });
    await expectQuiet(prometheus, 2);
    await mosquitto.stop();
    await expect.poll(() => prometheus.firing(), LOOK).toEqual(["BrokerLost"]);
    await server.stop("SIGKILL");
    await expect.poll(() => prometheus.firing(), LOOK).toContain("BridgeCutOff");
    await expect.poll(() => prometheus.firing(), LOOK).toContain("ProcessDown");
  });

  test("a bridge that keeps restarting", async () => {
    const [{ server, target }, port] = [await startServer(), await freePort()];
    let { bridge } = await startBridge(server, port, { MQTT_PORT: "0" });
    const prometheus = await watch([target, { job: BRIDGE, port }]);
    await expectQuiet(prometheus, 2);
    const changes = () => prometheus.query(`changes(process_start_time_seconds{job="${BRIDGE}"}[15m])`);
    for (const restarts of [1, 2, 3]) {
      expect(await prometheus.firing()).not.toContain("ProcessRestarting");
      // The metric has whole seconds: two starts within one would look like one.
      const readyAt = Date.now();
      await expect.poll(() => Date.now() - readyAt, LOOK).toBeGreaterThan(1000);
      await bridge.kill();
      ({ bridge } = await startBridge(server, port, { MQTT_PORT: "0" }));
      await expect.poll(changes, LOOK).toEqual([restarts]);
    }
    await expect.poll(() => prometheus.firing(), LOOK).toContain("ProcessRestarting");
  });

  test("wrong secrets, and an event loop that stands still", async () => {
    const [{ server, target }, port] = [await startServer(), await freePort()];
    await startBridge(server, port, { MQTT_PORT: "0" });
    const prometheus = await watch([target, { job: BRIDGE, port }]);
    await expectQuiet(prometheus, 2);
    const guess = async () => {
      const headers = { authorization: "Bearer a-wrong-password" };
      const guesses = Array.from({ length: 40 }, () =>
        fetch(server.operatorUrl + OPERATOR_PATHS.temples, { headers }),
      );
      await Promise.all(guesses.map(async (answer) => (await answer).text()));
      return prometheus.firing();
    };
    await expect.poll(guess, LOOK).toContain("SecretsGuessed");
    // Without its `for` it fires for moments on a busy machine, too.
    await expect.poll(() => prometheus.firing(), LOOK).not.toContain("EventLoopLags");
    const freeze = async () => {
      server.child.kill("SIGSTOP");
      await pause(200);
      server.child.kill("SIGCONT");
      return prometheus.firing();
    };
    await expect.poll(freeze, LOOK).toContain("EventLoopLags");
  });

  test("temples with a wrong secret", async () => {
    const [{ server, target }, port] = [await startServer(), await freePort()];
    const { mqttPort } = await startBridge(server, port, { MQTT_PORT: "0" });
    const prometheus = await watch([target, { job: BRIDGE, port }]);
    await expectQuiet(prometheus, 2);
    const knock = async () => {
      const options = {
        username: "teocalli-1",
        password: "wrong",
        clientId: "teocalli-1",
        reconnectPeriod: 0,
      };
      const tries = Array.from({ length: 5 }, () =>
        mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options).catch(() => {}),
      );
      await Promise.all(tries);
      return prometheus.firing();
    };
    await expect.poll(knock, LOOK).toContain("TemplesRefused");
  });
});

/** Resolves when all that is watched has answered, and an alert does not fire. */
async function expectNo(prometheus: PrometheusProcess, alert: string): Promise<void> {
  await expect.poll(() => prometheus.query("min(up)"), LOOK).toEqual([1]);
  await expect.poll(() => prometheus.firing(), LOOK).not.toContain(alert);
}

/** Two players of a new match without clocks. */
async function sitDown(url: string): Promise<readonly Match<"tieqchieq">[]> {
  const host = await clientAt(url, "Citlali").create({ game: "tieqchieq", private: true });
  const guest = (await clientAt(url, "Tenoch").join(host.invitation ?? "")) as Match<"tieqchieq">;
  const players = [host, guest];
  for (const player of players) onTestFinished(() => player.leave().catch(() => {}));
  await until(() => players.every(({ status }) => status === "playing"), "the match to begin");
  return players;
}

describe.skipIf(lacks("prometheus", "strace"))("an alert fires when a server's disk", () => {
  test("refuses what is written, then takes half a second for each write", async () => {
    const { server, target } = await startServer();
    const players = await sitDown(server.url);
    const prometheus = await watch([target]);
    await expectQuiet(prometheus, 1);
    // The SDK sends a command again until it is stored.
    let sent: Promise<unknown> | null = null;
    const act = () => {
      const player = players.find(({ awaiting, seat }) => awaiting.some((each) => each.seat === seat));
      const command = player?.legal().find(({ type }) => type !== "concede");
      if (sent === null && command !== undefined)
        sent =
          player
            ?.send(command)
            .catch(() => {})
            .finally(() => (sent = null)) ?? null;
      return prometheus.firing();
    };
    const refusing = await FaultyCalls.inject(server.child.pid, "pwrite64,ftruncate", "error=EROFS");
    await expect.poll(act, LOOK).toContain("JournalFailing");
    await refusing.end();
    const slow = await FaultyCalls.inject(server.child.pid, "fsync,fdatasync", "delay_enter=500000");
    await expect.poll(act, LOOK).toEqual(expect.arrayContaining(["CommandsSlow", "JournalSlow"]));
    await slow.end();
  });
});

test.skipIf(lacks("prometheus", "postgres", "faketime"))(
  "an alert fires when PostgreSQL's clock is ahead of a server's",
  async () => {
    const clock = new SteppedClock();
    const postgres = await PostgresProcess.start({ env: clock.env });
    onTestFinished(() => postgres.stop());
    const { target } = await startServer({ DATABASE_URL: postgres.url });
    const prometheus = await watch([target]);
    await expectNo(prometheus, "ClocksDiffer");
    clock.set(5_000);
    await expect.poll(() => prometheus.firing(), LOOK).toContain("ClocksDiffer");
  },
);

test.skipIf(lacks("prometheus"))("an alert fires when a server takes too much memory", async () => {
  const { target } = await startServer();
  // One and a half GB, each page of it written.
  const isMain = "process.getBuiltinModule('node:worker_threads').isMainThread";
  const taken = `--import=data:text/javascript,${isMain}&&(globalThis.taken=Buffer.alloc(1600000000,1))`;
  const large = await startServer({ NODE_OPTIONS: taken });
  const prometheus = await watch([target]);
  await expectNo(prometheus, "MemoryHigh");
  const other = await watch([large.target]);
  await expect.poll(() => other.firing(), LOOK).toContain("MemoryHigh");
});

describe.skipIf(lacks("prometheus", "postgres", "postgres_exporter"))("an alert of PostgreSQL fires:", () => {
  test("its log cannot be archived; its connections run out; it is away", async () => {
    const settings = { max_connections: "20", archive_mode: "on", archive_command: "false" };
    const postgres = await PostgresProcess.start({ settings });
    onTestFinished(() => postgres.stop());
    const port = await startPostgresExporter(postgres);
    const prometheus = await watch([{ job: "postgres", port }]);
    await expect.poll(() => prometheus.query("pg_up"), LOOK).toEqual([1]);
    await expect.poll(() => prometheus.query("pg_stat_archiver_failed_count"), LOOK).toHaveLength(1);
    await expect.poll(() => prometheus.firing(), LOOK).toEqual([]);
    const ask = (sql: string) =>
      spawn(programPath("psql"), ["-q", "-c", sql, postgres.url], { stdio: "ignore" });
    await endProcess(ask("CREATE TABLE t(); SELECT pg_switch_wal(); SELECT pg_sleep(0.1)"), "SIGCONT");
    await expect.poll(() => prometheus.firing(), LOOK).toContain("PostgresArchiveFailing");
    expect(await prometheus.firing()).not.toContain("PostgresConnectionsShort");
    const holders = Array.from({ length: 17 }, () => ask("SELECT pg_sleep(300)"));
    await expect.poll(() => prometheus.firing(), LOOK).toContain("PostgresConnectionsShort");
    await Promise.all(holders.map((holder) => endProcess(holder, "SIGKILL")));
    await expect.poll(() => prometheus.firing(), LOOK).not.toContain("PostgresDown");
    await postgres.stop();
    await expect.poll(() => prometheus.firing(), LOOK).toContain("PostgresDown");
  });
});
