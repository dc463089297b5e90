import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Program } from "../../bridge/test/support/process.ts";
import { listFailures, measureTemples, readTempleLoad, type TempleLoad } from "../src/temples.ts";
import { loadtest } from "./support/run.ts";
import { BRIDGE_BUNDLE } from "../../test/support/builds.ts";

/** No limit in ms: how fast verdicts come is a measure of the machine, and no matter of these tests. */
const NO_LIMIT = 1_000_000;
const ADMIN_PASSWORD = "an-admin-for-load-tests";
const dataDir = mkdtempSync(join(tmpdir(), "flower-war-temples-"));
const programs: Program[] = [];
let load: TempleLoad;

beforeAll(async () => {
  const environment = { NODE_ENV: "development", HOST: "127.0.0.1", LOG_LEVEL: "error", DATA_DIR: dataDir };
  const server = start("server/src/main.ts", { ...environment, PORT: "0", ADMIN_PASSWORD });
  const ready = (await server.ready()) as { operatorUrl: string; bridgeToken: string };
  const { operatorUrl: operator, bridgeToken } = ready;
  const bridge = start(BRIDGE_BUNDLE, {
    ...environment,
    OPERATOR_URL: operator,
    BRIDGE_TOKEN: bridgeToken,
    MQTT_PORT: "0",
  });
  const { mqttPort } = (await bridge.ready()) as { mqttPort: number };
  const mqtt = `mqtt://127.0.0.1:${mqttPort}`;
  load = { operator, mqtt, adminPassword: ADMIN_PASSWORD, temples: 50, beads: 50, seconds: 2, ack: NO_LIMIT };
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.kill()));
  rmSync(dataDir, { recursive: true });
});

function start(main: string, environment: Record<string, string>): Program {
  const program = new Program(main, [], environment);
  programs.push(program);
  return program;
}

test("50 temples: each gets a display, each bead its verdict, no connection is lost", async () => {
  const report = await measureTemples(load);
  expect(report).toMatchObject({ temples: 50, displayed: 50, beads: 100, judged: 100, lost: 0 });
  expect(listFailures(report, load)).toEqual([]);
});

test("the command exits with 0 if the run passes, and with 1 if not", async () => {
  const { operator, mqtt } = load;
  const args = `--scenario temples --operator ${operator} --mqtt ${mqtt} --temples 5 --beads 10 --seconds 1`;
  const passed = await loadtest(`${args} --ack ${NO_LIMIT}`, { ADMIN_PASSWORD });
  expect(passed.code, passed.text).toBe(0);
  const failed = await loadtest(`${args} --ack 0`, { ADMIN_PASSWORD });
  expect(failed.text).toMatch(/✗ p95 of the verdicts is [\d.]+ ms, not below 0/);
  expect(failed.code).toBe(1);
});

test("every threshold that does not hold is named", () => {
  const report = {
    temples: 10,
    displayed: 9,
    readyAfter: 1,
    beads: 8,
    judged: 7,
    verdict: { p50: 1, p95: 2000, p99: 2000 },
    lost: 3,
  };
  expect(listFailures(report, { ...load, ack: 1000 })).toEqual([
    "1 of 10 temples received no display",
    "1 of 8 beads got no verdict",
    "p95 of the verdicts is 2000 ms, not below 1000",
    "3 connections were lost",
  ]);
});

test("a missing ADMIN_PASSWORD is an error of one sentence", () => {
  expect(() => readTempleLoad({ operator: "", mqtt: "", numbers: {} }, {})).toThrow(
    /^ADMIN_PASSWORD must be set: [^\n]+\.$/,
  );
});
