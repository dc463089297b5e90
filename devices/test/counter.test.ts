import { Counter, type CounterOptions } from "@flower-war/devices";
import { type BySlot, type Display } from "@flower-war/protocol/temple";
import { describe, expect, test } from "vitest";

const BOOT = "b1b1b1b1";

/** A counter without jitter: every spread gives its middle. */
function newCounter(more: Partial<CounterOptions> = {}): Counter {
  return new Counter({ boot: BOOT, fw: "test 1", random: { fraction: () => 0.5 }, ...more });
}

function display(mark: string, judged: BySlot = { h: 0, t: 0 }, epoch = BOOT): Display {
  return {
    phase: "playing",
    code: null,
    expires: null,
    match: "FW7K",
    turn: 1,
    seat: null,
    step: null,
    mark,
    open: { h: true, t: true },
    left: 3,
    offerings: { h: 0, t: 0 },
    fix: { h: 0, t: 0 },
    epoch,
    judged,
    apocalypse: { state: "none", count: 0, of: 13, ruling: null },
    last: null,
    lines: ["", ""],
  };
}

/** Returns the uptimes between two moments at which a report was due. */
function reportTimes(temple: Counter, from: number, to: number): number[] {
  const times: number[] = [];
  for (let now = temple.nextDueAt(); now <= to; now = temple.nextDueAt()) {
    if (now < from) throw new Error(`due at ${now}, before ${from}`);
    if (temple.tick(now).state !== null) times.push(now);
  }
  return times;
}

describe("counting", () => {
  test("[F1] each connection has a will with the conn to come, and the same boot", () => {
    const temple = newCounter();
    expect(temple.composeWill()).toEqual({ online: false, boot: BOOT, conn: 1 });
    expect(temple.beginConnection(0)).toMatchObject({
      online: true,
      boot: BOOT,
      epoch: BOOT,
      conn: 1,
      seq: 0,
    });
    expect(temple.composeWill()).toMatchObject({ boot: BOOT, conn: 2 });
    expect(temple.beginConnection(5)).toMatchObject({ boot: BOOT, conn: 2, seq: 1 });
    expect(temple.composeGoodbye("off")).toEqual({ online: false, boot: BOOT, conn: 2, why: "off" });
  });

  test("[F2] a bead carries the mark on show and the count when that mark was first shown", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    temple.show(display("M.7"));
    expect(temple.drop("h", 100)).toMatchObject({
      slot: "h",
      n: 1,
      count: { h: 1, t: 0 },
      stamp: { mark: "M.7", base: { h: 0, t: 0 } },
      at: 100,
    });
    temple.show(display("M.7"));
    expect(temple.report(1_100).stamp).toEqual({ mark: "M.7", base: { h: 0, t: 0 } });
    temple.show(display("M.8"));
    expect(temple.drop("h", 3_000)).toMatchObject({
      n: 2,
      count: { h: 2, t: 0 },
      stamp: { mark: "M.8", base: { h: 1, t: 0 } },
    });
  });

  test("[F4] beads that fell offline are reported with the old mark; the new mark's base includes them", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    temple.show(display("M.7"));
    temple.drop("h", 100);
    temple.drop("h", 200);
    expect(temple.beginConnection(5_000)).toMatchObject({
      count: { h: 2, t: 0 },
      stamp: { mark: "M.7", base: { h: 0, t: 0 } },
    });
    temple.show(display("M.9"));
    expect(temple.report(5_100)).toMatchObject({ stamp: { mark: "M.9", base: { h: 2, t: 0 } } });
  });

  test("[F5] no mark before a display; counters from flash continue their epoch", () => {
    const temple = newCounter({ epoch: "e0e0e0e0", count: { h: 5, t: 2 } });
    expect(temple.beginConnection(0)).toMatchObject({
      epoch: "e0e0e0e0",
      count: { h: 5, t: 2 },
      stamp: null,
    });
  });

  test("seq rises by one per message, over state, bead and act", () => {
    const temple = newCounter();
    const messages = [
      temple.beginConnection(0),
      temple.drop("h", 1),
      temple.press({ act: "pair" }, 2),
      temple.report(3),
    ];
    expect(messages.map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  });

  test("cmd epoch: counts restart at 0, and so does the base of the mark on show", () => {
    const temple = newCounter();
    temple.show(display("M.7"));
    temple.drop("h", 1);
    temple.show(display("M.8"));
    temple.restartCounting("e1e1e1e1");
    expect(temple.report(2)).toMatchObject({
      boot: BOOT,
      epoch: "e1e1e1e1",
      count: { h: 0, t: 0 },
      stamp: { mark: "M.8", base: { h: 0, t: 0 } },
    });
  });

  test("[F7] a command among the last 4 is not accepted again", () => {
    const temple = newCounter();
    const accept = (id: string) => temple.acceptCommand({ id, op: "report" });
    expect(["a", "a", "b", "c", "d", "a", "e", "a"].map(accept)).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  test("[T-3] an empty display shows nothing and keeps the mark", () => {
    const temple = newCounter();
    temple.show(display("M.7"));
    temple.show(null);
    expect(temple.display).toBeNull();
    expect(temple.drop("t", 1).stamp).toEqual({ mark: "M.7", base: { h: 0, t: 0 } });
  });
});

test("a report says what the temple knows of its health, and nothing of what it does not know", () => {
  const signals = [-67, null];
  const knowing = newCounter({ reset: "power-on", readSignal: () => signals.shift() ?? null });
  expect(knowing.report(0)).toMatchObject({ reset: "power-on", rssi: -67 });
  expect(knowing.report(1)).not.toHaveProperty("rssi");
  const other = newCounter().report(0);
  expect(other).not.toHaveProperty("rssi");
  expect(other).not.toHaveProperty("reset");
});

describe("[N-3] reports are due", () => {
  test("every 60 s", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    expect(reportTimes(temple, 0, 200_000)).toEqual([60_000, 120_000, 180_000]);
  });

  test("every 60 s, +-10 s", () => {
    for (const [random, first] of [
      [0, 50_000],
      [1, 70_000],
    ] as const) {
      const temple = new Counter({ boot: BOOT, fw: "test 1", random: { fraction: () => random } });
      temple.beginConnection(0);
      expect(temple.nextDueAt()).toBe(first);
    }
  });

  test("1 s after the last bead of a burst", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    temple.drop("h", 1_000);
    temple.drop("t", 1_400);
    expect(reportTimes(temple, 0, 30_000)).toEqual([2_400]);
  });

  test("[F8] 5, 10, 20 s after a bead without a verdict, then only as heartbeats", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    temple.show(display("M.7"));
    temple.drop("t", 1_000);
    expect(temple.hasUnjudged).toBe(true);
    expect(reportTimes(temple, 0, 31_000)).toEqual([2_000, 6_000, 11_000, 21_000]);
    temple.show(display("M.7", { h: 0, t: 1 }));
    expect(temple.hasUnjudged).toBe(false);
    expect(reportTimes(temple, 31_000, 100_000)).toEqual([81_000]);
  });

  test("not because of a display of another epoch", () => {
    const temple = newCounter();
    temple.show(display("M.7", { h: 0, t: 0 }, "e9e9e9e9"));
    temple.drop("t", 1_000);
    expect(temple.hasUnjudged).toBe(false);
  });

  test("0 to 3 s after a bridge's new start, once", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    temple.handleNotice({ id: "bridge-1", online: true, start: "5be0c4d1" }, 1_000);
    temple.handleNotice({ id: "bridge-1", online: true, start: "5be0c4d1" }, 1_100);
    temple.handleNotice({ id: "bridge-1", online: false, start: "6be0c4d1" }, 1_200);
    expect(reportTimes(temple, 0, 30_000)).toEqual([2_500]);
    temple.handleNotice({ id: "bridge-1", online: true, start: "6be0c4d1" }, 40_000);
    expect(reportTimes(temple, 30_000, 50_000)).toEqual([41_500]);
  });
});

describe("buttons", () => {
  test("[F6] an act is published three times, 5 s apart, with one seq", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    const act = temple.press({ act: "returned", slot: "t", num: 1 }, 1_000);
    expect(act).toEqual({ boot: BOOT, seq: 1, act: "returned", slot: "t", num: 1 });
    expect([temple.nextDueAt(), temple.tick(6_000).act]).toEqual([6_000, act]);
    expect([temple.nextDueAt(), temple.tick(11_000).act]).toEqual([11_000, act]);
    expect(temple.nextDueAt()).toBe(60_000);
  });

  test("an ack with its seq stops the repetition", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    const { seq } = temple.press({ act: "pair" }, 1_000);
    temple.answerAct(seq + 1, false, 1_100);
    expect(temple.nextDueAt()).toBe(6_000);
    temple.answerAct(seq, false, 1_100);
    expect(temple.nextDueAt()).toBe(60_000);
  });

  test("after an ack that says `pending`, also a late one, it is published three times more", () => {
    const temple = newCounter();
    temple.beginConnection(0);
    const act = temple.press({ act: "returned", slot: "t", num: 1 }, 1_000);
    for (const at of [6_000, 11_000]) expect(temple.tick(at).act).toEqual(act);
    temple.answerAct(act.seq, true, 12_000);
    for (const at of [17_000, 22_000, 27_000]) {
      expect([temple.nextDueAt(), temple.tick(at).act]).toEqual([at, act]);
    }
    temple.answerAct(act.seq, true, 28_000);
    expect(temple.nextDueAt()).toBe(33_000);
    temple.answerAct(act.seq, false, 28_100);
    temple.answerAct(act.seq, true, 28_200);
    expect(temple.nextDueAt()).toBe(60_000);
  });
});
