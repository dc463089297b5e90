import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { connectAsync, type IClientOptions } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { admitTemple } from "../../cli/src/mosquitto.ts";
import { MosquittoProcess } from "../../test/support/mosquitto.ts";
import { lacks, programPath } from "../../test/support/programs.ts";
import { brokers } from "./support/brokers.ts";
import { WAIT } from "./support/raw-temple.ts";
import { SECRET, TEMPLE, World } from "./support/world.ts";

const skipped = lacks("mosquitto", "mosquitto_pub");

/** The conformance vectors once more, with a real broker between temple and bridge. */
describe.skipIf(skipped)("over Mosquitto", () => {
  beforeAll(() => void (brokers.kind = "mosquitto"));
  afterAll(() => void (brokers.kind = "embedded"));
  if (skipped) return;
  describe("vectors", async () => void (await import("./vectors.test.ts")));
  describe("presence", async () => void (await import("./presence.test.ts")));
  describe("pairing", async () => void (await import("./pairing.test.ts")));
  describe("hearing", async () => void (await import("./hearing.test.ts")));
  describe("displays", async () => void (await import("./displays.test.ts")));
});

describe.skipIf(skipped)("a temple of level 1", () => {
  let world: World;
  beforeAll(() => void (brokers.kind = "mosquitto"));
  afterAll(() => void (brokers.kind = "embedded"));
  afterEach(() => world.close());

  test("[V-2] [J-9] made of mosquitto_pub alone offers with its one bead", async () => {
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
    // Nobody keeps a bead that falls before the bridge listens, which it says when it does.
    const notice = ["-t", "templo/v1/_bridge/+", "-C", "1", "-W", "10"];
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

describe.skipIf(skipped)("[A-1] [A-2] who may do what at Mosquitto", () => {
  let mosquitto: MosquittoProcess;
  beforeAll(async () => {
    mosquitto = await MosquittoProcess.start((folder) => {
      admitTemple(folder, TEMPLE, SECRET);
      admitTemple(folder, "templo-2", "the-second-secret");
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
    ["nobody", {}],
    ["a wrong secret", login(TEMPLE, "wrong")],
    ["another temple's secret", login(TEMPLE, "the-second-secret")],
    ["an unknown temple", login("templo-9", SECRET)],
  ])("%s: not let in", async (_who, options) => {
    await expect(connect(options)).rejects.toThrow(/Connection refused/);
  });

  test("a client id of another temple pushes nobody off: the user name is what counts", async () => {
    const temple = await connect(login(TEMPLE, SECRET));
    await connect({ ...login("templo-2", "the-second-secret"), clientId: TEMPLE });
    expect(temple.connected).toBe(true);
  });

  test("a temple hears and is heard on its own topics alone", async () => {
    const bridge = await connectAsync(mosquitto.url, { clientId: "bridge-1" });
    onTestFinished(() => bridge.endAsync(true));
    const heard: string[] = [];
    bridge.on("message", (topic) => void heard.push(topic));
    await bridge.subscribeAsync("templo/v1/+/up/#", { qos: 1 });
    const temple = await connect(login(TEMPLE, SECRET));
    temple.on("message", (topic) => void heard.push(topic));
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
    await vi.waitFor(() => expect(heard).toContain(last), WAIT);
    expect(heard.toSorted()).toEqual([last, `templo/v1/${TEMPLE}/down/ack`, `templo/v1/${TEMPLE}/up/bead`]);
  });

  test("one that is added while it runs is let in after a SIGHUP, and nobody is put out", async () => {
    const temple = await connect(login(TEMPLE, SECRET));
    await mosquitto.admit("templo-3", "the-third-secret");
    expect((await connect(login("templo-3", "the-third-secret"))).connected).toBe(true);
    expect(temple.connected).toBe(true);
  });
});

describe.skipIf(skipped)("[section 12] the bridge at Mosquitto", () => {
  test("speaks MQTT 5: what it says to a temple expires, what it shows does not", async () => {
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
});
