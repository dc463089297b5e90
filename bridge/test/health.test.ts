import { afterEach, expect, test, vi } from "vitest";
import { registry } from "../src/metrics.ts";
import { WAIT } from "./support/raw-temple.ts";
import { TEMPLE, World } from "./support/world.ts";

let world: World;
afterEach(() => world.close());

/** What the server was told of temples' health. */
const told = () =>
  world.server.requests.filter(({ name }) => name === "health").map(({ payload }) => payload);

async function countResets(cause: string): Promise<number> {
  const sample = `flower_war_bridge_temple_resets_total{cause="${cause}"} `;
  const line = (await registry.metrics()).split("\n").find((text) => text.startsWith(sample));
  return Number(line?.split(" ").at(-1) ?? 0);
}

test("the server is told what a temple says of its health, once for each of its states", async () => {
  world = await World.open();
  const temple = await world.connect();
  await temple.state("0/0", { hw: "esp32s3", rssi: -67, reset: "power-on", faults: ["blocked-h"], up: 9 });
  const first = {
    fw: "raw 1",
    hw: "esp32s3",
    rssi: -67,
    up: 9,
    reset: "power-on",
    count: { h: 0, t: 0 },
    faults: ["blocked-h"],
  };
  await vi.waitFor(() => expect(told()).toEqual([{ templeId: TEMPLE, health: first }]), WAIT);
  await temple.bead("h1", "1/0", { up: 10 });
  await temple.state("1/0", { up: 11 });
  const second = { fw: "raw 1", up: 11, count: { h: 1, t: 0 } };
  await vi.waitFor(() => expect(told()).toHaveLength(2), WAIT);
  expect(told()[1]).toEqual({ templeId: TEMPLE, health: second });
});

test("a server that was away is told when it is back", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  world.server.setUp(false);
  await temple.state("0/0", { up: 2_000 });
  world.server.setUp(true);
  await vi.waitFor(() => expect(told().at(-1)).toMatchObject({ health: { up: 2_000 } }), WAIT);
});

test("a temple that starts again is counted by the cause that it names, other words of it as other", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  const before = { watchdog: await countResets("watchdog"), other: await countResets("other") };
  for (const [boot, reset] of [
    ["b2b2b2b2", "watchdog"],
    ["b3b3b3b3", "moon"],
  ] as const) {
    temple.boot = boot;
    temple.epoch = boot;
    temple.seq = 0;
    await temple.state("0/0", { reset });
    await vi.waitFor(() => expect(world.server.ledgers.get(TEMPLE)).toMatchObject({ boot, seq: 0 }), WAIT);
  }
  expect(await countResets("watchdog")).toBe(before.watchdog + 1);
  expect(await countResets("other")).toBe(before.other + 1);
  await temple.state("0/0", { reset: "watchdog" });
  await world.waitUntilCounted(temple);
  expect(await countResets("watchdog")).toBe(before.watchdog + 1);
});
