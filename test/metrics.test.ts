import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Program } from "../bridge/test/support/process.ts";
import { ROOT } from "./support/house.ts";

const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const DASHBOARD = "deploy/grafana/dashboards/flower-war.json";
const ALERTS = "deploy/prometheus/alerts.yml";

const dataDir = mkdtempSync(join(tmpdir(), "flower-war-metrics-"));
const programs: Program[] = [];
/** The names that a running server and bridge export, a histogram's samples among them. */
let exported: Set<string>;

beforeAll(async () => {
  const environment = { NODE_ENV: "development", HOST: "127.0.0.1", LOG_LEVEL: "error", DATA_DIR: dataDir };
  const server = start("server/src/main.ts", { ...environment, PORT: "0" });
  const { port, bridgeToken } = (await server.ready()) as { port: number; bridgeToken: string };
  const bridge = start("bridge/src/main.ts", {
    ...environment,
    SERVER_URL: `http://127.0.0.1:${port}`,
    BRIDGE_TOKEN: bridgeToken,
    MQTT_PORT: "0",
    METRICS_PORT: "0",
  });
  const { metricsPort } = (await bridge.ready()) as { metricsPort: number };
  const pages = await Promise.all([port, metricsPort].map(page));
  exported = new Set(pages.flatMap(namesIn));
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

async function page(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

function namesIn(metrics: string): string[] {
  return [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

/** The metrics that a file names. */
function named(path: string): string[] {
  return [...new Set(text(path).match(/\b(?:flower_war|nodejs|process)_\w+/g))];
}

/** Our own metrics, a histogram by its one name. */
function ours(): string[] {
  return [...exported].filter(
    (name) => name.startsWith("flower_war_") && !/_(?:bucket|sum|count)$/.test(name),
  );
}

test.each([DASHBOARD, ALERTS, "docs/operate.md"])("every metric that %s names is exported", (path) => {
  expect(named(path)).not.toEqual([]);
  expect(named(path).filter((name) => !exported.has(name))).toEqual([]);
});

test.each([DASHBOARD, "docs/operate.md"])("every metric of ours is in %s", (path) => {
  const shown = new Set(named(path).map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
  expect(ours()).not.toEqual([]);
  expect(ours().filter((name) => !shown.has(name))).toEqual([]);
});

test("docs/operate.md says of every alert what to do, and of no other", () => {
  const alerts = [...text(ALERTS).matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const section = text("docs/operate.md").split("## Alerts\n")[1]?.split("\n## ")[0] ?? "";
  const told = [...section.matchAll(/^\| `(\w+)` \|[^|]+\|[^|]+\|$/gm)].map(([, name]) => name);
  expect(told).toEqual(alerts);
});
