import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type RawTemple, WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

let world: World;
let temple: RawTemple;
beforeEach(async () => {
  world = await World.open();
  temple = await world.connectOnline();
});
afterEach(() => world.close());

describe("[M-1] [M-2] malformed messages", () => {
  test.each([
    ["bad-json", '{"v":1,', undefined],
    ["bad-version", { v: 2 }, "v"],
    ["bad-field", { v: 1, boot: "b1b1b1b1" }, "epoch"],
  ])("%s: one complaint, nothing changes", async (reason, payload, detail) => {
    await temple.publish("up/bead", payload);
    await vi.waitFor(() => expect(temple.on("down/ack")).toHaveLength(1), WAIT);
    expect(temple.on("down/ack")).toEqual([
      {
        topic: "templo/v1/templo-1/down/ack",
        payload: { v: 1, verdict: "invalid", reason, ...(detail === undefined ? {} : { detail }) },
        qos: 1,
        retain: false,
      },
    ]);
    await temple.bead("h1", "1/0", { later: true });
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  });

  test("[M-2] at most one complaint in 5 s; the temple stays connected and is served", async () => {
    for (let i = 0; i < 10; i++) await temple.publish("up/bead", "{");
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    const complaints = temple.payloads("down/ack").filter((ack) => JSON.stringify(ack).includes("invalid"));
    expect(complaints).toHaveLength(1);
    expect(temple.isConnected).toBe(true);
  });

  test("one temple's malformed messages do not affect another temple", async () => {
    world.server.secrets.set("templo-2", "second");
    const other = await world.connect("templo-2", "second");
    await other.publish("up/bead", "{");
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 } });
    await vi.waitFor(() => expect(other.payloads("down/ack")).toHaveLength(1), WAIT);
  });
});

test("messages beyond the queue limit are dropped while the server is slow; the next total recovers them", async () => {
  const judging = () => world.server.requests.filter(({ name }) => name === "judge").length;
  const before = judging();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.server.answersAfter = promise;
  for (let i = 0; i < 200; i++) await temple.state("0/0");
  resolve();
  await vi.waitFor(async () => {
    await temple.state("1/0");
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  }, WAIT);
  expect(judging() - before).toBeLessThan(150);
});

test("[M-3] more than 20 messages in a second: the excess is dropped with one complaint; a total recovers it", async () => {
  for (let begun = -Infinity; performance.now() - begun > 1_000; ) {
    begun = performance.now();
    // A slow machine may take longer than a second for them: then it sends them again.
    await Promise.all(Array.from({ length: 60 }, () => temple.state("0/0")));
  }
  await vi.waitFor(() => {
    expect(temple.payloads("down/ack")).toContainEqual({ v: 1, verdict: "invalid", reason: "rate" });
  }, WAIT);
  expect(temple.isConnected).toBe(true);
  await vi.waitFor(async () => {
    await temple.state("0/2");
    expect(temple.display()).toMatchObject({ judged: { h: 0, t: 2 } });
  }, WAIT);
  expect(temple.verdicts()).toEqual(["t1 accepted ok", "t2 accepted ok"]);
});

test("[C-9] a birth with lower up and conn than known for its boot, after it was offline: boot-reused", async () => {
  temple.conn = 5;
  await temple.bead("h1", "1/0");
  await temple.state("1/0");
  await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
  await temple.publish("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 5 });
  await vi.waitFor(
    () => expect(world.server.requests.map(({ name }) => name)).toContain("temple-offline"),
    WAIT,
  );
  await temple.state("0/0", { conn: 1, up: 10, seq: 0 });
  await vi.waitFor(
    () =>
      expect(temple.payloads("down/ack").at(-1)).toMatchObject({ verdict: "invalid", reason: "boot-reused" }),
    WAIT,
  );
  expect(world.server.ledgers.get(temple.id)).toMatchObject({ conn: 5, judged: { h: 1, t: 0 } });
});

describe("[C-7] a seq that is not above the highest of its boot", () => {
  const complaints = () =>
    temple.payloads("down/ack").filter((ack) => JSON.stringify(ack).includes("seq-restarted"));

  test("[B19] in a message that was sent later: seq-restarted, and nothing of it is counted", async () => {
    for (const n of [1, 2, 3]) await temple.bead(`h${n}`, `${n}/0`);
    await temple.waitForDisplay({ judged: { h: 3, t: 0 } });
    temple.seq = 0;
    temple.conn = 2;
    await temple.bead("h4", "4/0");
    await vi.waitFor(() => expect(complaints()).toHaveLength(1), WAIT);
    expect(complaints()).toEqual([
      { v: 1, verdict: "invalid", reason: "seq-restarted", detail: "seq 0 after 3" },
    ]);
    temple.seq = 4;
    await temple.state("4/0");
    await temple.waitForDisplay({ judged: { h: 4, t: 0 } });
    expect(complaints()).toHaveLength(1);
  });

  test("[B19] bytes from before it restarted, with a higher seq and lower totals, change no generation", async () => {
    temple.seq = 7;
    const before = await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 1 });
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 2, t: 0 } });
    await temple.publish("up/bead", { ...before, boot: "b2b2b2b2", epoch: "b2b2b2b2" });
    await vi.waitFor(() => expect(complaints()).toHaveLength(1), WAIT);
    temple.seq = 8;
    await temple.state("2/0");
    await world.waitUntilCounted(temple);
    expect(world.server.ledgers.get(temple.id)).toMatchObject({ generation: 0, judged: { h: 2, t: 0 } });
  });

  test("[B19] bytes from before it restarted, the first that a new bridge hears, change no generation", async () => {
    temple.seq = 7;
    const before = await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 1 });
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 2, t: 0 } });
    await world.restartBridge("off");
    const commands = () => temple.payloads("down/cmd").length;
    await vi.waitFor(() => expect(commands()).toBe(1), WAIT);
    await temple.publish("up/bead", { ...before, boot: "b2b2b2b2", epoch: "b2b2b2b2" });
    await vi.waitFor(() => expect(commands()).toBe(2), WAIT);
    await temple.state("2/0");
    await temple.bead("h3", "3/0");
    await temple.waitForDisplay({ judged: { h: 3, t: 0 } });
    expect(world.server.ledgers.get(temple.id)).toMatchObject({ generation: 0 });
    expect(temple.fates().map((verdict) => verdict.slice(0, 2))).toEqual(["h1", "h1", "h2", "h3"]);
  });

  test("in messages that came again: no complaint", async () => {
    const first = await temple.bead("h1", "1/0");
    const second = await temple.bead("h2", "2/0");
    for (const again of [first, second, first, second]) await temple.publish("up/bead", again);
    await temple.bead("h3", "3/0");
    await temple.waitForDisplay({ judged: { h: 3, t: 0 } });
    expect(complaints()).toEqual([]);
  });
});

describe("[S-1] while another bridge serves the temple", () => {
  const requests = () => world.server.requests.map(({ name }) => name);
  const countLeases = () => requests().filter((name) => name === "lease").length;

  async function waitForTwoLeases(): Promise<void> {
    const before = countLeases();
    await vi.waitFor(() => expect(countLeases()).toBeGreaterThan(before + 1), WAIT);
  }

  test("this one only listens; when the other is gone it takes over, and no bead is lost", async () => {
    world.server.servedElsewhere = true;
    await waitForTwoLeases();
    await vi.waitFor(async () => {
      // What the bridge published before may still be on its way.
      temple.received.length = 0;
      await waitForTwoLeases();
      expect(temple.received).toEqual([]);
    }, WAIT);
    const judged = requests().filter((name) => name === "judge").length;
    await temple.bead("h1", "1/0");
    await temple.publish("up/bead", "{");
    await waitForTwoLeases();
    expect(temple.received).toEqual([]);
    expect(requests().filter((name) => name === "judge")).toHaveLength(judged);
    world.server.servedElsewhere = false;
    await vi.waitFor(() => expect(temple.payloads("down/cmd").at(-1)).toMatchObject({ op: "report" }), WAIT);
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  });
});

test("[T-3] an empty payload on up/state forgets the temple; its next message announces it again", async () => {
  const requests = () =>
    world.server.requests.map(({ name }) => name).filter((name) => name.startsWith("temple-"));
  await temple.publish("up/state", "");
  await vi.waitFor(() => expect(requests()).toEqual(["temple-online", "temple-offline"]), WAIT);
  await temple.state("0/0");
  await vi.waitFor(
    () => expect(requests()).toEqual(["temple-online", "temple-offline", "temple-online"]),
    WAIT,
  );
});

test("[C-8] [B16] state 40/0: 40 beads implausible, fix 0", async () => {
  await temple.state("40/0");
  await temple.waitForDisplay({ judged: { h: 40, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 5, t: 2 } });
  expect(temple.verdicts()).toHaveLength(40);
  expect(new Set(temple.verdicts().map((verdict) => verdict.replace(/^h\d+ /, "")))).toEqual(
    new Set(["rejected implausible"]),
  );
});

test("[C-3] [B9] a new boot retires the old one; a bead of the old boot is dropped", async () => {
  await temple.state("2/0");
  temple.boot = "b2b2b2b2";
  temple.epoch = "b2b2b2b2";
  temple.seq = 0;
  await temple.state("0/0");
  await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 0, t: 0 } });
  await temple.bead("h1", "1/0");
  await temple.bead("h3", "3/0", { boot: "b1b1b1b1", epoch: "b1b1b1b1" });
  temple.seq -= 1;
  await temple.state("1/0");
  await world.waitUntilCounted(temple);
  await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 1, t: 0 } });
  expect(temple.fates()).toEqual(["h1 accepted ok", "h2 accepted ok", "h1 accepted ok"]);
});

test("[C-4] a renewed epoch in flash: what fell before its first message is ignored, and the temple is told so", async () => {
  Object.assign(temple, { boot: "b2b2b2b2", epoch: "e2e2e2e2", seq: 0 });
  await temple.bead("h3", "3/1");
  await temple.waitForDisplay({ epoch: "e2e2e2e2", judged: { h: 3, t: 1 } });
  expect(temple.payloads("down/ack")).toMatchObject([
    { epoch: "e2e2e2e2", slot: "h", from: 1, to: 2, verdict: "ignored", reason: "earlier" },
    { epoch: "e2e2e2e2", slot: "t", from: 1, to: 1, verdict: "ignored", reason: "earlier" },
    { epoch: "e2e2e2e2", slot: "h", from: 3, to: 3, verdict: "accepted" },
  ]);
});

describe("[C-10] [B21] late bytes of a boot that the bridge never saw", () => {
  const reports = () =>
    temple.payloads("down/cmd").filter((cmd) => (cmd as { op?: string }).op === "report").length;
  const waitForReports = (n: number) => vi.waitFor(() => expect(reports()).toBeGreaterThanOrEqual(n), WAIT);

  test("retire the boot that is alive, until it has been the only one heard for 5 s", async () => {
    Object.assign(temple, { boot: "b3b3b3b3", epoch: "b3b3b3b3" });
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ epoch: "b3b3b3b3", judged: { h: 1, t: 0 } });
    await temple.bead("h2", "2/0", { boot: "b2b2b2b2", epoch: "b2b2b2b2" });
    await temple.waitForDisplay({ epoch: "b2b2b2b2" });
    const fates = temple.fates().length;
    const bead = await temple.bead("h2", "2/0");
    await waitForReports(2);
    world.pass(5_000);
    await temple.publish("up/bead", bead);
    await temple.state("2/0");
    await temple.waitForDisplay({ epoch: "b3b3b3b3", judged: { h: 2, t: 0 } });
    expect(temple.fates().slice(fates)).toEqual(["h2 rejected no-skulls"]);
    await temple.bead("h3", "3/0");
    await temple.waitForDisplay({ judged: { h: 3, t: 0 } });
  });

  test("count nothing if their totals are lower, and change no generation", async () => {
    Object.assign(temple, { boot: "b3b3b3b3", epoch: "e0e0e0e0" });
    await temple.state("0/0");
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ epoch: "e0e0e0e0", judged: { h: 1, t: 0 } });
    await temple.state("0/0", { boot: "b2b2b2b2" });
    await waitForReports(1);
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ judged: { h: 2, t: 0 }, offerings: { h: 7, t: 2 } });
    expect(world.server.ledgers.get(temple.id)).toMatchObject({ boot: "b3b3b3b3", generation: 0 });
    world.pass(5_000);
    await temple.state("0/0", { boot: "b2b2b2b2" });
    await temple.state("2/0");
    await world.waitUntilCounted(temple);
    expect(world.server.ledgers.get(temple.id)).toMatchObject({ boot: "b3b3b3b3", generation: 0 });
  });

  test("of counters in flash, and the bridge is killed: what falls then is judged, and lamps are shut until it can be", async () => {
    Object.assign(temple, { boot: "b3b3b3b3", epoch: "e3e3e3e3" });
    await temple.state("0/0");
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ epoch: "e3e3e3e3", judged: { h: 1, t: 0 }, open: { h: true, t: true } });
    await temple.state("0/0", { boot: "b2b2b2b2", epoch: "e2e2e2e2" });
    await temple.waitForDisplay({ epoch: "e2e2e2e2" });
    await world.restartBridge("off");
    await temple.bead("h2", "2/0");
    await temple.bead("h3", "3/0");
    await temple.waitForDisplay({ open: { h: false, t: false }, lines: ["Wait", "Checking the temple"] });
    world.pass(5_000);
    await temple.state("3/0");
    await temple.waitForDisplay({
      epoch: "e3e3e3e3",
      judged: { h: 3, t: 0 },
      open: { h: true, t: true },
    });
    const fates = temple.fates();
    expect(fates.slice(0, 1)).toEqual(["h1 accepted ok"]);
    expect(fates.slice(1).map((fate) => fate.split(" ")[0])).toEqual(["h2", "h3"]);
  });

  test("[C-12] three times in a minute are two devices: both are told, and lamps are shut", async () => {
    const twin = { boot: "b2b2b2b2", epoch: "e2e2e2e2" };
    Object.assign(temple, { boot: "b3b3b3b3", epoch: "e3e3e3e3" });
    const told = {
      open: { h: false, t: false },
      lines: ["Two temples have", "this name: switch", "one of them off"],
    };
    await temple.state("0/0", twin);
    await temple.state("0/0");
    await temple.waitForDisplay({ epoch: "e3e3e3e3", open: { h: true, t: true } });
    for (let doubts = 1; doubts <= 3; doubts += 1) {
      await temple.state("0/0", twin);
      await waitForReports(doubts);
      await temple.state("0/0");
    }
    await temple.waitForDisplay(told);
    world.pass(61_000);
    await temple.state("0/0");
    await temple.waitForDisplay({ open: { h: true, t: true } });
  });

  test("of a retired boot change nothing while another one is heard", async () => {
    const old = { boot: "b1b1b1b1", epoch: "b1b1b1b1" };
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "b2b2b2b2" });
    await temple.state("0/0");
    await temple.waitForDisplay({ epoch: "b2b2b2b2" });
    await temple.bead("h1", "1/0", old);
    await waitForReports(1);
    world.pass(5_000);
    await temple.bead("h1", "1/0");
    await temple.bead("h2", "2/0", old);
    await temple.state("1/0");
    await world.waitUntilCounted(temple);
    await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  });
});

test("[C-7] [B11] counters that ran backwards: generation 1, then the bead is judged under a new name", async () => {
  await temple.state("2/0");
  await temple.state("1/0");
  await temple.bead("h2", "2/0");
  await temple.waitForDisplay({ judged: { h: 2, t: 0 }, offerings: { h: 8, t: 2 } });
  expect(world.server.ledgers.get(temple.id)).toMatchObject({ generation: 1 });
  expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 accepted ok", "h2 accepted ok"]);
});
