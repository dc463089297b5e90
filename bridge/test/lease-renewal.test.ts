import { expect, test } from "vitest";
import { BrokerClient } from "../src/broker/broker-client.ts";
import { LeaseRenewal } from "../src/temples/lease-renewal.ts";
import { Presence } from "../src/temples/presence.ts";
import { TemplePublisher } from "../src/temples/temple-publisher.ts";
import { TempleRegistry } from "../src/temples/temple-registry.ts";
import { FakeServer } from "./support/fake-server.ts";
import { log } from "./support/log.ts";
import { FakeTime } from "../../test/support/fake-time.ts";
import { system } from "./support/system.ts";

test("[S-1] leases on all temples online are renewed every 10 s, 64 in one request", async () => {
  const time = new FakeTime();
  const server = new FakeServer();
  const temples = new TempleRegistry(time);
  const client = new BrokerClient({ bridgeId: "bridge-1", broker: "mqtt://127.0.0.1:9", log, ...system });
  const publisher = new TemplePublisher(client, system.random);
  const listener = { onKnown: async () => {}, onOffline: () => {} };
  const presence = new Presence({ server, temples, publisher, log, time, listener });
  for (let i = 0; i < 70; i++) {
    server.secrets.set(`templo-${i}`, "secret");
    await presence.markOnline(temples.obtain(`templo-${i}`));
  }
  const renewed = () =>
    server.requests
      .filter(({ name }) => name === "lease")
      .map(({ payload }) => (payload as { templeIds: readonly string[] }).templeIds.length);
  const leases = new LeaseRenewal({ server, temples, presence, log, time });
  leases.start();
  await time.pass(9_999);
  expect(renewed()).toEqual([]);
  await time.pass(1);
  expect(renewed()).toEqual([64, 6]);
  await time.pass(10_000);
  expect(renewed()).toEqual([64, 6, 64, 6]);
  leases.stop();
  await time.pass(10_000);
  expect(renewed()).toHaveLength(4);
  presence.stop();
});
