import { LIMITS } from "@flower-war/protocol";
import {
  absorb,
  BEADS_PER_REQUEST,
  type Bead,
  type BeadClaim,
  type BeadName,
  type BySlot,
  followLake,
  type Judgement,
  type Ledger,
  type OnlineState,
  observe,
  type Report,
  reconcile,
  recount,
  revive,
  type Slot,
  type Stamp,
  settle,
  takeBack,
} from "@flower-war/protocol/temple";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const B1 = "b1b1b1b1";
const B2 = "b2b2b2b2";
const M7: Stamp = { mark: "M.7", base: { h: 0, t: 0 } };

interface More {
  readonly boot?: string;
  readonly epoch?: string;
  readonly stamp?: Stamp | null;
  readonly conn?: number;
}

function counting(seq: number, h: number, t: number, { boot = B1, epoch = boot, stamp = M7 }: More) {
  return { boot, epoch, seq, count: { h, t }, stamp, up: seq * 1000 };
}

function state(seq: number, h: number, t: number, more: More = {}): OnlineState {
  return { ...counting(seq, h, t, more), online: true, conn: more.conn ?? 1, level: 2, fw: "x" };
}

function bead(
  seq: number,
  slot: Slot,
  n: number,
  [h, t]: readonly [h: number, t: number],
  more: More = {},
): Bead {
  return { ...counting(seq, h, t, more), slot, n, at: seq * 1000 };
}

/** Returns the same verdict for every claim. */
function judged(beads: readonly BeadClaim[], verdict: "accepted" | "rejected" = "accepted"): Judgement[] {
  return beads.map(({ name }) => ({ name, verdict, reason: verdict === "accepted" ? "ok" : "late" }));
}

function names(beads: readonly BeadClaim[]): string[] {
  return beads.map(({ name, recovered }) => `${name.slot}${name.n}${recovered ? " recovered" : ""}`);
}

/** Returns the ledger after these reports, with every bead accepted. */
function after(...reports: Report[]): Ledger {
  const ledger = reports.reduce<Ledger | null>((before, report) => {
    const seen = observe(before, report);
    return settle(seen.ledger, judged(seen.beads));
  }, null);
  if (ledger === null) throw new Error("no report");
  return ledger;
}

describe("observing", () => {
  test("[C-4] a new epoch of a new boot begins at 0/0: everything it reports is judged", () => {
    const seen = observe(null, state(5, 2, 1));
    expect(seen.ledger).toMatchObject({ judged: { h: 0, t: 0 }, fix: { h: 0, t: 0 }, generation: 0, seq: 5 });
    expect(names(seen.beads)).toEqual(["h1 recovered", "h2 recovered", "t1 recovered"]);
    expect(seen.outcome).toBe("birth");
  });

  test("[C-4] an epoch older than its boot begins at its totals", () => {
    const seen = observe(null, state(5, 120, 98, { boot: "b9b9b9b9", epoch: "e0e0e0e0" }));
    expect(seen.ledger.judged).toEqual({ h: 120, t: 98 });
    expect(seen.beads).toEqual([]);
    expect(seen.passed).toEqual([]);
  });

  test("[C-4] a renewed epoch claims what fell before its first message as earlier, but for the bead that it tells", () => {
    const ledger = after(state(0, 3, 0, { epoch: "e0e0e0e0" }));
    const seen = observe(ledger, bead(1, "h", 3, [3, 1], { epoch: "e1e1e1e1" }));
    expect(seen.passed).toEqual([]);
    expect(seen.ledger.judged).toEqual({ h: 0, t: 0 });
    expect(names(seen.beads)).toEqual(["h1 recovered", "h2 recovered", "t1 recovered", "h3"]);
    expect(seen.beads.map(({ earlier = false }) => earlier)).toEqual([true, true, true, false]);
  });

  test("[C-4] and of each slot at most the newest 24: those before are passed", () => {
    const ledger = after(state(0, 3, 0, { epoch: "e0e0e0e0" }));
    const seen = observe(ledger, state(1, 30, 24, { epoch: "e1e1e1e1" }));
    expect(seen.passed).toEqual([{ slot: "h", from: 1, to: 6 }]);
    expect(seen.ledger.judged).toEqual({ h: 6, t: 0 });
    expect(seen.beads).toHaveLength(48);
    expect(observe(seen.ledger, state(2, 30, 24, { epoch: "e1e1e1e1" }), seen.beads).beads).toEqual(
      seen.beads,
    );
  });

  test("[C-3] [C-4] a bead of an unknown boot counts as its birth and is judged", () => {
    const seen = observe(null, bead(7, "h", 121, [121, 98], { boot: "b9b9b9b9", epoch: "e0e0e0e0" }));
    expect(seen.ledger).toMatchObject({ boot: "b9b9b9b9", conn: 0, judged: { h: 120, t: 98 } });
    expect(names(seen.beads)).toEqual(["h121"]);
  });

  test("[C-5] ascending within a slot, h before t, a bead's own slot last, its own ordinal as itself", () => {
    expect(names(observe(after(state(0, 0, 0)), state(1, 2, 2)).beads)).toEqual([
      "h1 recovered",
      "h2 recovered",
      "t1 recovered",
      "t2 recovered",
    ]);
    expect(names(observe(after(state(0, 0, 0)), bead(1, "h", 2, [3, 1])).beads)).toEqual([
      "t1 recovered",
      "h1 recovered",
      "h2",
      "h3 recovered",
    ]);
    expect(names(observe(after(state(0, 0, 0)), bead(1, "t", 1, [1, 1])).beads)).toEqual([
      "h1 recovered",
      "t1",
    ]);
  });

  test("[C-1] a claim carries its name and the stamp of the message that brought it", () => {
    const stamp = { mark: "M.8", base: { h: 1, t: 0 } };
    expect(observe(after(state(0, 0, 0)), bead(1, "h", 1, [1, 0], { stamp })).beads).toEqual([
      { name: { epoch: B1, generation: 0, slot: "h", n: 1 }, stamp, recovered: false },
    ]);
  });

  test("[C-6] an ordinal at or below judged is not claimed again", () => {
    const ledger = after(state(0, 0, 0), bead(1, "h", 1, [1, 0]));
    const seen = observe(ledger, bead(2, "h", 1, [1, 0]));
    expect(seen.beads).toEqual([]);
    expect(seen.ledger.judged).toEqual({ h: 1, t: 0 });
  });

  test("[C-7] an old message changes nothing, whatever its totals", () => {
    const ledger = after(state(0, 0, 0), bead(4, "h", 2, [2, 0]));
    for (const old of [
      bead(3, "h", 1, [1, 0]),
      state(4, 2, 0),
      state(2, 9, 9),
      state(3, 0, 0, { epoch: B2 }),
    ]) {
      expect(observe(ledger, old)).toEqual({
        ledger,
        beads: [],
        implausible: [],
        passed: [],
        outcome: "old",
      });
    }
  });

  test("[C-7] [B11] lower totals in a newer message: a new generation, nothing judged, then new names", () => {
    const ledger = after(state(0, 0, 0), bead(1, "h", 2, [2, 0]));
    const seen = observe(ledger, state(2, 1, 0));
    expect(seen.outcome).toBe("counter-regressed");
    expect(seen.beads).toEqual([]);
    expect(seen.ledger).toMatchObject({ generation: 1, judged: { h: 1, t: 0 }, seq: 2 });
    expect(observe(seen.ledger, bead(3, "h", 2, [2, 0])).beads).toMatchObject([
      { name: { epoch: B1, generation: 1, slot: "h", n: 2 } },
    ]);
  });

  test("[C-7] totals below the ordinals of pending beads are lower totals too", () => {
    const first = observe(after(state(0, 0, 0)), state(1, 2, 0));
    const seen = observe(first.ledger, state(2, 1, 0), first.beads);
    expect(seen.outcome).toBe("counter-regressed");
    expect(seen.ledger.generation).toBe(1);
    expect(seen.beads).toEqual(first.beads);
  });

  test("[C-3] [B9] a new boot retires the previous one and its epoch; their messages are dropped", () => {
    const ledger = after(state(0, 0, 0), state(1, 2, 0), state(0, 0, 0, { boot: B2 }));
    expect(ledger).toMatchObject({ boot: B2, epoch: B2, retiredBoots: [B1], retiredEpochs: [B1], seq: 0 });
    expect(names(observe(ledger, bead(1, "h", 1, [1, 0], { boot: B2 })).beads)).toEqual(["h1"]);
    expect(observe(ledger, bead(9, "h", 3, [3, 0]))).toEqual({
      ledger,
      beads: [],
      implausible: [],
      passed: [],
      outcome: "doubtful",
    });
  });

  test("[C-3] messages of an epoch that the same boot has ended are dropped", () => {
    const ledger = after(state(0, 0, 0), state(1, 0, 0, { epoch: "e1e1e1e1" }));
    expect(observe(ledger, state(2, 5, 0)).outcome).toBe("retired");
  });

  test("[C-3] counters in flash: a new boot of the known epoch continues it", () => {
    const epoch = "e0e0e0e0";
    const ledger = after(state(0, 5, 2, { epoch }), state(0, 6, 2, { boot: B2, epoch, conn: 1 }));
    expect(ledger).toMatchObject({
      boot: B2,
      epoch,
      judged: { h: 6, t: 2 },
      retiredBoots: [B1],
      retiredEpochs: [],
    });
  });

  test("[C-3] a new epoch of the same boot starts again; fix stays", () => {
    const late = observe(after(state(0, 0, 0)), state(1, 1, 0));
    const ledger = settle(late.ledger, judged(late.beads, "rejected"));
    const { ledger: renewed } = observe(ledger, state(2, 0, 0, { epoch: "e1e1e1e1" }));
    expect(renewed).toMatchObject({
      boot: B1,
      epoch: "e1e1e1e1",
      judged: { h: 0, t: 0 },
      fix: { h: -1, t: 0 },
    });
    expect(renewed.retiredEpochs).toEqual([B1]);
  });

  test("[C-2] the last 8 retired boots are remembered, newest last", () => {
    const boots = Array.from({ length: 11 }, (_, i) => `b${i}`.padStart(8, "0"));
    const ledger = after(...boots.map((boot) => state(0, 0, 0, { boot })));
    expect(ledger.retiredBoots).toEqual(boots.slice(2, 10));
  });

  test("[C-8] more than 24 new ordinals of one slot are rejected at once, the other slot's are judged", () => {
    const seen = observe(after(state(0, 0, 0)), state(1, 25, 2));
    expect(seen.implausible).toEqual([{ slot: "h", from: 1, to: 25 }]);
    expect(seen.ledger.judged).toEqual({ h: 25, t: 0 });
    expect(names(seen.beads)).toEqual(["t1 recovered", "t2 recovered"]);
    expect(observe(after(state(0, 0, 0)), state(1, 24, 0)).implausible).toEqual([]);
    expect(observe(after(state(0, 0, 0)), state(1, 4_294_967_295, 0)).beads).toEqual([]);
  });

  test("[C-8] a pending bead can still become a debt: `judged` waits for it", () => {
    const first = observe(after(state(0, 0, 0)), bead(1, "h", 1, [1, 0]));
    const flood = observe(first.ledger, state(2, 40, 0), first.beads);
    expect(flood.implausible).toEqual([{ slot: "h", from: 2, to: 40 }]);
    expect(names(flood.beads)).toEqual(["h1"]);
    const settled = settle(flood.ledger, judged(flood.beads, "rejected"));
    expect(settled).toMatchObject({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 } });
    const again = observe(settled, state(3, 40, 0));
    expect(again.implausible).toEqual([{ slot: "h", from: 2, to: 40 }]);
    expect(again.ledger).toMatchObject({ judged: { h: 40, t: 0 }, fix: { h: -1, t: 0 } });
  });

  test("[C-8] a pending bead in one slot does not hold back the other slot", () => {
    const first = observe(after(state(0, 0, 0)), bead(1, "h", 1, [1, 0]));
    expect(observe(first.ledger, state(2, 1, 40), first.beads).ledger.judged).toEqual({ h: 0, t: 40 });
  });

  test("[J-1] pending beads are claimed again by name, before new ones and unchanged", () => {
    const first = observe(after(state(0, 0, 0)), bead(1, "h", 1, [1, 0]));
    const seen = observe(first.ledger, state(2, 2, 1), first.beads);
    expect(names(seen.beads)).toEqual(["h1", "h2 recovered", "t1 recovered"]);
    expect(observe(first.ledger, bead(1, "h", 1, [1, 0]), first.beads).beads).toEqual(first.beads);
  });
});

test("a judge request with the most beads fits the server's payload limit", () => {
  const id = "0123456789abcdef";
  const many = { h: 4_294_967_295, t: 4_294_967_295 };
  const name: BeadName = { epoch: id, generation: 4_294_967_295, slot: "h", n: 4_294_967_295 };
  const claim: BeadClaim = {
    name,
    stamp: { mark: "\u5b57".repeat(24), base: many },
    recovered: true,
    bounced: true,
  };
  const ids = Array.from({ length: 8 }, () => id);
  const ledger: Ledger = {
    boot: id,
    conn: many.h,
    seq: many.h,
    epoch: id,
    generation: many.h,
    judged: many,
    fix: many,
    acts: ids.map((boot) => `${boot}:${many.h}`),
    retiredBoots: ids,
    retiredEpochs: ids,
  };
  const beads = Array.from({ length: BEADS_PER_REQUEST }, () => claim);
  const request = JSON.stringify({ templeId: "t".repeat(24), ledger, beads });
  expect(new TextEncoder().encode(request).length).toBeLessThan(LIMITS.payload);
});

describe("[J-11] following the lake of the match", () => {
  const ledger = { ...after(state(0, 0, 0)), fix: { h: -2, t: 0 } };

  test("begins with what lies there, then asks for what came, and gives back what left", () => {
    const begun = followLake(ledger, { h: 7, t: 3 });
    expect(begun).toEqual({ ...ledger, lake: { h: 7, t: 3 } });
    const more = followLake(begun, { h: 8, t: 5 });
    expect(more.fix).toEqual({ h: -1, t: 2 });
    expect(followLake(more, { h: 0, t: 5 }).fix).toEqual({ h: -9, t: 2 });
    expect(followLake(more, { h: 8, t: 5 })).toBe(more);
  });

  test("does not ask for the temple's own beads, in whichever order the two are counted", () => {
    const begun = followLake(ledger, { h: 7, t: 3 });
    const accepted = [{ name: name("t", 1), verdict: "accepted", reason: "ok" }] as const;
    expect(followLake(settle(begun, accepted, true), { h: 7, t: 4 }).fix).toEqual(ledger.fix);
    const lakeFirst = settle(followLake(begun, { h: 7, t: 4 }), accepted, true);
    expect(followLake(lakeFirst, { h: 7, t: 4 }).fix).toEqual(ledger.fix);
    // Of a match that the temple has left.
    expect(followLake(settle(begun, accepted), { h: 7, t: 3 }).fix).toEqual(ledger.fix);
  });

  test("ends without what was to be put in; debts stay", () => {
    const more = followLake(followLake(ledger, { h: 7, t: 3 }), { h: 7, t: 5 });
    const ended = followLake(more, null);
    expect(ended).toEqual(ledger);
    expect(followLake(ended, null)).toBe(ended);
  });

  test("is the server's alone: a bridge's copy changes nothing of it", () => {
    const stored = followLake(ledger, { h: 7, t: 3 });
    expect(reconcile({ ...ledger, lake: { h: 1, t: 1 } }, stored).lake).toEqual({ h: 7, t: 3 });
    expect(reconcile({ ...ledger, lake: { h: 1, t: 1 } }, ledger)).toEqual(ledger);
  });
});

const name = (slot: Slot, n: number, generation = 0) => ({ epoch: B1, generation, slot, n });

describe("settling", () => {
  const ledger = after(state(0, 0, 0));

  test.each([
    ["accepted", "ok", 0],
    ["ignored", "unpaired", 0],
    ["rejected", "late", -1],
    ["rejected", "no-skulls", -1],
    ["rejected", "match-over", -1],
    ["absorbed", "mirror", -1],
    ["rejected", "implausible", 0],
    ["rejected", "bounce", 0],
  ] as const)("section 5: %s %s changes fix by %s", (verdict, reason, fix) => {
    const settled = settle(ledger, [{ name: name("t", 1), verdict, reason }]);
    expect(settled.fix).toEqual({ h: 0, t: fix });
    expect(settled.judged).toEqual({ h: 0, t: 1 });
  });

  const rejected = { verdict: "rejected", reason: "late" } as const;

  test("[J-17] a bead that `judged` had passed without a verdict becomes a debt, as another bridge still asks for it (C-8)", () => {
    const passed = { ...ledger, judged: { h: 3, t: 0 } };
    expect(settle(passed, [{ name: name("h", 1), ...rejected }])).toEqual({
      ...passed,
      fix: { h: -1, t: 0 },
    });
  });

  test.each([
    ["epoch", { ...name("h", 2), epoch: B2 }],
    ["generation", name("h", 2, 1)],
  ])("[J-17] a bead of another %s becomes a debt, and `judged` stays", (_what, past) => {
    const settled = settle(ledger, [{ name: past, ...rejected }]);
    expect(settled).toEqual({ ...ledger, fix: { h: -1, t: 0 } });
    expect(settle(ledger, [{ name: past, verdict: "accepted", reason: "ok" }])).toEqual(ledger);
  });

  test("[J-0] a verdict given again moves `judged` and leaves no second debt", () => {
    const settled = settle(ledger, [{ name: name("h", 1), ...rejected }]);
    expect(recount(settled, name("h", 1))).toBe(settled);
    expect(recount(settled, name("h", 2))).toEqual({ ...settled, judged: { h: 2, t: 0 } });
    expect(recount(settled, { ...name("h", 2), epoch: B2 })).toBe(settled);
  });
});

/** Returns a ledger of a bridge that remembered no past boots. */
function withoutPast({ past: _past, ...ledger }: Ledger): Ledger {
  return ledger;
}

describe("[C-10] bytes of a boot that was never seen arrive after the next boot's state", () => {
  const B3 = "b3b3b3b3";
  const E0 = "e0e0e0e0";

  test("of counters in RAM: the boot that they retired is in doubt, and goes on where it was", () => {
    const live = after(
      state(0, 0, 0),
      state(0, 0, 0, { boot: B3, conn: 4 }),
      bead(1, "h", 2, [2, 0], { boot: B3 }),
    );
    const { ledger, outcome } = observe(live, state(3, 1, 0, { boot: B2 }));
    expect(outcome).toBe("birth");
    const next = bead(2, "h", 3, [3, 0], { boot: B3 });
    expect(observe(ledger, next)).toMatchObject({
      ledger,
      beads: [],
      implausible: [],
      passed: [],
      outcome: "doubtful",
    });
    const revived = revive(ledger, next);
    expect(revived).toMatchObject({ boot: B3, conn: 4, epoch: B3, generation: 0, judged: { h: 2, t: 0 } });
    expect(revived).toMatchObject({ retiredBoots: [B1, B2], retiredEpochs: [B1, B2] });
    const seen = observe(revived, next);
    expect(seen.outcome).toBe("counted");
    expect(names(seen.beads)).toEqual(["h3"]);
    expect(observe(seen.ledger, next, seen.beads).outcome).toBe("old");
    expect(observe(seen.ledger, state(4, 1, 0, { boot: B2 })).outcome).toBe("doubtful");
  });

  test("of counters in RAM, of which the ledger remembers nothing, as of an earlier bridge: all names of the epoch are requested again", () => {
    const live = after(state(0, 0, 0), state(1, 2, 0, { boot: B3 }));
    const { ledger } = observe(live, state(3, 1, 0, { boot: B2 }));
    const next = state(2, 3, 0, { boot: B3 });
    const seen = observe(revive(withoutPast(ledger), next), next);
    expect(seen.ledger).toMatchObject({ boot: B3, epoch: B3, retiredBoots: [B1, B2] });
    expect(seen.ledger.retiredEpochs).toEqual([B1, B2]);
    expect(names(seen.beads)).toEqual(["h1 recovered", "h2 recovered", "h3 recovered"]);
  });

  test("of counters in flash, with the totals that are judged: the epoch goes on", () => {
    const live = after(state(0, 2, 0, { epoch: E0 }), state(0, 2, 0, { boot: B3, epoch: E0 }));
    const { ledger } = observe(live, state(3, 2, 0, { boot: B2, epoch: E0 }));
    expect(ledger).toMatchObject({ boot: B2, retiredBoots: [B1, B3], judged: { h: 2, t: 0 } });
    const next = bead(1, "h", 3, [3, 0], { boot: B3, epoch: E0 });
    expect(observe(ledger, next).outcome).toBe("doubtful");
    const seen = observe(revive(ledger, next), next);
    expect(seen.ledger).toMatchObject({ boot: B3, generation: 0, retiredBoots: [B1, B2], retiredEpochs: [] });
    expect(names(seen.beads)).toEqual(["h3"]);
  });

  test("of counters in flash, with lower totals: no new generation, and the live boot goes on", () => {
    const live = after(state(0, 2, 0, { epoch: E0 }), state(0, 3, 0, { boot: B3, epoch: E0 }));
    const late = state(3, 2, 0, { boot: B2, epoch: E0 });
    expect(observe(live, late)).toMatchObject({
      ledger: live,
      beads: [],
      implausible: [],
      passed: [],
      outcome: "doubtful",
    });
    expect(observe(live, state(1, 3, 0, { boot: B3, epoch: E0 })).outcome).toBe("counted");
    expect(observe(live, state(9, 2, 0, { epoch: E0 })).outcome).toBe("retired");
  });

  test("[C-7] a boot with lower totals that is alive: a new generation", () => {
    const ledger = after(state(0, 3, 0, { epoch: E0 }));
    const report = state(3, 2, 0, { boot: B2, epoch: E0 });
    const seen = observe(revive(ledger, report), report);
    expect(seen.outcome).toBe("counter-regressed");
    expect(seen.ledger).toMatchObject({
      boot: B2,
      generation: 1,
      judged: { h: 2, t: 0 },
      retiredBoots: [B1],
    });
  });

  test("the next boot of the epoch that they retired is in doubt too, not dropped for ever", () => {
    const live = after(state(0, 0, 0), state(0, 2, 0, { boot: B3, epoch: E0 }));
    const { ledger } = observe(live, state(3, 0, 0, { boot: B2 }));
    const next = state(0, 2, 0, { boot: "b4b4b4b4", epoch: E0 });
    expect(observe(ledger, next).outcome).toBe("doubtful");
    const seen = observe(revive(ledger, next), next);
    expect(seen.ledger).toMatchObject({ boot: "b4b4b4b4", epoch: E0, retiredEpochs: [B1, B2] });
  });

  test("the server takes the revived boot's side against the stored one that retired it", () => {
    const live = after(state(0, 0, 0), state(1, 2, 0, { boot: B3 }));
    const { ledger: stored } = observe(live, state(3, 1, 0, { boot: B2 }));
    const revived = revive(stored, state(2, 3, 0, { boot: B3 }));
    expect(reconcile(revived, { ...stored, fix: { h: -1, t: 0 } })).toEqual({
      ...revived,
      fix: { h: -1, t: 0 },
    });
    expect(reconcile(live, stored)).toBe(stored);
  });
});

describe("reconciling an observed ledger with the stored one", () => {
  const observed = after(state(0, 0, 0), state(1, 2, 1));

  test("nothing stored, or nothing newer: as observed", () => {
    expect(reconcile(observed, null)).toBe(observed);
    expect(reconcile(observed, after(state(0, 0, 0), state(1, 2, 0)))).toEqual(observed);
  });

  test("[J-0] beads judged in the stored ledger count, with its fix", () => {
    const stored = { ...observed, judged: { h: 3, t: 0 }, fix: { h: -1, t: 0 }, seq: 0 };
    expect(reconcile(observed, stored)).toEqual({
      ...observed,
      judged: { h: 3, t: 1 },
      fix: { h: -1, t: 0 },
    });
  });

  test("[J-11] debts are the stored ones: the bridge's may be of an earlier binding", () => {
    const owing = { ...observed, fix: { h: 0, t: -2 } };
    expect(reconcile(owing, observed).fix).toEqual({ h: 0, t: 0 });
    expect(reconcile({ ...owing, epoch: B2 }, { ...observed, acts: ["b1b1b1b1:3"] })).toMatchObject({
      fix: { h: 0, t: 0 },
      acts: ["b1b1b1b1:3"],
    });
  });

  test("another stored generation or epoch is past, unless it says that the observed one is", () => {
    expect(reconcile(observed, { ...observed, epoch: B2, judged: { h: 9, t: 9 } })).toEqual(observed);
    const regressed = { ...observed, generation: 1 };
    expect(reconcile(regressed, { ...observed, judged: { h: 9, t: 9 } })).toEqual(regressed);
    for (const newer of [
      { ...observed, boot: B2, retiredBoots: [observed.boot] },
      { ...observed, epoch: B2, retiredEpochs: [observed.epoch] },
      { ...observed, generation: 1 },
    ]) {
      expect(reconcile(observed, newer)).toBe(newer);
    }
  });
});

describe("[J-11] beads taken back", () => {
  const owing = { ...after(state(0, 0, 0)), fix: { h: 0, t: -2 } };
  const act = { boot: B1, seq: 4, slot: "t", num: 1 } as const;

  test("settle a debt, once per act", () => {
    const settled = takeBack(owing, act);
    expect(settled).toEqual({ ...owing, fix: { h: 0, t: -1 }, acts: [`${B1}:4`] });
    expect(takeBack(settled, act)).toBe(settled);
  });

  test("never settle more than is owed; if nothing is owed: `null`", () => {
    expect(takeBack(owing, { ...act, num: 9 })?.fix).toEqual({ h: 0, t: 0 });
    expect(takeBack(owing, { ...act, slot: "h" })).toBeNull();
    expect(takeBack(null, act)).toBeNull();
  });
});

describe("[J-10] a bead in a slot where the table owes one", () => {
  const rejected = { verdict: "rejected", reason: "late" } as const;

  test("turns a rejection into absorbed, which settles the debt", () => {
    const judgement = absorb({ name: name("t", 1), ...rejected }, "t", { h: 0, t: 1 });
    expect(judgement).toEqual({ name: name("t", 1), verdict: "absorbed", reason: "mirror" });
    expect(settle({ ...after(state(0, 0, 0)), fix: { h: 0, t: 1 } }, [judgement]).fix).toEqual({
      h: 0,
      t: 0,
    });
  });

  test.each([
    ["an offering", { verdict: "accepted", reason: "ok" }],
    ["a bounce", { verdict: "rejected", reason: "bounce" }],
    ["an ignored one", { verdict: "ignored", reason: "unpaired" }],
  ] as const)("%s stays what it is", (_what, finding) => {
    expect(absorb(finding, "t", { h: 0, t: 1 })).toBe(finding);
  });

  test("is not absorbed in the other slot", () => {
    expect(absorb(rejected, "h", { h: 0, t: 1 })).toBe(rejected);
  });
});

/** What the network does to one message. */
const fate = fc.record({
  slot: fc.constantFrom<Slot | "state">("h", "t", "state"),
  lost: fc.boolean(),
  copies: fc.integer({ min: 1, max: 3 }),
  /** Number of later messages that overtake it. */
  late: fc.integer({ min: 0, max: 6 }),
  serverAway: fc.boolean(),
});

describe("whatever the network does to the messages of one epoch", () => {
  test("[C-1] [C-5] [C-6] no ordinal is judged twice or skipped, and the last report settles all", () => {
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 60 }), (fates) => {
        let count: BySlot = { h: 0, t: 0 };
        const arrivals: { at: number; report: Report; serverAway: boolean }[] = [];
        for (const [i, { slot, lost, copies, late, serverAway }] of fates.entries()) {
          if (slot !== "state") count = { ...count, [slot]: count[slot] + 1 };
          const report =
            slot === "state"
              ? state(i + 1, count.h, count.t)
              : bead(i + 1, slot, count[slot], [count.h, count.t]);
          if (lost) continue;
          for (let copy = 0; copy < copies; copy++) {
            arrivals.push({ at: i + late * copy + late, report, serverAway });
          }
        }
        arrivals.sort((a, b) => a.at - b.at);
        arrivals.push({ at: 0, report: state(fates.length + 1, count.h, count.t), serverAway: false });

        let ledger: Ledger = after(state(0, 0, 0));
        let pending: readonly BeadClaim[] = [];
        const fell: Record<Slot, number[]> = { h: [], t: [] };
        for (const { report, serverAway } of arrivals) {
          const seen = observe(ledger, report, pending);
          expect(["counted", "old"]).toContain(seen.outcome);
          for (const { slot, from, to } of seen.implausible) {
            for (let n = from; n <= to; n++) fell[slot].push(n);
          }
          ledger = seen.ledger;
          pending = seen.beads;
          if (serverAway) continue;
          for (const { name } of pending) fell[name.slot].push(name.n);
          ledger = settle(ledger, judged(pending));
          pending = [];
        }
        expect(pending).toEqual([]);
        expect(ledger.judged).toEqual(count);
        expect([...fell.h].sort((a, b) => a - b)).toEqual(Array.from({ length: count.h }, (_, i) => i + 1));
        expect([...fell.t].sort((a, b) => a - b)).toEqual(Array.from({ length: count.t }, (_, i) => i + 1));
      }),
      { numRuns: 500 },
    );
  });
});
