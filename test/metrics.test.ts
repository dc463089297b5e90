import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Program } from "../bridge/test/support/process.ts";
import { BRIDGE_BUNDLE } from "./support/builds.ts";
import { ROOT } from "./support/root.ts";

const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const DASHBOARD = "deploy/grafana/dashboards/flower-war.json";
const ALERTS = "deploy/prometheus/alerts.yml";

const dataDir = mkdtempSync(join(tmpdir(), "flower-war-metrics-"));
const programs: Program[] = [];
/** The metrics that a running server and bridge export, with the samples of histograms. */
let exported: Set<string>;

beforeAll(async () => {
  const environment = { NODE_ENV: "development", HOST: "127.0.0.1", LOG_LEVEL: "error", DATA_DIR: dataDir };
  const server = start("server/src/main.ts", { ...environment, PORT: "0" });
  const ready = (await server.ready()) as { operatorUrl: string; bridgeToken: string };
  const { operatorUrl, bridgeToken } = ready;
  const bridge = start(BRIDGE_BUNDLE, {
    ...environment,
    OPERATOR_URL: operatorUrl,
    BRIDGE_TOKEN: bridgeToken,
    MQTT_PORT: "0",
    METRICS_PORT: "0",
  });
  const { metricsPort } = (await bridge.ready()) as { metricsPort: number };
  const pages = await Promise.all([operatorUrl, `http://127.0.0.1:${metricsPort}`].map(fetchMetrics));
  exported = new Set(pages.flatMap(parseNames));
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

async function fetchMetrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

function parseNames(metrics: string): string[] {
  return [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

/** Finds the metrics that a file names. */
function findNames(path: string): string[] {
  return [...new Set(text(path).match(/\b(?:flower_war|nodejs|process)_\w+/g))];
}

/** Returns our own metrics, without the samples of histograms. */
function ownMetrics(): string[] {
  return [...exported].filter(
    (name) => name.startsWith("flower_war_") && !/_(?:bucket|sum|count)$/.test(name),
  );
}

test.each([DASHBOARD, ALERTS, "docs/operate.md"])("every metric that %s names is exported", (path) => {
  expect(findNames(path)).not.toEqual([]);
  expect(findNames(path).filter((name) => !exported.has(name))).toEqual([]);
});

test.each([DASHBOARD, "docs/operate.md"])("%s has every metric of ours", (path) => {
  const names = new Set(findNames(path).map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
  expect(ownMetrics()).not.toEqual([]);
  expect(ownMetrics().filter((name) => !names.has(name))).toEqual([]);
});

test("docs/operate.md says for every alert, and no other, what to do", () => {
  const alerts = [...text(ALERTS).matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  const section = text("docs/operate.md").split("## Alerts\n")[1]?.split("\n## ")[0] ?? "";
  const documented = [...section.matchAll(/^\| `(\w+)` \|[^|]+\|[^|]+\|$/gm)].map(([, name]) => name);
  expect(documented).toEqual(alerts);
});

test("every alert is seen firing in a test", () => {
  const alerts = [...text(ALERTS).matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  const tests = ["test/alerts.test.ts", "test/alerts-stores.test.ts"].map(text).join("\n");
  const tried = [...tests.matchAll(/expectFiring\(\[([^\]]*)\]/g)].flatMap(
    ([, names = ""]) => names.match(/\w+/g) ?? [],
  );
  expect([...new Set(tried)].toSorted()).toEqual(alerts.toSorted());
});

test("every alert says in a summary what is wrong, and in a description what to do", () => {
  const rules = text(ALERTS).split("- alert: ").slice(1);
  expect(rules.length).toBeGreaterThan(20);
  const mute = rules.filter((rule) => !/^ +summary: ".{10,}"\n +description: ".{20,}\."$/m.test(rule));
  expect(mute).toEqual([]);
});
