import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type RawTemple, WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

let world: World;
let temple: RawTemple;
beforeEach(async () => {
  world = await World.open();
  temple = await world.born();
});
afterEach(() => world.close());

describe("[M-1] [M-2] messages that are no good", () => {
  test.each([
    ["bad-json", '{"v":1,', undefined],
    ["bad-version", { v: 2 }, "v"],
    ["bad-field", { v: 1, boot: "b1b1b1b1" }, "epoch"],
  ])("%s: one complaint, and nothing changes", async (reason, payload, detail) => {
    await temple.says("up/bead", payload);
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
    await temple.shows({ judged: { h: 1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  });

  test("[M-2] at most one complaint in 5 s; the temple stays connected and is served", async () => {
    for (let i = 0; i < 10; i++) await temple.says("up/bead", "{");
    await temple.bead("h1", "1/0");
    await temple.shows({ judged: { h: 1, t: 0 } });
    const complaints = temple.payloads("down/ack").filter((ack) => JSON.stringify(ack).includes("invalid"));
    expect(complaints).toHaveLength(1);
    expect(temple.isConnected).toBe(true);
  });

  test("one temple's nonsense leaves another temple undisturbed", async () => {
    world.server.secrets.set("templo-2", "second");
    const other = await world.connect("templo-2", "second");
    await other.says("up/bead", "{");
    await temple.bead("t1", "0/1");
    await temple.shows({ judged: { h: 0, t: 1 } });
    await vi.waitFor(() => expect(other.payloads("down/ack")).toHaveLength(1), WAIT);
  });
});

test("a flood while the server is slow is dropped, and recovered by the next total", async () => {
  const judging = () => world.server.asked.filter(({ name }) => name === "judge").length;
  const before = judging();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.server.held = promise;
  for (let i = 0; i < 200; i++) await temple.state("0/0");
  resolve();
  await vi.waitFor(async () => {
    await temple.state("1/0");
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  }, WAIT);
  expect(judging() - before).toBeLessThan(150);
});

test("[M-3] more than 20 messages in a second: the excess is dropped, said once, and recovered by a total", async () => {
  await Promise.all(Array.from({ length: 60 }, () => temple.state("0/0")));
  await vi.waitFor(
    () => expect(temple.payloads("down/ack")).toContainEqual({ v: 1, verdict: "invalid", reason: "rate" }),
    WAIT,
  );
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
  await temple.shows({ judged: { h: 1, t: 0 } });
  await temple.says("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 5 });
  await vi.waitFor(
    () => expect(world.server.asked.map(({ name }) => name)).toContain("temple-offline"),
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

describe("[S-1] while another bridge serves the temple", () => {
  const asked = () => world.server.asked.map(({ name }) => name);

  test("this one listens and says nothing; when the other is gone it takes over, and nothing is lost", async () => {
    world.server.served = true;
    const renewed = asked().filter((name) => name === "lease").length;
    await vi.waitFor(
      () => expect(asked().filter((name) => name === "lease").length).toBeGreaterThan(renewed + 1),
      WAIT,
    );
    temple.received.length = 0;
    const judged = asked().filter((name) => name === "judge").length;
    await temple.bead("h1", "1/0");
    await temple.says("up/bead", "{");
    const more = asked().filter((name) => name === "lease").length;
    await vi.waitFor(
      () => expect(asked().filter((name) => name === "lease").length).toBeGreaterThan(more + 1),
      WAIT,
    );
    expect(temple.received).toEqual([]);
    expect(asked().filter((name) => name === "judge")).toHaveLength(judged);
    world.server.served = false;
    await vi.waitFor(() => expect(temple.payloads("down/cmd").at(-1)).toMatchObject({ op: "report" }), WAIT);
    await temple.state("1/0");
    await temple.shows({ judged: { h: 1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  });
});

test("[T-3] an empty payload on up/state forgets the temple; its next message is news", async () => {
  const asked = () => world.server.asked.map(({ name }) => name).filter((name) => name.startsWith("temple-"));
  await temple.says("up/state", "");
  await vi.waitFor(() => expect(asked()).toEqual(["temple-online", "temple-offline"]), WAIT);
  await temple.state("0/0");
  await vi.waitFor(() => expect(asked()).toEqual(["temple-online", "temple-offline", "temple-online"]), WAIT);
});

test("[C-8] [B16] state 40/0: 40 beads implausible, fix 0", async () => {
  await temple.state("40/0");
  await temple.shows({ judged: { h: 40, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 5, t: 2 } });
  expect(temple.verdicts()).toHaveLength(40);
  expect(new Set(temple.verdicts().map((verdict) => verdict.replace(/^h\d+ /, "")))).toEqual(
    new Set(["rejected implausible"]),
  );
});

test("[C-3] [B9] a new boot retires the old one, whose bead is dropped", async () => {
  await temple.state("2/0");
  temple.boot = "b2b2b2b2";
  temple.epoch = "b2b2b2b2";
  temple.seq = 0;
  await temple.state("0/0");
  await temple.shows({ epoch: "b2b2b2b2", judged: { h: 0, t: 0 } });
  await temple.bead("h1", "1/0");
  await temple.bead("h3", "3/0", { boot: "b1b1b1b1", epoch: "b1b1b1b1" });
  temple.seq -= 1;
  await temple.state("1/0");
  await world.counted(temple);
  await temple.shows({ epoch: "b2b2b2b2", judged: { h: 1, t: 0 } });
  expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 accepted ok", "h1 accepted ok"]);
});

test("[C-7] [B11] counters that ran backwards: generation 1, then the bead under a new name", async () => {
  await temple.state("2/0");
  await temple.state("1/0");
  await temple.bead("h2", "2/0");
  await temple.shows({ judged: { h: 2, t: 0 }, offerings: { h: 8, t: 2 } });
  expect(world.server.ledgers.get(temple.id)).toMatchObject({ generation: 1 });
  expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 accepted ok", "h2 accepted ok"]);
});
