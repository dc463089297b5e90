/** Clients of the embedded broker that send without end (docs/protocol.md, "Sockets"). */
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closed } from "../../test/support/closed.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "../src/broker/embedded-broker.ts";
import { registry } from "../src/metrics.ts";
import { log } from "./support/log.ts";
import { WAIT } from "./support/raw-temple.ts";
import { system } from "./support/system.ts";
import { SECRET, TEMPLE } from "./support/world.ts";

/** Connections of one address. */
const MOST = 10;

let broker: EmbeddedBroker;
beforeEach(async () => {
  broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    bridgeId: "bridge-1",
    verify: async (_templeId, secret) => secret === SECRET,
    socketsPerAddress: MOST,
    log,
    ...system,
  });
});
const opened: Socket[] = [];
const clients: MqttClient[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  await broker.close();
});

async function connect(id = TEMPLE): Promise<MqttClient> {
  const login = { clientId: id, username: id, password: SECRET, reconnectPeriod: 0 };
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, login, false);
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

/** A PUBLISH of quality 0 with an empty payload (MQTT 3.1.1, 3.3). */
function publish(topic: string): Buffer {
  const name = Buffer.from(topic);
  return Buffer.concat([Buffer.from([0x30, name.length + 2, 0, name.length]), name]);
}

const PINGREQ = Buffer.from([0xc0, 0]);

/** Writes the same bytes until the connection ends. Resolves with how many it wrote. */
async function writeUntilClosed(client: MqttClient, bytes: Uint8Array): Promise<number> {
  const { stream } = client;
  let written = 0;
  const end = closed(stream);
  while (stream.writable) {
    const isSent = stream.write(bytes);
    written += bytes.length;
    const goesOn = new Promise((resolve) => {
      if (isSent) setImmediate(resolve);
      else stream.once("drain", resolve);
    });
    await Promise.race([goesOn, end]);
  }
  await end;
  return written;
}

async function countCuts(reason: string): Promise<number> {
  const metric = await registry.getSingleMetric("flower_war_bridge_connections_cut_total")?.get();
  return metric?.values.find(({ labels }) => labels["reason"] === reason)?.value ?? 0;
}

describe("a temple is disconnected, and others stay connected, when it sends without end", () => {
  test.each([
    ["messages", publish(`templo/v1/${TEMPLE}/up/bead`)],
    ["pings", PINGREQ],
  ])("%s", async (_, packet) => {
    const flooding = await connect();
    const other = await connect("templo-2");
    const cuts = await countCuts("rate");
    await writeUntilClosed(flooding, Buffer.concat(Array.from({ length: 200 }, () => packet)));
    expect(await countCuts("rate")).toBe(cuts + 1);
    expect(other.connected).toBe(true);
  });
});

test("a temple that sends as many messages as count in a second, and as many acknowledgements, stays connected", async () => {
  const temple = await connect();
  await temple.subscribeAsync(`templo/v1/${TEMPLE}/down/#`);
  const { burst } = SOCKET_LIMITS.mqtt.units;
  temple.stream.write(Buffer.concat(Array.from({ length: burst / 2 }, () => PINGREQ)));
  await temple.publishAsync(`templo/v1/${TEMPLE}/up/bead`, "{}", { qos: 1 });
  expect(temple.connected).toBe(true);
});

test("one address holds so many connections at once; each that ends makes room for another one", async () => {
  const open = async (): Promise<Socket> => {
    const socket = connectTcp(broker.port, "127.0.0.1");
    opened.push(socket);
    await once(socket, "connect");
    return socket;
  };
  const cuts = await countCuts("connections");
  const [first] = await Promise.all(Array.from({ length: MOST - 1 }, open));
  const temple = await connect();
  const refused = await open();
  await closed(refused);
  expect(await countCuts("connections")).toBe(cuts + 1);
  expect(temple.connected).toBe(true);
  first?.destroy();
  await vi.waitFor(() => connect("templo-2"), WAIT);
});
