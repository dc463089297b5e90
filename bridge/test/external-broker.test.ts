import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bridge } from "../src/bridge.ts";
import { BrokerClient } from "../src/broker/broker-client.ts";
import { type ExternalBroker, openExternalBroker } from "./support/external-broker.ts";
import { FakeServer } from "./support/fake-server.ts";
import { RawTemple, WAIT } from "./support/raw-temple.ts";
import { system } from "./support/system.ts";
import { SECRET, TEMPLE } from "./support/world.ts";

/** The bridge as the client of an external broker (`MQTT_URL`). */
describe("the bridge at an external broker", () => {
  const server = new FakeServer();
  server.secrets.set(TEMPLE, SECRET);
  let broker: ExternalBroker;
  let logged: { code?: string; level: number }[];
  let stop: (() => Promise<void>) | null = null;

  beforeEach(async () => {
    broker = await openExternalBroker();
    logged = [];
  });
  afterEach(async () => {
    await stop?.();
    stop = null;
    await broker.close();
  });

  function startBridge(url: string): void {
    const log = pino({ level: "info" }, { write: (line: string) => logged.push(JSON.parse(line)) });
    const client = new BrokerClient({ bridgeId: "bridge-1", broker: url, log, retry: 20, ...system });
    const bridge = new Bridge({ broker: client, server, log, ...system });
    bridge.start();
    client.start();
    stop = async () => {
      bridge.stop();
      await client.stop();
    };
  }

  const url = (port: number, password = "secret") => `mqtt://bridge-1:${password}@127.0.0.1:${port}`;
  const notices = () => broker.published.filter(({ topic }) => topic === "templo/v1/_bridge/bridge-1");
  const codes = () => logged.flatMap(({ code }) => code ?? []);

  test("[N-2] publishes a retained notice when it connects and when it stops, with a new start each time", async () => {
    startBridge(url(broker.port));
    await vi.waitFor(() => expect(notices()).toHaveLength(1), WAIT);
    const start = expect.stringMatching(/^[0-9a-f]{8}$/);
    const notice = { v: 1, online: true, id: "bridge-1", start, versions: [1] };
    const there = { topic: "templo/v1/_bridge/bridge-1", payload: notice, qos: 1, retain: true };
    expect(notices()).toEqual([there]);
    await stop?.();
    expect(notices()).toEqual([there, { ...there, payload: { ...notice, online: false } }]);
    startBridge(url(broker.port));
    await vi.waitFor(() => expect(notices()).toHaveLength(3), WAIT);
    const starts = notices().map(({ payload }) => (payload as { start: string }).start);
    expect(new Set(starts).size).toBe(2);
  });

  test("[T-2] [B14] retained bead h1, act and state 5/5: presence and report only, judged 0/0", async () => {
    const counting = { v: 1, boot: "b1b1b1b1", epoch: "b1b1b1b1", up: 5, mark: "M.7", base: { h: 0, t: 0 } };
    const bead = { ...counting, seq: 1, slot: "h", n: 1, count: { h: 1, t: 0 }, at: 5 };
    const state = { ...counting, seq: 2, online: true, conn: 1, level: 2, fw: "x", count: { h: 5, t: 5 } };
    await broker.publish(`templo/v1/${TEMPLE}/up/bead`, JSON.stringify(bead), true);
    const act = { v: 1, boot: "b1b1b1b1", seq: 3, act: "unpair" };
    await broker.publish(`templo/v1/${TEMPLE}/up/act`, JSON.stringify(act), true);
    await broker.publish(`templo/v1/${TEMPLE}/up/state`, JSON.stringify(state), true);
    startBridge(url(broker.port));
    const published = (channel: string) =>
      broker.published.filter(({ topic }) => topic === `templo/v1/${TEMPLE}/down/${channel}`);
    await vi.waitFor(() => expect(published("cmd")).toHaveLength(1), WAIT);
    expect(published("cmd")).toEqual([
      {
        topic: `templo/v1/${TEMPLE}/down/cmd`,
        payload: { v: 1, id: expect.any(String), op: "report" },
        qos: 1,
        retain: false,
      },
    ]);
    await vi.waitFor(() => expect(published("display")).not.toHaveLength(0), WAIT);
    expect(published("display").at(-1)).toMatchObject({
      payload: { epoch: null, judged: { h: 0, t: 0 } },
      qos: 1,
      retain: true,
    });
    expect(published("ack")).toEqual([]);
    expect(server.requests.map(({ name }) => name)).toEqual(["temple-online"]);
  });

  test("logs an unreachable broker once, with a code, and retries", async () => {
    const { port } = broker;
    await broker.close();
    startBridge(url(port));
    await vi.waitFor(() => expect(codes()).toEqual(["mqtt-unreachable"]), WAIT);
    broker = await openExternalBroker("secret", port);
    await vi.waitFor(() => expect(notices()).toHaveLength(1), WAIT);
    expect(codes()).toEqual(["mqtt-unreachable"]);
  });

  test("logs a wrong password once, with a code, and retries", async () => {
    startBridge(url(broker.port, "wrong"));
    await vi.waitFor(() => expect(codes()).toEqual(["mqtt-refused"]), WAIT);
    const { port } = broker;
    await broker.close();
    broker = await openExternalBroker("wrong", port);
    await vi.waitFor(() => expect(notices()).toHaveLength(1), WAIT);
  });

  test("logs a refused subscription once, with a code, and retries", async () => {
    const { port } = broker;
    await broker.close();
    let allowed = false;
    const filters: string[] = [];
    broker = await openExternalBroker("secret", port, (filter) => filters.push(filter) > 0 && allowed);
    startBridge(url(port));
    await vi.waitFor(() => expect(filters.length).toBeGreaterThan(2), WAIT);
    expect(codes()).toEqual(["mqtt-refused"]);
    allowed = true;
    await vi.waitFor(() => expect(logged.at(-1)?.level).toBe(30), WAIT);
    expect(new Set(filters)).toEqual(new Set(["templo/v1/+/up/#"]));
  });

  test("publishes every display again to a broker that restarted without its retained messages", async () => {
    startBridge(url(broker.port));
    await vi.waitFor(() => expect(notices()).toHaveLength(1), WAIT);
    const { port } = broker;
    const temple = await RawTemple.connect(port, TEMPLE, "secret");
    await temple.state("0/0");
    await temple.waitForDisplay({ mark: "M.7", epoch: "b1b1b1b1" });
    await broker.close();
    broker = await openExternalBroker("secret", port);
    const displays = () =>
      broker.published.filter(({ topic }) => topic === `templo/v1/${TEMPLE}/down/display`);
    await vi.waitFor(() => expect(displays()).not.toHaveLength(0), WAIT);
    await temple.close();
    expect(codes()).toContain("mqtt-lost");
  });

  test("stops while the broker is unreachable", async () => {
    const { port } = broker;
    await broker.close();
    startBridge(url(port));
    await stop?.();
    broker = await openExternalBroker("secret", port);
  });
});
