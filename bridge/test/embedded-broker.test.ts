import { connect as connectSocket } from "node:net";
import { connectAsync, connect as connectLater, type IClientOptions, type MqttClient } from "mqtt";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closed } from "../../test/support/closed.ts";
import { startEmbeddedBroker } from "../src/broker/embedded-broker.ts";
import { MAX_PACKET_BYTES } from "../src/broker/packet-meter.ts";
import { log } from "./support/log.ts";
import { WAIT } from "./support/raw-temple.ts";
import { system } from "./support/system.ts";
import { SECRET, TEMPLE, World } from "./support/world.ts";

let world: World;
beforeEach(async () => {
  world = await World.open();
  world.server.secrets.set("templo-2", "the-second-secret");
});
afterEach(() => world.close());

const clients: MqttClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));

async function connect(options: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(
    `mqtt://127.0.0.1:${world.broker.port}`,
    { reconnectPeriod: 0, ...options },
    false,
  );
  clients.push(client);
  return client;
}

function login(id: string, password: string): IClientOptions {
  return { clientId: id, username: id, password };
}

function event(client: MqttClient, name: "close" | "connect"): Promise<unknown> {
  return new Promise((resolve) => client.once(name, (what?: unknown) => resolve(what)));
}

/** Returns the code of the CONNACK (MQTT 3.1.1, 3.2.2.3). */
async function connackOf(options: IClientOptions): Promise<unknown> {
  try {
    await connect(options);
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  return "accepted";
}

describe("[A-1] [A-3] CONNECT", () => {
  test("accepts a temple with its own secret", async () => {
    expect(await connackOf(login(TEMPLE, SECRET))).toBe("accepted");
  });

  test("refuses a wrong secret, another temple's secret and an unknown temple: bad user name or password (4)", async () => {
    expect(await connackOf(login(TEMPLE, "wrong"))).toBe(4);
    expect(await connackOf(login(TEMPLE, "the-second-secret"))).toBe(4);
    expect(await connackOf(login("templo-9", SECRET))).toBe(4);
    expect(await connackOf(login("NO TEMPLE", SECRET))).toBe(4);
    expect(world.server.requests).toHaveLength(3);
  });

  test("refuses a secret too long for any temple without asking the server", async () => {
    expect(await connackOf(login(TEMPLE, "x".repeat(3000)))).toBe(4);
    expect(world.server.requests).toEqual([]);
  });

  test("refuses a client without a user name or without a secret", async () => {
    expect(await connackOf({ clientId: TEMPLE })).toBe(4);
    expect(await connackOf({ clientId: TEMPLE, username: TEMPLE })).toBe(4);
  });

  test("refuses a client id that is not the user name: identifier rejected (2); the temple with that id stays connected", async () => {
    const temple = await world.connect();
    expect(await connackOf({ clientId: TEMPLE, username: "templo-2", password: "the-second-secret" })).toBe(
      2,
    );
    expect(temple.isConnected).toBe(true);
  });

  test("a revoked temple is disconnected and its old secret refused; other temples stay connected", async () => {
    const temple = await world.connect();
    const other = await world.connect("templo-2", "the-second-secret");
    world.server.secrets.delete(TEMPLE);
    world.broker.disconnect(TEMPLE);
    await vi.waitFor(() => expect(temple.isConnected).toBe(false), WAIT);
    expect(await connackOf(login(TEMPLE, SECRET))).toBe(4);
    expect(other.isConnected).toBe(true);
  });

  test("the bridge's name needs the bridge's password", async () => {
    expect(await connackOf(login("bridge-1", SECRET))).toBe(4);
    expect(await connackOf(login("bridge-1", ""))).toBe(4);
  });

  test("while the server is away: server unavailable (3)", async () => {
    world.server.isUp = false;
    expect(await connackOf(login(TEMPLE, SECRET))).toBe(3);
  });
});

describe("[A-3] a connected temple", () => {
  let temple: MqttClient;
  let witness: MqttClient;
  const received: string[] = [];

  beforeEach(async () => {
    received.length = 0;
    temple = await connect(login(TEMPLE, SECRET));
    witness = await connect(login("templo-2", "the-second-secret"));
    witness.on("message", (topic) => received.push(topic));
    await witness.subscribeAsync("templo/v1/templo-2/down/#");
  });

  /** A refused publish closes the connection (N-4). */
  async function isClosedAfter(topic: string, payload: string, retain = false): Promise<void> {
    const closed = event(temple, "close");
    temple.publish(topic, payload, { qos: 1, retain });
    await closed;
  }

  test.each([
    ["another temple's topic", "templo/v1/templo-2/up/bead"],
    ["a bridge's topic", "templo/v1/templo-2/down/display"],
    ["a bridge's notice", "templo/v1/_bridge/bridge-1"],
    ["a reserved topic", "$SYS/broker/heartbeat"],
    ["a topic outside the protocol", "hello"],
  ])("publishing on %s is refused", async (_, topic) => {
    await isClosedAfter(topic, "{}");
    expect(witness.connected).toBe(true);
    expect(received).not.toContain(topic);
  });

  test("a retained bead is refused, a retained state is not", async () => {
    await temple.publishAsync(`templo/v1/${TEMPLE}/up/state`, "{}", { qos: 1, retain: true });
    await isClosedAfter(`templo/v1/${TEMPLE}/up/bead`, "{}", true);
  });

  test("1024 bytes pass, 1025 are refused", async () => {
    await temple.publishAsync(`templo/v1/${TEMPLE}/up/bead`, "x".repeat(1024), { qos: 1 });
    await isClosedAfter(`templo/v1/${TEMPLE}/up/bead`, "x".repeat(1025));
  });

  test("a packet that announces more than 4,096 bytes closes the socket before they have arrived", async () => {
    const closed = event(temple, "close");
    temple.stream.write(Buffer.from([0x30, (MAX_PACKET_BYTES % 128) | 0x80, MAX_PACKET_BYTES / 128]));
    await closed;
    expect(witness.connected).toBe(true);
  });

  test("a last will on another temple's topic is not published", async () => {
    temple.end(true);
    const rogue = await connect({
      ...login(TEMPLE, SECRET),
      will: { topic: "templo/v1/templo-2/down/display", payload: Buffer.from("rogue"), qos: 1, retain: true },
    });
    rogue.stream.destroy();
    await event(rogue, "close");
    const late = await connect(login("templo-2", "the-second-secret"));
    const seen: string[] = [];
    late.on("message", (_topic, payload) => seen.push(payload.toString()));
    await late.subscribeAsync(["templo/v1/templo-2/down/#", "templo/v1/_bridge/+"]);
    await vi.waitFor(() => expect(seen).toHaveLength(1), WAIT);
    expect(seen[0]).toContain('"id":"bridge-1"');
  });

  test("a refused filter gets a failure code and the connection stays open", async () => {
    for (const filter of ["#", "templo/v1/+/down/#", "templo/v1/templo-2/down/#", "$SYS/#"]) {
      await expect(temple.subscribeAsync(filter)).rejects.toThrow();
    }
    expect(temple.connected).toBe(true);
  });

  test("[N-1] no session is stored for a temple that asks for one and disconnects", async () => {
    const lasting = { ...login(TEMPLE, SECRET), clean: false, reconnectPeriod: 0 };
    await temple.endAsync();
    const first = await connect(lasting);
    await first.subscribeAsync(`templo/v1/${TEMPLE}/down/#`, { qos: 1 });
    await first.endAsync();
    const second = connectLater(`mqtt://127.0.0.1:${world.broker.port}`, lasting);
    clients.push(second);
    const connack = await event(second, "connect");
    expect(connack).toMatchObject({ returnCode: 0, sessionPresent: false });
  });
});

describe("[A-3] before CONNECT", () => {
  test("an unfinished CONNECT is closed after the connect timeout", async () => {
    const hasty = await World.open({ connectTimeout: 300 });
    const socket = connectSocket(hasty.broker.port, "127.0.0.1");
    socket.write(Buffer.from([0x10, 0x40, 0x00, 0x04]));
    await closed(socket);
    await hasty.close();
  });

  test("a CONNECT that announces 100 MB is closed long before the timeout", async () => {
    const slow = await World.open({ connectTimeout: 3_600_000 });
    const socket = connectSocket(slow.broker.port, "127.0.0.1");
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x30]));
    await closed(socket);
    await slow.close();
  });

  test("a client that does not speak MQTT is closed, and temples stay connected", async () => {
    const temple = await world.connect();
    const socket = connectSocket(world.broker.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await closed(socket);
    expect(temple.isConnected).toBe(true);
  });
});

test("a port in use: starting fails with the system's code", async () => {
  const second = startEmbeddedBroker({
    host: "127.0.0.1",
    port: world.broker.port,
    bridgeId: "bridge-2",
    verify: async () => false,
    log,
    ...system,
  });
  await expect(second).rejects.toMatchObject({ code: "EADDRINUSE" });
});
