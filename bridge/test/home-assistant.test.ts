/** Temples as devices in Home Assistant (docs/operate.md), over the embedded broker and over Mosquitto. */
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { lacks } from "../../test/support/programs.ts";
import { composeDevice, formatDevice } from "../src/home/discovery.ts";
import { brokers } from "./support/brokers.ts";
import { WAIT } from "./support/raw-temple.ts";
import { TEMPLE, World } from "./support/world.ts";

const HOME = { prefix: "homeassistant", password: "password-of-the-house" };
const CONFIG = `homeassistant/device/flower-war-${TEMPLE}/config`;
const STATE = `templo/v1/_home/${TEMPLE}/state`;
const BEAD = `templo/v1/_home/${TEMPLE}/bead`;
const MATCH = `templo/v1/_home/${TEMPLE}/match`;
const BEAD_EVENTS = ["accepted", "absorbed", "rejected", "ignored"];
const IDENTIFY = `templo/v1/_home/${TEMPLE}/identify`;

/** The short names that Home Assistant documents, and what they stand for. */
const LONG: Readonly<Record<string, string>> = {
  atype: "automation_type",
  avty: "availability",
  cmd_t: "command_topic",
  cmps: "components",
  dev: "device",
  dev_cla: "device_class",
  ent_cat: "entity_category",
  evt_typ: "event_types",
  exp_aft: "expire_after",
  hw: "hw_version",
  ids: "identifiers",
  mdl: "model",
  mf: "manufacturer",
  o: "origin",
  ops: "options",
  p: "platform",
  pl: "payload",
  pl_off: "payload_off",
  pl_on: "payload_on",
  stat_cla: "state_class",
  stat_t: "state_topic",
  stype: "subtype",
  sw: "sw_version",
  t: "topic",
  uniq_id: "unique_id",
  unit_of_meas: "unit_of_measurement",
  val_tpl: "value_template",
};

/** Returns a message with the fields' long names. */
function spellOut(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(spellOut);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [LONG[name] ?? name, spellOut(field)]),
  );
}

/** What a house hears: the newest message of each topic, as Home Assistant subscribes. */
class House {
  readonly client: MqttClient;
  readonly heard = new Map<string, string>();
  readonly events: unknown[] = [];

  private constructor(client: MqttClient) {
    this.client = client;
    client.on("message", (topic, payload) => {
      this.heard.set(topic, payload.toString());
      if (topic === BEAD || topic === MATCH) this.events.push(JSON.parse(payload.toString()));
    });
  }

  static async enter({ broker }: World): Promise<House> {
    const login = { clientId: "_home", username: "_home", password: HOME.password };
    const house = new House(await connectAsync(`mqtt://127.0.0.1:${broker.port}`, login, false));
    onTestFinished(() => house.client.endAsync(true));
    const topics = ["state", "bead", "match"].map((each) => `templo/v1/_home/+/${each}`);
    await house.client.subscribeAsync(["homeassistant/#", ...topics], { qos: 1 });
    return house;
  }

  read(topic: string): unknown {
    const text = this.heard.get(topic);
    return text === undefined || text === "" ? undefined : JSON.parse(text);
  }
}

describe.each(["embedded", "mosquitto"] as const)("over the %s broker", (kind) => {
  if (kind === "mosquitto" && lacks("mosquitto")) return test.skip("Mosquitto is not installed");
  let world: World;
  beforeAll(() => void (brokers.kind = kind));
  afterAll(() => void (brokers.kind = "embedded"));
  afterEach(() => world.close());

  const open = async (homeMode: "show" | "off" = "show") => {
    world = await World.open({ home: HOME, homeMode });
    return House.enter(world);
  };

  test("a temple is a device with the entities and fields that Home Assistant documents", async () => {
    const house = await open();
    const temple = await world.connect();
    await temple.state("9/4", {
      fw: "templo-esp32 1.0.3",
      hw: "esp32s3",
      rssi: -67,
      reset: "power-on",
      up: 5_230,
    });
    await vi.waitFor(() => expect(house.read(STATE)).toBeDefined(), WAIT);
    const device = spellOut(house.read(CONFIG)) as {
      device: object;
      origin: object;
      components: { [id: string]: { readonly value_template?: string; readonly [field: string]: unknown } };
    };
    expect(device).toMatchObject({
      device: {
        identifiers: [`flower-war-${TEMPLE}`],
        name: `Temple ${TEMPLE}`,
        sw_version: "templo-esp32 1.0.3",
        hw_version: "esp32s3",
      },
      origin: { name: "Flower War" },
      state_topic: STATE,
    });
    expect(house.heard.get(CONFIG)?.length).toBeLessThan(3_600);
    const kinds = Object.fromEntries(
      Object.entries(device.components).map(([id, { platform }]) => [id, platform]),
    );
    expect(kinds).toEqual({
      online: "binary_sensor",
      phase: "sensor",
      turn: "sensor",
      huitzilopochtli: "sensor",
      tlaloc: "sensor",
      rssi: "sensor",
      uptime: "sensor",
      reset: "sensor",
      faults: "sensor",
      identify: "button",
      bead: "event",
      match: "event",
      ...Object.fromEntries(
        [...BEAD_EVENTS, "offering", "day"].map((type) => [`on-${type}`, "device_automation"]),
      ),
    });
    expect(device.components["match"]?.["event_types"]).toEqual(["offering", "day", "disc"]);
    const fields = new Set(Object.values(device.components).flatMap((component) => Object.keys(component)));
    expect(DOCUMENTED).toEqual(expect.arrayContaining([...fields]));
    const ids = Object.values(device.components).map((component) => component["unique_id"]);
    expect(new Set(ids.filter((id) => id !== undefined)).size).toBe(12);
    const read = Object.values(device.components).flatMap(({ value_template: template }) => [
      ...(template ?? "").matchAll(/^\{\{ value_json\.(\w+) \}\}$/g),
    ]);
    const fieldsRead = read.map(([, field = ""]) => field).filter((field) => field !== "event_type");
    expect(fieldsRead.toSorted()).toEqual(Object.keys(house.read(STATE) as object).toSorted());
    await vi.waitFor(
      () =>
        expect(house.read(STATE)).toEqual({
          online: true,
          phase: "playing",
          turn: 12,
          huitzilopochtli: 9,
          tlaloc: 4,
          rssi: -67,
          uptime: 5,
          reset: "power-on",
          faults: "none",
        }),
      WAIT,
    );
    await temple.publish("up/state", { v: 1, online: false, boot: temple.boot, conn: 1 });
    await vi.waitFor(() => expect(house.read(STATE)).toMatchObject({ online: false }), WAIT);
  });

  test("each verdict, offering and day is an event, told once; beads are counted before the next report", async () => {
    const house = await open();
    const temple = await world.connectOnline();
    await vi.waitFor(() => expect(house.read(STATE)).toMatchObject({ huitzilopochtli: 0, tlaloc: 0 }), WAIT);
    await temple.bead("t1", "0/1");
    await vi.waitFor(() => expect(house.read(STATE)).toMatchObject({ huitzilopochtli: 0, tlaloc: 1 }), WAIT);
    await vi.waitFor(() => expect(house.events).toHaveLength(2), WAIT);
    expect(house.events).toEqual(
      expect.arrayContaining([
        { event_type: "accepted", god: "tlaloc", beads: 1, reason: "ok" },
        { event_type: "offering", god: "tlaloc", count: 1, total: 3 },
      ]),
    );
    world.server.moveTo(TEMPLE, {
      apocalypse: { state: "running", count: 4, of: 13, ruling: null, discs: 2 },
    });
    await vi.waitFor(
      () =>
        expect(house.events.slice(2)).toEqual([
          { event_type: "day", day: 4, of: 13 },
          { event_type: "disc", count: 2, total: 2 },
        ]),
      WAIT,
    );
    // The next report has the same bead: it is no news.
    await temple.state("0/1");
    await world.waitUntilCounted(temple);
    world.server.skulls = 0;
    await temple.bead("h1", "1/1");
    await vi.waitFor(
      () =>
        expect(house.events.slice(4)).toEqual([
          { event_type: "rejected", god: "huitzilopochtli", beads: 1, reason: "no-skulls" },
        ]),
      WAIT,
    );
  });

  test("its button makes the temple blink; other payloads do not", async () => {
    const house = await open();
    const temple = await world.connectOnline();
    await vi.waitFor(() => expect(house.read(CONFIG)).toBeDefined(), WAIT);
    await house.client.publishAsync(IDENTIFY, "press", { qos: 1 });
    await house.client.publishAsync(IDENTIFY.replace(TEMPLE, "templo-9"), "PRESS", { qos: 1 });
    await house.client.publishAsync(IDENTIFY, "PRESS", { qos: 1 });
    await vi.waitFor(() => expect(temple.payloads("down/cmd")).not.toEqual([]), WAIT);
    expect(temple.payloads("down/cmd")).toEqual([{ v: 1, id: expect.any(String), op: "identify" }]);
  });

  test("a revoked temple's device is removed, and stays away although it reports again", async () => {
    const house = await open();
    const temple = await world.connectOnline();
    await vi.waitFor(() => expect(house.read(STATE)).toBeDefined(), WAIT);
    world.server.secrets.delete(TEMPLE);
    await vi.waitFor(() => expect([house.heard.get(CONFIG), house.heard.get(STATE)]).toEqual(["", ""]), WAIT);
    await temple.state("0/0", { up: 70_000 });
    await world.waitUntilCounted(temple);
    const asked = () => world.server.requests.filter(({ name }) => name === "enrolled").length;
    const before = asked();
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before + 1), WAIT);
    expect([house.heard.get(CONFIG), house.heard.get(STATE)]).toEqual(["", ""]);
  });

  test("[A-2] a temple can neither write nor read any of these topics", async () => {
    const house = await open();
    await world.connectOnline();
    await vi.waitFor(() => expect(house.read(STATE)).toBeDefined(), WAIT);
    const before = [...house.heard.keys()].toSorted();
    const config = house.heard.get(CONFIG);
    const read: string[] = [];
    for (const filter of [
      "homeassistant/#",
      CONFIG,
      STATE,
      BEAD,
      MATCH,
      "templo/v1/_home/+/state",
      "templo/v1/_home/#",
    ]) {
      const temple = await world.connectRaw();
      temple.on("message", (topic) => void read.push(topic));
      await temple.subscribeAsync(filter, { qos: 1 }).catch(() => {});
    }
    const others = ["homeassistant/status", `homeassistant/sensor/${TEMPLE}/config`];
    for (const topic of [CONFIG, STATE, BEAD, MATCH, IDENTIFY, ...others]) {
      const temple = await world.connectRaw();
      // The embedded broker closes the connection, Mosquitto drops the message.
      const closed = new Promise<void>((resolve) => temple.once("close", resolve));
      await Promise.race([
        temple.publishAsync(topic, "{}", { qos: 1, retain: true }).catch(() => {}),
        closed,
      ]);
    }
    await house.client.publishAsync("homeassistant/status", "online", { qos: 1 });
    await vi.waitFor(() => expect(house.heard.get("homeassistant/status")).toBe("online"), WAIT);
    expect([...house.heard.keys()].toSorted()).toEqual(["homeassistant/status", ...before].toSorted());
    expect(house.heard.get(CONFIG)).toBe(config);
    expect(house.read(STATE)).toMatchObject({ phase: "playing" });
    expect(read).toEqual([]);
  });

  test("`remove` takes away what was published before, and publishes nothing", async () => {
    const house = await open();
    const temple = await world.connectOnline();
    await vi.waitFor(() => expect(house.read(STATE)).toBeDefined(), WAIT);
    await world.restartBridge("remove");
    await vi.waitFor(() => expect([house.heard.get(CONFIG), house.heard.get(STATE)]).toEqual(["", ""]), WAIT);
    await temple.state("0/0", { up: 70_000 });
    await world.waitUntilCounted(temple);
    expect([house.heard.get(CONFIG), house.heard.get(STATE)]).toEqual(["", ""]);
  });

  test("without the switch nothing is published", async () => {
    const house = await open("off");
    await world.connectOnline();
    await house.client.publishAsync("homeassistant/status", "online", { qos: 1 });
    await vi.waitFor(() => expect(house.heard.get("homeassistant/status")).toBe("online"), WAIT);
    expect([...house.heard.keys()]).toEqual(["homeassistant/status"]);
  });
});

test("the device of the longest names fits into a message of 4,096 bytes", () => {
  const health = { fw: "f".repeat(40), hw: "h".repeat(24), up: 1, count: { h: 0, t: 0 } };
  const id = "t".repeat(24);
  const topic = `homeassistant/device/flower-war-${id}/config`;
  // A header of 3 bytes, the topic's length and the packet's id of 2 each.
  expect(formatDevice(composeDevice(id, health)).length + topic.length + 7).toBeLessThanOrEqual(4_096);
});

test("without the switch Home Assistant cannot log in at the embedded broker", async () => {
  const world = await World.open();
  onTestFinished(() => world.close());
  await expect(House.enter(world)).rejects.toThrow(/Connection refused/);
});

/** Fields of entities of the platforms `sensor`, `binary_sensor` and `button` that Home Assistant documents for MQTT. */
const DOCUMENTED = [
  "automation_type",
  "availability",
  "command_topic",
  "device_class",
  "entity_category",
  "event_types",
  "expire_after",
  "name",
  "options",
  "payload",
  "payload_off",
  "payload_on",
  "platform",
  "state_class",
  "state_topic",
  "subtype",
  "topic",
  "type",
  "unique_id",
  "unit_of_measurement",
  "value_template",
];
