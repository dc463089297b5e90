import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { connectAsync, type IClientOptions } from "mqtt";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { MosquittoProcess } from "../../test/support/mosquitto.ts";
import { lacks, programPath } from "../../test/support/programs.ts";
import { BrokerClient } from "../src/broker/broker-client.ts";
import { brokers } from "./support/brokers.ts";
import { WAIT } from "./support/raw-temple.ts";
import { system } from "./support/system.ts";
import { SECRET, TEMPLE, World } from "./support/world.ts";

const skipped = lacks("mosquitto", "mosquitto_pub");

/** The conformance vectors again, with a real broker between temple and bridge. */
describe.skipIf(skipped)("over Mosquitto", () => {
  beforeAll(() => void (brokers.kind = "mosquitto"));
  afterAll(() => void (brokers.kind = "embedded"));
  if (skipped) return;
  describe("vectors", async () => void (await import("./vectors.test.ts")));
  describe("presence", async () => void (await import("./presence.test.ts")));
  describe("server away", async () => void (await import("./server-away.test.ts")));
  describe("pairing", async () => void (await import("./pairing.test.ts")));
  describe("message router", async () => void (await import("./message-router.test.ts")));
  describe("displays", async () => void (await import("./displays.test.ts")));
});

describe.skipIf(skipped)("a level 1 temple", () => {
  let world: World;
  beforeAll(() => void (brokers.kind = "mosquitto"));
  afterAll(() => void (brokers.kind = "embedded"));
  afterEach(() => world.close());

  test("[V-2] [J-9] that is only mosquitto_pub makes an offering with its one bead", async () => {
    world = await World.open();
    const { port } = world.broker;
    const bead = {
      v: 1,
      boot: "b1b1b1b1",
      epoch: "b1b1b1b1",
      seq: 0,
      slot: "h",
      n: 1,
      count: { h: 1, t: 0 },
    };
    const login = ["-h", "127.0.0.1", "-p", String(port), "-i", TEMPLE, "-u", TEMPLE, "-P", SECRET];
    // A bead published before the bridge has subscribed is lost; its notice says that it has.
    const notice = ["-t", "templo/v1/_bridge/+", "-C", "1", "-W", "60"];
    await promisify(execFile)(programPath("mosquitto_sub"), [...login, ...notice]);
    const message = [
      "-q",
      "1",
      "-t",
      `templo/v1/${TEMPLE}/up/bead`,
      "-m",
      JSON.stringify({ ...bead, up: 9, at: 8 }),
    ];
    await promisify(execFile)(programPath("mosquitto_pub"), [...login, ...message]);
    await vi.waitFor(() => expect(world.server.offerings).toEqual({ h: 6, t: 2 }), WAIT);
  });
});

describe.skipIf(skipped)("[A-1] [A-2] access control at Mosquitto", () => {
  let mosquitto: MosquittoProcess;
  beforeAll(async () => {
    mosquitto = await MosquittoProcess.start({
      temples: [
        [TEMPLE, SECRET],
        ["templo-2", "the-second-secret"],
      ],
    });
  });
  afterAll(() => mosquitto?.stop());

  async function connect(options: IClientOptions) {
    const client = await connectAsync(
      `mqtt://127.0.0.1:${mosquitto.port}`,
      { reconnectPeriod: 0, ...options },
      false,
    );
    onTestFinished(() => client.endAsync(true));
    return client;
  }
  const login = (id: string, password: string) => ({ clientId: id, username: id, password });

  test.each([
    ["a client without credentials", {}],
    ["a wrong secret", login(TEMPLE, "wrong")],
    ["another temple's secret", login(TEMPLE, "the-second-secret")],
    ["an unknown temple", login("templo-9", SECRET)],
  ])("refuses %s", async (_client, options) => {
    await expect(connect(options)).rejects.toThrow(/Connection refused/);
  });

  test("using another temple's client id disconnects no temple: the user name is the client id", async () => {
    const temple = await connect(login(TEMPLE, SECRET));
    await connect({ ...login("templo-2", "the-second-secret"), clientId: TEMPLE });
    expect(temple.connected).toBe(true);
  });

  test("a temple receives and publishes on its own topics only", async () => {
    const bridge = await connectAsync(mosquitto.url, { clientId: "bridge-1" });
    onTestFinished(() => bridge.endAsync(true));
    const received: string[] = [];
    bridge.on("message", (topic) => void received.push(topic));
    await bridge.subscribeAsync("templo/v1/+/up/#", { qos: 1 });
    const temple = await connect(login(TEMPLE, SECRET));
    temple.on("message", (topic) => void received.push(topic));
    await temple.subscribeAsync(["templo/v1/+/down/#", "templo/v1/+/up/#", "templo/v1/_bridge/+"], {
      qos: 1,
    });

    const publish = (client: typeof temple, topic: string) =>
      client.publishAsync(`templo/v1/${topic}`, "{}", { qos: 1 });
    await publish(temple, "templo-2/up/bead");
    await publish(temple, `${TEMPLE}/down/display`);
    await publish(temple, "_bridge/bridge-1");
    await publish(bridge, "templo-2/down/ack");
    await publish(bridge, `${TEMPLE}/up/bead`);
    await publish(temple, `${TEMPLE}/up/bead`);
    await publish(bridge, `${TEMPLE}/down/ack`);
    await publish(bridge, "_bridge/bridge-1");
    const last = "templo/v1/_bridge/bridge-1";
    await vi.waitFor(() => expect(received).toContain(last), WAIT);
    expect(received.toSorted()).toEqual([
      last,
      `templo/v1/${TEMPLE}/down/ack`,
      `templo/v1/${TEMPLE}/up/bead`,
    ]);
  });

  test("a temple added at runtime is accepted after a SIGHUP, and connected temples stay connected", async () => {
    const temple = await connect(login(TEMPLE, SECRET));
    await mosquitto.admit("templo-3", "the-third-secret");
    expect((await connect(login("templo-3", "the-third-secret"))).connected).toBe(true);
    expect(temple.connected).toBe(true);
  });
});

describe.skipIf(skipped)("[section 12] the bridge at Mosquitto", () => {
  test("speaks MQTT 5: acks and commands expire, displays do not", async () => {
    brokers.kind = "mosquitto";
    const world = await World.open();
    brokers.kind = "embedded";
    try {
      const options = {
        clientId: TEMPLE,
        username: TEMPLE,
        password: SECRET,
        protocolVersion: 5 as const,
      };
      const temple = await connectAsync(`mqtt://127.0.0.1:${world.broker.port}`, options);
      onTestFinished(() => temple.endAsync(true));
      const expiries = new Map<string, number | undefined>();
      temple.on("message", (topic, _payload, { properties }) => {
        expiries.set(topic.split("/").at(-1) ?? "", properties?.messageExpiryInterval);
      });
      await temple.subscribeAsync(`templo/v1/${TEMPLE}/down/#`, { qos: 1 });
      const say = (channel: string, message: object, retain = false) =>
        temple.publishAsync(`templo/v1/${TEMPLE}/up/${channel}`, JSON.stringify(message), { qos: 1, retain });
      const counting = { v: 1, boot: "b1b1b1b1", epoch: "b1b1b1b1", up: 9 };
      await say("bead", { ...counting, seq: 0, slot: "h", n: 1, count: { h: 1, t: 0 }, at: 8 });
      await say("state", { v: 1, online: false, boot: "b0b0b0b0", conn: 1 });
      await vi.waitFor(
        () => expect([...expiries.keys()].toSorted()).toEqual(["ack", "cmd", "display"]),
        WAIT,
      );
      expect(expiries.get("ack")).toBeLessThanOrEqual(30);
      expect(expiries.get("cmd")).toBeLessThanOrEqual(60);
      expect(expiries.get("cmd")).toBeGreaterThan(30);
      expect(expiries.get("display")).toBeUndefined();
    } finally {
      await world.close();
    }
  });

  test("logs the topic and the reason of a publish that the access list refuses", async () => {
    const rules = "user bridge-1\ntopic read templo/v1/+/up/#\ntopic write templo/v1/_bridge/bridge-1\n";
    const mosquitto = await MosquittoProcess.start({ temples: [[TEMPLE, SECRET]], rules });
    onTestFinished(() => mosquitto.stop());
    const logged: { msg: string; topic?: string; reason?: string }[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const client = new BrokerClient({ bridgeId: "bridge-1", broker: mosquitto.url, log, ...system });
    onTestFinished(() => client.stop());
    const connected = new Promise<void>((resolve) => client.onConnected(resolve));
    client.start();
    await connected;
    client.publish({ to: "down", templeId: TEMPLE, channel: "ack" }, "{}");
    await vi.waitFor(
      () =>
        expect(logged).toContainEqual(
          expect.objectContaining({
            code: "publish-refused",
            topic: `templo/v1/${TEMPLE}/down/ack`,
            reason: expect.stringContaining("Not authorized"),
          }),
        ),
      WAIT,
    );
  });
});
