import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { registry, startMetricsServer } from "../src/metrics.ts";
import { Program } from "./support/process.ts";
import { WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";
import { BRIDGE_BUNDLE } from "../../test/support/builds.ts";

let close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(close.map((stop) => stop()));
  close = [];
});

/** Returns the value of a sample, given its name with labels as exported. */
async function value(sample: string): Promise<number> {
  const line = (await registry.metrics()).split("\n").find((text) => text.startsWith(`${sample} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

test("a temple's beads, verdicts and presence are counted", async () => {
  const received = 'flower_war_bridge_messages_heard_total{channel="bead"}';
  const accepted = 'flower_war_bridge_verdicts_total{verdict="accepted",reason="ok"}';
  const online = "flower_war_bridge_temples_online";
  const before = {
    received: await value(received),
    accepted: await value(accepted),
    online: await value(online),
  };
  const world = await World.open();
  close.push(() => world.close());
  const temple = await world.connectOnline();
  await temple.bead("h1", "1/0");
  await vi.waitFor(async () => expect(await value(accepted)).toBe(before.accepted + 1), WAIT);
  expect(await value(received)).toBe(before.received + 1);
  expect(await value(online)).toBe(before.online + 1);
  expect(await value("flower_war_bridge_broker_connected")).toBe(1);
  expect(await value('flower_war_bridge_messages_said_total{channel="ack"}')).toBeGreaterThan(0);
});

test("a malformed message is counted by its fault, a refused connection by its CONNACK code", async () => {
  const world = await World.open();
  close.push(() => world.close());
  const temple = await world.connectOnline();
  await temple.publish("up/bead", "{");
  await vi.waitFor(
    async () => expect(await value('flower_war_bridge_messages_faulty_total{fault="bad-json"}')).toBe(1),
    WAIT,
  );
  await expect(world.connect("templo-1", "not the secret")).rejects.toThrow();
  expect(await value('flower_war_bridge_connections_refused_total{code="4"}')).toBe(1);
});

test("the metrics server answers GET /metrics and nothing else; without it the event loop is not measured, which wakes the process", async () => {
  expect(await registry.metrics()).not.toContain("nodejs_eventloop_lag");
  const listener = await startMetricsServer(0);
  close.push(() => listener.close());
  const url = `http://127.0.0.1:${listener.port}`;
  const page = await fetch(`${url}/metrics`);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await page.text()).toContain("flower_war_bridge_link_up 0");
  expect(await registry.metrics()).toContain("nodejs_eventloop_lag_p99_seconds");
  expect((await fetch(`${url}/`)).status).toBe(404);
  const rebound = get(`${url}/metrics`, { headers: { host: "rebound.example" } });
  const [answer] = (await once(rebound, "response")) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([421, ""]);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
});

test("METRICS_PORT opens the metrics server and the parent gets its port; a port in use: one sentence, status 1", async () => {
  const env = { BRIDGE_TOKEN: "0123456789abcdef", OPERATOR_URL: "http://127.0.0.1:9", MQTT_PORT: "0" };
  const program = new Program(BRIDGE_BUNDLE, [], { ...env, METRICS_PORT: "0" });
  close.push(() => program.kill());
  const { metricsPort } = (await program.ready()) as { metricsPort: number };
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  const second = new Program(BRIDGE_BUNDLE, [], { ...env, METRICS_PORT: String(metricsPort) });
  close.push(() => second.kill());
  expect(await second.ended).toBe(1);
  expect(second.err).toMatch(/^METRICS_PORT \d+ is in use[^\n]+\.\n$/);
});
