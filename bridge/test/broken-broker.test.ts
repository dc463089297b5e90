/** What an MQTT broker may answer, or what stands in front of it: no answer ends the bridge. */
import { afterEach, expect, onTestFinished, test } from "vitest";
import { BrokenServer } from "../../test/support/broken-server.ts";
import { SEED, seedTest } from "../../test/support/seeded-random.ts";
import { until } from "../../test/support/until.ts";
import { BrokerClient } from "../src/broker/broker-client.ts";
import { log } from "./support/log.ts";
import { system } from "./support/system.ts";

/** Bridges that connect again and again. */
const BRIDGES = 40;
/** Connections to broken brokers. */
const CONNECTIONS = Number(process.env["FLOWER_WAR_BROKEN_ANSWERS"] ?? 400);

/** What ended this process if it had no listener. */
const failures: unknown[] = [];
const note = (error: unknown) => failures.push(error);
process.on("uncaughtException", note).on("unhandledRejection", note);
afterEach(() => {
  expect(failures.splice(0)).toEqual([]);
});

test.each([
  ["a new seed", SEED],
  // Among its answers is a PUBREL without an id before a CONNACK.
  ["a seed that ended the bridge once", 3_339_267_254],
])("the bridge survives every answer of its broker, drawn with %s", async (_, seed) => {
  const random = seedTest("broken broker", seed);
  const bytes = (most: number) => Buffer.from(random.hex(2 * random.below(most)), "hex");
  /** A packet with a type that a broker sends, or any, and nonsense in it. */
  const packet = () => {
    const payload = bytes(60);
    const length = random.happens(0.7) ? payload.length : random.below(128);
    return Buffer.concat([Buffer.from([random.below(256), length]), payload]);
  };
  const garbage = () => (random.happens(0.2) ? Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n") : packet());
  const accepted = Buffer.from([0x20, 0x03, 0x00, 0x00, 0x00]);
  const subscribed = Buffer.from([0x90, 0x04, 0x00, 0x01, 0x00, 0x01]);
  const server = await BrokenServer.start(() => [
    ...(random.happens(0.7) ? [accepted] : []),
    ...(random.happens(0.3) ? [subscribed] : []),
    garbage(),
    garbage(),
    Buffer.concat([packet(), packet(), packet()]),
  ]);
  onTestFinished(() => server.stop());
  const broker = `mqtt://bridge:secret@127.0.0.1:${server.port}`;
  const clients = Array.from({ length: BRIDGES }, (_, i) => {
    return new BrokerClient({ bridgeId: `bridge-${i}`, broker, log, retry: 5, ...system });
  });
  for (const client of clients) client.start();
  await until(() => server.connections >= CONNECTIONS, "connections to the broken broker");
  await Promise.all(clients.map((client) => client.stop()));
});
