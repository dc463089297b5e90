/** Judging beads (docs/temple-protocol.md, section 5; B1 to B23 are its conformance vectors). */
import type { BeadClaim, Judgement } from "@flower-war/protocol/temple";
import { describe, expect, test, vi } from "vitest";
import type { BeadWindow } from "../../src/match/temples/contract.ts";
import { forgive, judgeByWindow } from "../../src/temples/judge.ts";
import { LedgerConflict } from "../../src/temples/store/temple-store.ts";
import { bead, judged, ledgerOf, storeLedger } from "../support/beads.ts";
import { createTempleWorld, tableOf } from "../support/temple-world.ts";

const UNSTAMPED = { stamp: null };
const LATE = { stamp: { mark: "M.6", base: { h: 0, t: 0 } } };

describe("judging by the window: the first row of section 5 that matches", () => {
  const notLocal = windowOf({ awaited: { id: "west", local: false } });

  test.each<[string, BeadWindow, BeadClaim, string]>([
    ["[J-4] a match that is over", windowOf({ phase: "over" }), bead("h", 1), "match-over"],
    ["[J-4] a match that is paused", windowOf({ phase: "paused" }), bead("h", 1), "match-paused"],
    ["[J-4] before [J-5]", windowOf({ phase: "over" }), bead("h", 1, LATE), "match-over"],
    ["[J-5] another mark", windowOf(), bead("h", 1, LATE), "late"],
    ["[J-5] dropped before the mark was shown", windowOf(), stamped("h", 2, 2), "late"],
    ["[J-5] before [J-7]", notLocal, bead("h", 1, LATE), "late"],
    [
      "[J-6] unstamped and recovered",
      windowOf(),
      bead("h", 1, { stamp: null, recovered: true }),
      "unknown-turn",
    ],
    ["[J-6] before [J-7]", notLocal, bead("h", 1, { stamp: null, recovered: true }), "unknown-turn"],
    ["[J-7] a seat that is not local", notLocal, bead("h", 1), "not-your-decision"],
    ["[J-7] no seat is awaited", windowOf({ awaited: null }), bead("h", 1), "not-your-decision"],
  ])("%s: rejected", (_row, window, claim, reason) => {
    expect(judgeByWindow(window, claim)).toEqual({ verdict: "rejected", reason });
  });

  test.each([
    ["stamped with the current mark", bead("h", 1)],
    ["the first after the mark was shown", stamped("h", 3, 2)],
    ["[J-6] recovered, but stamped", bead("h", 1, { recovered: true })],
    ["[J-6] unstamped, claimed by its own message", bead("h", 1, UNSTAMPED)],
    ["[J-5] below the base of the other slot only", stamped("t", 1, 5, 0)],
  ])("%s: the match decides, for the awaited seat in this window", (_case, claim) => {
    expect(judgeByWindow(windowOf(), claim)).toEqual({ seat: "east", mark: "M.7" });
  });
});

describe("[J-15] a bead that fell while or at most 400 ms after a window of its temple was open", () => {
  const rejected = (reason: string) => ({ verdict: "rejected", reason }) as const;
  const closed = { mark: "M.6", ago: 1_000 };

  test.each([
    ["400 ms after it closed", bead("h", 1, { ...LATE, age: 600 }), "just-late"],
    ["401 ms after it closed", bead("h", 1, { ...LATE, age: 599 }), "late"],
    ["before it closed, and its message was late", bead("h", 1, { ...LATE, age: 5_000 }), "just-late"],
    ["stamped with the mark after it", bead("h", 1, { age: 700 }), "just-late"],
    ["unstamped", bead("h", 1, { ...UNSTAMPED, age: 700 }), "just-late"],
    ["stamped with an older mark", stampedWith("M.5", 700), "late"],
    ["of which it is unknown when it fell", bead("h", 1, LATE), "late"],
  ])("%s: %s", (_case, claim, reason) => {
    expect(forgive(rejected("late"), windowOf({ closed }), claim)).toEqual(rejected(reason));
  });

  test.each([
    ["match-over", "just-late"],
    ["not-your-decision", "just-late"],
    ["wrong-phase", "just-late"],
    ["no-skulls", "no-skulls"],
    ["already-traded", "already-traded"],
    ["match-paused", "match-paused"],
    ["unknown-turn", "unknown-turn"],
  ])("refused by %s: %s", (before, after) => {
    const claim = bead("h", 1, { age: 700 });
    expect(forgive(rejected(before), windowOf({ closed }), claim)).toEqual(rejected(after));
  });

  test("where no window of the temple has closed: as before", () => {
    expect(forgive(rejected("late"), windowOf(), bead("h", 1, { age: 0 }))).toEqual(rejected("late"));
  });
});

function stampedWith(mark: string, age: number): BeadClaim {
  return bead("h", 1, { stamp: { mark, base: { h: 0, t: 0 } }, age });
}

/** Builds the window `M.7`, in which a local seat is awaited. */
function windowOf(overrides: Partial<BeadWindow> = {}): BeadWindow {
  return { phase: "playing", mark: "M.7", awaited: { id: "east", local: true }, closed: null, ...overrides };
}

/** Builds a bead stamped `M.7` at the base `h`/`t`. */
function stamped(slot: "h" | "t", n: number, h: number, t = 0): BeadClaim {
  return bead(slot, n, { stamp: { mark: "M.7", base: { h, t } } });
}

/** Creates a world in which `templo-1` is bound to the match `m1` for east. */
async function createBoundWorld() {
  const world = await createTempleWorld();
  await world.request("temple-online", { templeId: "templo-1" });
  await world.pair("templo-1", world.m1, "east");
  return {
    ...world,
    judge: (beads: readonly BeadClaim[], ledger = ledgerOf()) =>
      world.request("judge", { templeId: "templo-1", ledger, beads }),
    readLedger: () => world.store.ledgers.find("templo-1").then(({ ledger }) => ledger),
  };
}

/** Formats judgements like `h1 accepted ok`. */
function outcomes(judgements: readonly Judgement[]): string[] {
  return judgements.map(({ name, verdict, reason }) => `${name.slot}${name.n} ${verdict} ${reason}`);
}

describe("judging", () => {
  test("[J-15] refuses a bead that is just late without a debt", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.table = { ...m1.table, mark: "M.8" };
    m1.closed = { mark: "M.7", ago: 400 };
    const { ledger, judgements } = await judge([bead("h", 1, { age: 0 }), bead("h", 2)]);
    expect(outcomes(judgements)).toEqual(["h1 rejected just-late", "h2 rejected late"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 } }));
  });

  test("[J-15] refuses it so too if the window closes while the bead waits for its turn", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.beforeDrop = () => {
      m1.table = { ...m1.table, mark: "M.8" };
      m1.closed = { mark: "M.7", ago: 1 };
    };
    expect(outcomes((await judge([bead("h", 1, { age: 20 })])).judgements)).toEqual([
      "h1 rejected just-late",
    ]);
  });

  test("[J-9] accepts a bead in an open window as an offering to its god", async () => {
    const { judge, m1 } = await createBoundWorld();
    const { ledger, judgements } = await judge([bead("t", 1)]);
    expect(outcomes(judgements)).toEqual(["t1 accepted ok"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 0, t: 1 } }));
    expect(m1.offerings).toEqual({ h: 0, t: 1 });
  });

  test("[J-2] ignores a bead of a temple that is not bound, without a debt", async () => {
    const { request } = await createTempleWorld();
    const { ledger, judgements } = await request("judge", {
      templeId: "templo-1",
      ledger: ledgerOf(),
      beads: [bead("t", 1)],
    });
    expect(outcomes(judgements)).toEqual(["t1 ignored unpaired"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 0, t: 1 } }));
  });

  test("[B7, J-8] rejects what the match refuses, with its code and a debt", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.skulls = 1;
    const { ledger, judgements } = await judge([bead("h", 1), bead("h", 2)]);
    expect(outcomes(judgements)).toEqual(["h1 accepted ok", "h2 rejected no-skulls"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 } }));
  });

  test("[B6, J-7] rejects a bead while the awaited seat is not local", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.table = tableOf({ seat: { id: "west", name: "Xoco", local: false } });
    const { ledger, judgements } = await judge([bead("t", 1)]);
    expect(outcomes(judgements)).toEqual(["t1 rejected not-your-decision"]);
    expect(ledger.fix).toEqual({ h: 0, t: -1 });
    expect(m1.taken).toEqual([]);
  });

  test.each([
    { awaited: "east", turn: "west", local: "east", outcome: "t1 accepted ok" },
    { awaited: "west", turn: "east", local: "east", outcome: "t1 rejected not-your-decision" },
  ])(
    "[J-7] $awaited is awaited in $turn's turn, $local is local: $outcome",
    async ({ awaited, turn, outcome }) => {
      const { judge, m1 } = await createBoundWorld();
      m1.table = tableOf({ seat: { id: turn, name: "Xoco", local: false } });
      m1.awaited = awaited;
      expect(outcomes((await judge([bead("t", 1)])).judgements)).toEqual([outcome]);
    },
  );

  test("[B1, J-0] gives a bead that was judged before its first verdict, without another offering", async () => {
    const { judge, m1 } = await createBoundWorld();
    const first = await judge([bead("h", 1)]);
    const again = await judge([bead("h", 1)]);
    expect(again).toEqual(first);
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });

  test("[B15, J-0] finds a verdict whose answer was lost by the bead's name, although the window has closed", async () => {
    const { judge, m1 } = await createBoundWorld();
    await judge([bead("h", 1)]);
    m1.table = { ...m1.table, mark: "M.8" };
    const { ledger, judgements } = await judge([bead("h", 1, { recovered: true })]);
    expect(outcomes(judgements)).toEqual(["h1 accepted ok"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 1, t: 0 } }));
  });

  test("[B15, J-0] accepts a bead that the match took, although its answer was lost and the window has closed", async () => {
    const { judge, m1, faults } = await createBoundWorld();
    faults.losesAnswer = true;
    await expect(judge([bead("h", 1)])).rejects.toThrow("lost");
    m1.table = { ...m1.table, mark: "M.8" };
    const { ledger, judgements } = await judge([bead("h", 1, { recovered: true }), bead("h", 2)]);
    expect(outcomes(judgements)).toEqual(["h1 accepted ok", "h2 rejected late"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 } }));
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });

  describe("[J-0] accepts a bead that the match took, although its answer was lost and meanwhile", () => {
    type World = Awaited<ReturnType<typeof createBoundWorld>>;
    const UNSTAMPED_OR_NOT = [bead("h", 1, { recovered: true }), bead("h", 1), bead("h", 1, UNSTAMPED)];

    test.each<[string, (world: World) => unknown]>([
      ["the match is over", ({ m1 }) => (m1.table = { ...m1.table, phase: "over" })],
      ["another seat is awaited", ({ m1 }) => (m1.awaited = "west")],
      ["the seat was unpaired", ({ pairing, m1 }) => pairing.unpair(m1.id, "east")],
      ["the temple was unpaired", ({ request }) => request("unpair", { templeId: "templo-1" })],
      ["the match ended long ago", ({ pairing, m1 }) => pairing.releaseMatch(m1.id)],
      ["the match's room was closed", ({ pairing, m1 }) => pairing.endBindings(m1.id)],
      ["the seat was paired with another temple", ({ pair, m1 }) => pair("templo-2", m1, "east")],
      [
        "the temple was paired with another match",
        async ({ pairing, pair, m1, m2 }) => {
          await pairing.unpair(m1.id, "east");
          await pair("templo-1", m2, "east");
        },
      ],
      [
        "it was paired with several other matches, and with this one again",
        async ({ pairing, pair, m1, m2 }) => {
          for (const next of [m2, m1, m2]) {
            await pairing.unpair(m1.id, "east");
            await pairing.unpair(m2.id, "east");
            await pair("templo-1", next, "east");
          }
        },
      ],
    ])("%s", async (_meanwhile, happen) => {
      for (const again of UNSTAMPED_OR_NOT) {
        const world = await createBoundWorld();
        world.faults.losesAnswer = true;
        await expect(world.judge([bead("h", 1)])).rejects.toThrow("lost");
        await happen(world);
        const { ledger, judgements } = await world.judge([again]);
        expect(outcomes(judgements)).toEqual(["h1 accepted ok"]);
        expect(ledger).toEqual(ledgerOf({ judged: { h: 1, t: 0 } }));
        expect([world.m1.offerings, world.m2.offerings]).toEqual([
          { h: 1, t: 0 },
          { h: 0, t: 0 },
        ]);
      }
    });

    test("it was delivered again, which looks like a bounce", async () => {
      const { judge, faults, m1 } = await createBoundWorld();
      faults.losesAnswer = true;
      await expect(judge([bead("h", 1)])).rejects.toThrow("lost");
      const { judgements } = await judge([bead("h", 1, { bounced: true })]);
      expect(outcomes(judgements)).toEqual(["h1 accepted ok"]);
      expect(m1.offerings).toEqual({ h: 1, t: 0 });
    });
  });

  test("[J-0] asks the match that the temple has left until a bead of the slot has a verdict, and no longer", async () => {
    const { judge, pairing, pair, m1, m2, faults } = await createBoundWorld();
    await pairing.unpair(m1.id, "east");
    await pair("templo-1", m2, "east");
    const asked = vi.spyOn(m1, "hasAccepted");
    faults.isAway = true;
    await expect(judge([bead("h", 1)])).rejects.toThrow("no match");
    faults.isAway = false;
    const { judgements } = await judge([bead("h", 1), bead("h", 2), bead("t", 1), bead("t", 2)]);
    expect(outcomes(judgements)).toEqual([
      "h1 accepted ok",
      "h2 accepted ok",
      "t1 accepted ok",
      "t2 rejected no-skulls",
    ]);
    expect(asked.mock.calls).toEqual([["templo-1:b1b1b1b1:0:h1"], ["templo-1:b1b1b1b1:0:t1"]]);
    expect(m2.offerings).toEqual({ h: 2, t: 1 });
  });

  test("[J-0] counts the debt of a rejection once when its answer was lost", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.skulls = 0;
    await judge([bead("h", 1)]);
    const { ledger } = await judge([bead("h", 1)]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 } }));
  });

  test("[J-17] [B20] keeps the debt of a bead that is judged after its epoch has ended, once", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.skulls = 0;
    const renewed = ledgerOf({
      boot: "b2b2b2b2",
      epoch: "b2b2b2b2",
      retiredBoots: ["b1b1b1b1"],
      retiredEpochs: ["b1b1b1b1"],
    });
    const first = await judge([bead("t", 1)], renewed);
    expect(outcomes(first.judgements)).toEqual(["t1 rejected no-skulls"]);
    expect(first.ledger).toEqual({ ...renewed, fix: { h: 0, t: -1 } });
    expect(m1.debts.get("templo-1")).toEqual({ h: 0, t: -1 });
    expect(await judge([bead("t", 1)], renewed)).toEqual(first);
  });

  test("[C-4] ignores a bead that fell before its epoch was known, also when another bridge asks for it", async () => {
    const { judge } = await createBoundWorld();
    const first = await judge([bead("t", 1, { stamp: null, recovered: true, earlier: true })]);
    expect(outcomes(first.judgements)).toEqual(["t1 ignored earlier"]);
    expect(first.ledger).toEqual(ledgerOf({ judged: { h: 0, t: 1 } }));
    expect(await judge([bead("t", 1)])).toEqual(first);
  });

  test("[C-4] [J-0] lets a verdict stand that another bridge has asked for before", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.skulls = 0;
    const first = await judge([bead("t", 1)]);
    expect(await judge([bead("t", 1, { stamp: null, recovered: true, earlier: true })])).toEqual(first);
    expect(outcomes(first.judgements)).toEqual(["t1 rejected no-skulls"]);
  });

  test("[J-17] [S-1] keeps the debt of a bead that another bridge had passed as one of too many (C-8)", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.skulls = 0;
    await judge([], ledgerOf({ judged: { h: 0, t: 2 } }));
    const { ledger, judgements } = await judge([bead("t", 1), bead("t", 2)]);
    expect(outcomes(judgements)).toEqual(["t1 rejected no-skulls", "t2 rejected no-skulls"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 0, t: 2 }, fix: { h: 0, t: -2 } }));
    expect(await judge([bead("t", 1), bead("t", 2)])).toEqual({ ledger, judgements });
  });

  test("[J-5] rejects a stamped bead if another window opened while it waited", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.beforeDrop = () => {
      m1.table = { ...m1.table, mark: "M.8" };
    };
    const { judgements } = await judge([bead("h", 1)]);
    expect(outcomes(judgements)).toEqual(["h1 rejected late"]);
    expect(m1.offerings).toEqual({ h: 0, t: 0 });
  });

  test("[J-6] judges an unstamped bead by the window of its arrival, not by one that opened while it waited", async () => {
    const { judge, m1 } = await createBoundWorld();
    m1.beforeDrop = () => {
      m1.table = { ...m1.table, mark: "M.8" };
    };
    const { judgements } = await judge([bead("h", 1, UNSTAMPED)]);
    expect(outcomes(judgements)).toEqual(["h1 rejected late"]);
  });

  test("[B17, J-6] without stamps, judges own beads by the current window and rejects recovered ones", async () => {
    const { judge } = await createBoundWorld();
    const first = await judge([bead("h", 1, UNSTAMPED)]);
    const second = await judge(
      [bead("h", 2, { stamp: null, recovered: true }), bead("h", 3, UNSTAMPED)],
      first.ledger,
    );
    expect(outcomes([...first.judgements, ...second.judgements])).toEqual([
      "h1 accepted ok",
      "h2 rejected unknown-turn",
      "h3 accepted ok",
    ]);
    expect(second.ledger.fix).toEqual({ h: -1, t: 0 });
  });

  test("[J-1] gives no verdict while the match cannot be called; earlier ones stand, and the rest follow", async () => {
    const { judge, readLedger, m1, faults } = await createBoundWorld();
    m1.beforeDrop = () => {
      faults.isAway = true;
    };
    await expect(judge([bead("h", 1), bead("h", 2)])).rejects.toThrow("no match");
    expect(await readLedger()).toEqual(ledgerOf({ judged: { h: 1, t: 0 } }));

    faults.isAway = false;
    const { judgements } = await judge([bead("h", 1), bead("h", 2)]);

    expect(outcomes(judgements)).toEqual(["h1 accepted ok", "h2 accepted ok"]);
    expect(m1.offerings).toEqual({ h: 2, t: 0 });
  });

  test("[C-2] stores judged and fix with the verdict, for the next bridge that serves the temple", async () => {
    const { judge, request, m1 } = await createBoundWorld();
    m1.skulls = 0;
    const { ledger } = await judge([bead("t", 1)]);
    const online = await request("temple-online", { templeId: "templo-1" });
    expect(online.ledger).toEqual(ledger);
    expect(online.table).toEqual(m1.tableFor("templo-1"));
  });

  test("[C-2] stores the ledger of a request without beads", async () => {
    const { judge, readLedger } = await createBoundWorld();
    const debt = ledgerOf({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 } });
    expect(await judge([], debt)).toEqual({ ledger: debt, judgements: [] });
    expect(await readLedger()).toEqual(debt);
  });

  test("[B8, J-10] absorbs a bead with fix t +1 while the awaited seat is not local: fix t 0, no offering", async () => {
    const { judge, m1, store } = await createBoundWorld();
    m1.table = tableOf({ seat: { id: "west", name: "Xoco", local: false } });
    await storeLedger(store.ledgers, "templo-1", ledgerOf({ fix: { h: 0, t: 1 } }));
    const { ledger, judgements } = await judge([bead("t", 1), bead("t", 2)]);
    expect(outcomes(judgements)).toEqual(["t1 absorbed mirror", "t2 rejected not-your-decision"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 0, t: 2 }, fix: { h: 0, t: -1 } }));
    expect(m1.taken).toEqual([]);
  });

  test("[J-11] makes fix follow the match's lake: not by own beads, whose verdict may come later; the match shows it", async () => {
    const { judge, request, m1, readLedger } = await createBoundWorld();
    const follow = async (on = true) => (await request("mirror", { templeId: "templo-1", on })).ledger;
    const lakeOf = (h: number, t: number) => Object.assign(m1, { table: { ...m1.table, lake: { h, t } } });
    const { ledger } = await judge([]);
    lakeOf(4, 1);
    expect(await follow()).toMatchObject({ fix: { h: 0, t: 0 }, lake: { h: 4, t: 1 } });
    lakeOf(6, 1);
    expect(await follow()).toMatchObject({ fix: { h: 2, t: 0 }, lake: { h: 6, t: 1 } });
    expect(m1.debts.get("templo-1")).toEqual({ h: 2, t: 0 });
    await judge([bead("t", 1)], ledger);
    lakeOf(6, 2);
    expect(await follow()).toMatchObject({ fix: { h: 2, t: 0 }, lake: { h: 6, t: 2 } });
    const ended = await follow(false);
    expect(ended).toEqual(ledgerOf({ judged: { h: 0, t: 1 } }));
    expect(await readLedger()).toEqual(ended);
  });

  test("[J-0] [J-11] of an epoch that has ended, gives the bead its verdict that the match took and whose verdict was not stored, once", async () => {
    const { judge, request, m1, faults } = await createBoundWorld();
    const follow = async () => (await request("mirror", { templeId: "templo-1", on: true })).ledger;
    const lakeOf = (t: number) => Object.assign(m1, { table: { ...m1.table, lake: { h: 0, t } } });
    const taken = await judge([bead("t", 1)]);
    lakeOf(1);
    await follow();
    faults.losesAnswer = true;
    await expect(judge([bead("t", 2)], taken.ledger)).rejects.toThrow("lost");
    lakeOf(2);
    expect(await follow()).toMatchObject({ fix: { h: 0, t: 1 } });
    const retired = { retiredBoots: ["b1b1b1b1"], retiredEpochs: ["b1b1b1b1"] };
    const next = ledgerOf({ boot: "b2b2b2b2", epoch: "b2b2b2b2", ...retired });
    const { ledger, judgements } = await judge([], next);
    expect(outcomes(judgements)).toEqual(["t2 accepted ok"]);
    expect(await follow()).toMatchObject({ fix: { h: 0, t: 0 }, judged: { h: 0, t: 0 } });
    expect(outcomes((await judge([bead("t", 2)], ledger)).judgements)).toEqual(["t2 accepted ok"]);
    expect(await follow()).toMatchObject({ fix: { h: 0, t: 0 } });
  });

  test("[J-0] of an epoch that has ended, a bead that the bridge still asks for gets its verdict once", async () => {
    const { judge, m1, faults } = await createBoundWorld();
    faults.losesAnswer = true;
    await expect(judge([bead("h", 1)])).rejects.toThrow("lost");
    const next = ledgerOf({ boot: "b2b2b2b2", epoch: "b2b2b2b2", retiredEpochs: ["b1b1b1b1"] });
    const { judgements } = await judge([bead("h", 1), bead("h", 2, LATE)], next);
    expect(outcomes(judgements)).toEqual(["h1 accepted ok", "h2 rejected late"]);
    expect(m1.taken).toHaveLength(1);
  });

  test("[J-11] a new binding begins with 0/0, and follows nothing yet", async () => {
    const { judge, request, m1, m2, pair, readLedger } = await createBoundWorld();
    await judge([]);
    Object.assign(m1, { table: { ...m1.table, lake: { h: 4, t: 1 } } });
    await request("mirror", { templeId: "templo-1", on: true });
    await request("unpair", { templeId: "templo-1" });
    await pair("templo-1", m2, "east");
    expect(await readLedger()).toEqual(ledgerOf());
  });

  test("[B16, J-3] rejects a bead that bounced, without a debt", async () => {
    const { judge, m1 } = await createBoundWorld();
    const { ledger, judgements } = await judge([bead("h", 1), bead("h", 2, { bounced: true })]);
    expect(outcomes(judgements)).toEqual(["h1 accepted ok", "h2 rejected bounce"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 2, t: 0 } }));
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });

  test("[J-12] makes the match show every change of a debt; a match that cannot be called delays no verdict", async () => {
    const { judge, m1, request, faults } = await createBoundWorld();
    m1.skulls = 0;
    const { ledger } = await judge([bead("t", 1)]);
    expect(m1.debts.get("templo-1")).toEqual({ h: 0, t: -1 });
    const act = { templeId: "templo-1", boot: "b1b1b1b1", seq: 4, slot: "t", num: 1 } as const;
    await request("returned", act);
    expect(m1.debts.get("templo-1")).toEqual({ h: 0, t: 0 });
    await judge([bead("t", 2)], ledger);
    faults.isAway = true;
    expect(await request("returned", { ...act, seq: 5 })).toMatchObject({ verdict: "accepted" });
  });

  test("[J-11] settles a debt once for each act `returned`, and never more than is owed", async () => {
    const { request, store } = await createBoundWorld();
    await storeLedger(store.ledgers, "templo-1", ledgerOf({ fix: { h: 0, t: -2 } }));
    const act = { templeId: "templo-1", boot: "b1b1b1b1", seq: 4, slot: "t", num: 1 } as const;
    const settled = { verdict: "accepted", reason: "ok", fix: { h: 0, t: -1 } };
    expect(await request("returned", act)).toEqual(settled);
    expect(await request("returned", act)).toEqual(settled);
    expect(await request("returned", { ...act, seq: 5, num: 99 })).toMatchObject({ fix: { h: 0, t: 0 } });
    const nothing = { verdict: "ignored", reason: "nothing-owed", fix: { h: 0, t: 0 } };
    expect(await request("returned", { ...act, seq: 6 })).toEqual(nothing);
  });

  test("[C-2] counts on from the ledger that another server stored meanwhile, and keeps its verdicts", async () => {
    const { judge, store, m1, readLedger } = await createBoundWorld();
    // While this server slept over the second bead, another judged the first two and settled what they left.
    const find = store.ledgers.find.bind(store.ledgers);
    const theirs = ledgerOf({ judged: { h: 2, t: 0 }, fix: { h: -2, t: 0 }, generation: 0 });
    const verdicts = [1, 2].map((n) => judged(bead("h", n), "rejected", "late"));
    let reads = 0;
    store.ledgers.find = async (templeId) => {
      const stale = await find(templeId);
      reads += 1;
      if (reads === 1) await store.ledgers.save(templeId, stale.version, theirs, { judgements: verdicts });
      return stale;
    };
    const { ledger, judgements } = await judge([bead("h", 1), bead("h", 2), bead("t", 1)]);
    expect(outcomes(judgements)).toEqual(["h1 rejected late", "h2 rejected late", "t1 accepted ok"]);
    expect(ledger).toEqual({ ...theirs, judged: { h: 2, t: 1 } });
    expect(await readLedger()).toEqual(ledger);
    expect([m1.offerings.t, reads]).toEqual([1, 3]);
  });

  test("refuses as `unavailable` while other servers change the ledger without end", async () => {
    const { request, store } = await createBoundWorld();
    store.ledgers.save = async (templeId) => {
      throw new LedgerConflict(templeId);
    };
    const judging = request("judge", { templeId: "templo-1", ledger: ledgerOf(), beads: [bead("h", 1)] });
    await expect(judging).rejects.toMatchObject({ body: { code: "unavailable" } });
  });

  test("handles requests for one temple one at a time", async () => {
    const { judge, m1 } = await createBoundWorld();
    const answers = await Promise.all([judge([bead("h", 1)]), judge([bead("h", 1)]), judge([bead("h", 1)])]);
    expect(answers.map(({ judgements }) => outcomes(judgements))).toEqual([
      ["h1 accepted ok"],
      ["h1 accepted ok"],
      ["h1 accepted ok"],
    ]);
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });
});
