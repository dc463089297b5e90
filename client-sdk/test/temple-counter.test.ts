import { type BySlot, Counter, type Display } from "@flower-war/client-sdk/temple";
import { describe, expect, test } from "vitest";

const BOOT = "b1b1b1b1";

/** A counter without jitter: the middle of every spread. */
function counter(more: { epoch?: string; count?: BySlot } = {}): Counter {
  return new Counter({ boot: BOOT, fw: "test 1", random: () => 0.5, ...more });
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

/** The uptimes at which it reports by itself between two moments. */
function reports(temple: Counter, from: number, to: number): number[] {
  const times: number[] = [];
  for (let now = temple.due(); now <= to; now = temple.due()) {
    if (now < from) throw new Error(`due at ${now}, before ${from}`);
    if (temple.tick(now).state !== null) times.push(now);
  }
  return times;
}

describe("counting", () => {
  test("[F1] each connection has a will with the conn to come, and the same boot", () => {
    const temple = counter();
    expect(temple.will()).toEqual({ online: false, boot: BOOT, conn: 1 });
    expect(temple.connected(0)).toMatchObject({ online: true, boot: BOOT, epoch: BOOT, conn: 1, seq: 0 });
    expect(temple.will()).toMatchObject({ boot: BOOT, conn: 2 });
    expect(temple.connected(5)).toMatchObject({ boot: BOOT, conn: 2, seq: 1 });
    expect(temple.goodbye("off")).toEqual({ online: false, boot: BOOT, conn: 2, why: "off" });
  });

  test("[F2] a bead carries the mark on show and the count as it stood when that was first shown", () => {
    const temple = counter();
    temple.connected(0);
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

  test("[F4] what fell while away is told under the old mark, then the new one begins at it", () => {
    const temple = counter();
    temple.connected(0);
    temple.show(display("M.7"));
    temple.drop("h", 100);
    temple.drop("h", 200);
    expect(temple.connected(5_000)).toMatchObject({
      count: { h: 2, t: 0 },
      stamp: { mark: "M.7", base: { h: 0, t: 0 } },
    });
    temple.show(display("M.9"));
    expect(temple.report(5_100)).toMatchObject({ stamp: { mark: "M.9", base: { h: 2, t: 0 } } });
  });

  test("[F5] no mark before a display; counters in flash go on in their epoch", () => {
    const temple = counter({ epoch: "e0e0e0e0", count: { h: 5, t: 2 } });
    expect(temple.connected(0)).toMatchObject({ epoch: "e0e0e0e0", count: { h: 5, t: 2 }, stamp: null });
  });

  test("seq rises by one over state, bead and act", () => {
    const temple = counter();
    const messages = [
      temple.connected(0),
      temple.drop("h", 1),
      temple.press({ act: "pair" }, 2),
      temple.report(3),
    ];
    expect(messages.map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  });

  test("cmd epoch: a new run at 0, the mark on show begins at 0 too", () => {
    const temple = counter();
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

  test("[F7] a command heard among the last 4 is not obeyed again", () => {
    const temple = counter();
    const heed = (id: string) => temple.heeds({ id, op: "report" });
    expect(["a", "a", "b", "c", "d", "a", "e", "a"].map(heed)).toEqual([
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

  test("[T-3] an empty display is no picture, and the mark is kept", () => {
    const temple = counter();
    temple.show(display("M.7"));
    temple.show(null);
    expect(temple.display).toBeNull();
    expect(temple.drop("t", 1).stamp).toEqual({ mark: "M.7", base: { h: 0, t: 0 } });
  });
});

describe("[N-3] when a temple reports by itself", () => {
  test("every 60 s", () => {
    const temple = counter();
    temple.connected(0);
    expect(reports(temple, 0, 200_000)).toEqual([60_000, 120_000, 180_000]);
  });

  test("every 60 s, give or take 10", () => {
    for (const [random, first] of [
      [0, 50_000],
      [1, 70_000],
    ] as const) {
      const temple = new Counter({ boot: BOOT, fw: "test 1", random: () => random });
      temple.connected(0);
      expect(temple.due()).toBe(first);
    }
  });

  test("1 s after the last bead of a burst", () => {
    const temple = counter();
    temple.connected(0);
    temple.drop("h", 1_000);
    temple.drop("t", 1_400);
    expect(reports(temple, 0, 30_000)).toEqual([2_400]);
  });

  test("[F8] 5, 10, 20 s after a bead that has no verdict, then only heartbeats", () => {
    const temple = counter();
    temple.connected(0);
    temple.show(display("M.7"));
    temple.drop("t", 1_000);
    expect(temple.unjudged).toBe(true);
    expect(reports(temple, 0, 31_000)).toEqual([2_000, 6_000, 11_000, 21_000]);
    temple.show(display("M.7", { h: 0, t: 1 }));
    expect(temple.unjudged).toBe(false);
    expect(reports(temple, 31_000, 100_000)).toEqual([81_000]);
  });

  test("a display of another epoch says nothing of our beads", () => {
    const temple = counter();
    temple.show(display("M.7", { h: 0, t: 0 }, "e9e9e9e9"));
    temple.drop("t", 1_000);
    expect(temple.unjudged).toBe(false);
  });

  test("0 to 3 s after a bridge's new start, once", () => {
    const temple = counter();
    temple.connected(0);
    temple.notice({ id: "bridge-1", online: true, start: "5be0c4d1" }, 1_000);
    temple.notice({ id: "bridge-1", online: true, start: "5be0c4d1" }, 1_100);
    temple.notice({ id: "bridge-1", online: false, start: "6be0c4d1" }, 1_200);
    expect(reports(temple, 0, 30_000)).toEqual([2_500]);
    temple.notice({ id: "bridge-1", online: true, start: "6be0c4d1" }, 40_000);
    expect(reports(temple, 30_000, 50_000)).toEqual([41_500]);
  });
});

describe("buttons", () => {
  test("[F6] an act goes out three times, 5 s apart, with one seq", () => {
    const temple = counter();
    temple.connected(0);
    const act = temple.press({ act: "returned", slot: "t", num: 1 }, 1_000);
    expect(act).toEqual({ boot: BOOT, seq: 1, act: "returned", slot: "t", num: 1 });
    expect([temple.due(), temple.tick(6_000).act]).toEqual([6_000, act]);
    expect([temple.due(), temple.tick(11_000).act]).toEqual([11_000, act]);
    expect(temple.due()).toBe(60_000);
  });

  test("an ack with its seq ends it", () => {
    const temple = counter();
    temple.connected(0);
    const { seq } = temple.press({ act: "pair" }, 1_000);
    temple.answered(seq + 1);
    expect(temple.due()).toBe(6_000);
    temple.answered(seq);
    expect(temple.due()).toBe(60_000);
  });
});
