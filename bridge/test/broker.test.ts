import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { connectAsync, connect as connectLater, type IClientOptions, type MqttClient } from "mqtt";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openBroker } from "../src/broker.ts";
import { MAX_PACKET } from "../src/packet-guard.ts";
import { log } from "./support/log.ts";
import { WAIT } from "./support/raw-temple.ts";
import { SECRET, TEMPLE, World } from "./support/world.ts";

let world: World;
beforeEach(async () => {
  world = await World.open({ connectTimeout: 300 });
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

/** The code of the CONNACK (MQTT 3.1.1, 3.2.2.3). */
async function refusal(options: IClientOptions): Promise<unknown> {
  try {
    await connect(options);
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  return "accepted";
}

describe("[A-1] [A-3] who is let in", () => {
  test("a temple with its own secret", async () => {
    expect(await refusal(login(TEMPLE, SECRET))).toBe("accepted");
  });

  test("a wrong secret, another temple's secret, an unknown temple: bad user name or password (4)", async () => {
    expect(await refusal(login(TEMPLE, "wrong"))).toBe(4);
    expect(await refusal(login(TEMPLE, "the-second-secret"))).toBe(4);
    expect(await refusal(login("templo-9", SECRET))).toBe(4);
    expect(await refusal(login("NO TEMPLE", SECRET))).toBe(4);
    expect(world.server.asked).toHaveLength(3);
  });

  test("a secret too long for any temple is refused without asking the server", async () => {
    expect(await refusal(login(TEMPLE, "x".repeat(3000)))).toBe(4);
    expect(world.server.asked).toEqual([]);
  });

  test("nobody without a name or without a secret", async () => {
    expect(await refusal({ clientId: TEMPLE })).toBe(4);
    expect(await refusal({ clientId: TEMPLE, username: TEMPLE })).toBe(4);
  });

  test("a client id that is not the user name: identifier rejected (2), and the other is not pushed off", async () => {
    const temple = await world.connect();
    expect(await refusal({ clientId: TEMPLE, username: "templo-2", password: "the-second-secret" })).toBe(2);
    expect(temple.isConnected).toBe(true);
  });

  test("a temple is cut off when its secret is revoked; no other is, and the old secret lets it in no more", async () => {
    const temple = await world.connect();
    const other = await world.connect("templo-2", "the-second-secret");
    world.server.secrets.delete(TEMPLE);
    world.broker.drop(TEMPLE);
    await vi.waitFor(() => expect(temple.isConnected).toBe(false), WAIT);
    expect(await refusal(login(TEMPLE, SECRET))).toBe(4);
    expect(other.isConnected).toBe(true);
  });

  test("the bridge's name needs the bridge's password, which nobody is told", async () => {
    expect(await refusal(login("bridge-1", SECRET))).toBe(4);
    expect(await refusal(login("bridge-1", ""))).toBe(4);
  });

  test("while the server is away nobody can tell: server unavailable (3)", async () => {
    world.server.isUp = false;
    expect(await refusal(login(TEMPLE, SECRET))).toBe(3);
  });
});

describe("[A-3] what a temple may do", () => {
  let temple: MqttClient;
  let witness: MqttClient;
  const overheard: string[] = [];

  beforeEach(async () => {
    overheard.length = 0;
    temple = await connect(login(TEMPLE, SECRET));
    witness = await connect(login("templo-2", "the-second-secret"));
    witness.on("message", (topic) => overheard.push(topic));
    await witness.subscribeAsync("templo/v1/templo-2/down/#");
  });

  /** A refused publish closes the connection (N-4). */
  async function isCutAfter(topic: string, payload: string, retain = false): Promise<void> {
    const closed = event(temple, "close");
    temple.publish(topic, payload, { qos: 1, retain });
    await closed;
  }

  test.each([
    ["another temple's topic", "templo/v1/templo-2/up/bead"],
    ["what bridges say", "templo/v1/templo-2/down/display"],
    ["a bridge's notice", "templo/v1/_bridge/bridge-1"],
    ["a reserved topic", "$SYS/broker/heartbeat"],
    ["a topic outside the protocol", "hello"],
  ])("publishing on %s is refused", async (_, topic) => {
    await isCutAfter(topic, "{}");
    expect(witness.connected).toBe(true);
    expect(overheard).not.toContain(topic);
  });

  test("a retained bead is refused, a retained state is not", async () => {
    await temple.publishAsync(`templo/v1/${TEMPLE}/up/state`, "{}", { qos: 1, retain: true });
    await isCutAfter(`templo/v1/${TEMPLE}/up/bead`, "{}", true);
  });

  test("1024 bytes pass, 1025 are refused", async () => {
    await temple.publishAsync(`templo/v1/${TEMPLE}/up/bead`, "x".repeat(1024), { qos: 1 });
    await isCutAfter(`templo/v1/${TEMPLE}/up/bead`, "x".repeat(1025));
  });

  test("a packet that announces more than 4,096 bytes cuts the socket before they have come", async () => {
    const closed = event(temple, "close");
    temple.stream.write(Buffer.from([0x30, (MAX_PACKET % 128) | 0x80, MAX_PACKET / 128]));
    await closed;
    expect(witness.connected).toBe(true);
  });

  test("a last will for a foreign topic is not published", async () => {
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

  test("foreign filters are answered with a failure, and the connection stays", async () => {
    for (const filter of ["#", "templo/v1/+/down/#", "templo/v1/templo-2/down/#", "$SYS/#"]) {
      await expect(temple.subscribeAsync(filter)).rejects.toThrow();
    }
    expect(temple.connected).toBe(true);
  });

  test("[N-1] no session is kept for a temple that asks for one and leaves", async () => {
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
  test("an unfinished CONNECT is cut when its time is over", async () => {
    const socket = connectSocket(world.broker.port, "127.0.0.1");
    socket.write(Buffer.from([0x10, 0x40, 0x00, 0x04]));
    await once(socket, "close");
  });

  test("a CONNECT that announces 100 MB is cut long before its time is over", async () => {
    const patient = await World.open({ connectTimeout: 3_600_000 });
    const socket = connectSocket(patient.broker.port, "127.0.0.1");
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x30]));
    await once(socket, "close");
    await patient.close();
  });

  test("anything else than MQTT is cut, and temples are not disturbed", async () => {
    const temple = await world.connect();
    const socket = connectSocket(world.broker.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "close");
    expect(temple.isConnected).toBe(true);
  });
});

test("a port that is taken: starting fails with the system's code", async () => {
  const second = openBroker({
    host: "127.0.0.1",
    port: world.broker.port,
    bridgeId: "bridge-2",
    verify: async () => false,
    log,
  });
  await expect(second).rejects.toMatchObject({ code: "EADDRINUSE" });
});
