import type { BeadClaim, Judgement } from "@flower-war/client-sdk/temple";
import { describe, expect, test } from "vitest";
import type { BeadWindow } from "../src/match/temple-seam.ts";
import { rule } from "../src/temples/judge.ts";
import { bead, ledgerOf } from "./support/beads.ts";
import { tableOf, templeWorld } from "./support/temple-world.ts";

const UNSTAMPED = { stamp: null };
const LATE = { stamp: { mark: "M.6", base: { h: 0, t: 0 } } };

describe("the table of section 5, before the match is asked: the first row that applies", () => {
  const abroad = windowOf({ awaited: { id: "west", local: false } });

  test.each<[string, BeadWindow, BeadClaim, string]>([
    ["J-4 a match that is over", windowOf({ phase: "over" }), bead("h", 1), "match-over"],
    ["J-4 a match that is paused", windowOf({ phase: "paused" }), bead("h", 1), "match-paused"],
    ["J-4 before J-5", windowOf({ phase: "over" }), bead("h", 1, LATE), "match-over"],
    ["J-5 another mark", windowOf(), bead("h", 1, LATE), "late"],
    ["J-5 dropped before the mark was shown", windowOf(), stamped("h", 2, 2), "late"],
    ["J-5 before J-7", abroad, bead("h", 1, LATE), "late"],
    [
      "J-6 unstamped and recovered",
      windowOf(),
      bead("h", 1, { stamp: null, recovered: true }),
      "unknown-turn",
    ],
    ["J-6 before J-7", abroad, bead("h", 1, { stamp: null, recovered: true }), "unknown-turn"],
    ["J-7 a seat that is not local", abroad, bead("h", 1), "not-your-decision"],
    ["J-7 nobody is awaited", windowOf({ awaited: null }), bead("h", 1), "not-your-decision"],
  ])("%s: rejected", (_row, window, claim, reason) => {
    expect(rule(window, claim)).toEqual({ verdict: "rejected", reason });
  });

  test.each([
    ["stamped with the current mark", bead("h", 1)],
    ["the first after the mark was shown", stamped("h", 3, 2)],
    ["recovered, but stamped (J-6)", bead("h", 1, { recovered: true })],
    ["unstamped, told by its own message (J-6)", bead("h", 1, UNSTAMPED)],
    ["a mark's base counts per slot (J-5)", stamped("t", 1, 5, 0)],
  ])("none applies to a bead %s: it is offered for the awaited seat in this window", (_case, claim) => {
    expect(rule(windowOf(), claim)).toEqual({ seat: "east", mark: "M.7" });
  });
});

/** The window `M.7`, in which a local seat is awaited. */
function windowOf(differing: Partial<BeadWindow> = {}): BeadWindow {
  return { phase: "playing", mark: "M.7", awaited: { id: "east", local: true }, ...differing };
}

/** Stamped `M.7` at this base. */
function stamped(slot: "h" | "t", n: number, h: number, t = 0): BeadClaim {
  return bead(slot, n, { stamp: { mark: "M.7", base: { h, t } } });
}

/** A world whose temple `templo-1` is bound to the match `m1` for east. */
async function boundWorld() {
  const world = await templeWorld();
  await world.desk["temple-online"](world.bridge, { templeId: "templo-1" });
  await world.pair("templo-1", world.m1, "east");
  return {
    ...world,
    judge: (beads: readonly BeadClaim[], ledger = ledgerOf()) =>
      world.desk.judge(world.bridge, { templeId: "templo-1", ledger, beads }),
    ledger: () => world.store.ledgers.find("templo-1"),
  };
}

function findings(judgements: readonly Judgement[]): string[] {
  return judgements.map(({ name, verdict, reason }) => `${name.slot}${name.n} ${verdict} ${reason}`);
}

describe("judging", () => {
  test("J-9: a bead in an open window is an offering to its god", async () => {
    const { judge, m1 } = await boundWorld();
    const { ledger, judgements } = await judge([bead("t", 1)]);
    expect(findings(judgements)).toEqual(["t1 accepted ok"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 0, t: 1 } }));
    expect(m1.offerings).toEqual({ h: 0, t: 1 });
  });

  test("J-2: a bead of a temple that is not bound is ignored, and owes nothing", async () => {
    const { desk, bridge } = await templeWorld();
    const { ledger, judgements } = await desk.judge(bridge, {
      templeId: "templo-1",
      ledger: ledgerOf(),
      beads: [bead("t", 1)],
    });
    expect(findings(judgements)).toEqual(["t1 ignored unpaired"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 0, t: 1 } }));
  });

  test("B7, J-8: what the match refuses is rejected with its code, and owed", async () => {
    const { judge, m1 } = await boundWorld();
    m1.skulls = 1;
    const { ledger, judgements } = await judge([bead("h", 1), bead("h", 2)]);
    expect(findings(judgements)).toEqual(["h1 accepted ok", "h2 rejected no-skulls"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 } }));
  });

  test("B6, J-7: the awaited seat is not local", async () => {
    const { judge, m1 } = await boundWorld();
    m1.table = tableOf({ seat: { id: "west", name: "Xoco", local: false } });
    const { ledger, judgements } = await judge([bead("t", 1)]);
    expect(findings(judgements)).toEqual(["t1 rejected not-your-decision"]);
    expect(ledger.fix).toEqual({ h: 0, t: -1 });
    expect(m1.taken).toEqual([]);
  });

  test.each([
    { awaited: "east", turn: "west", local: "east", finding: "t1 accepted ok" },
    { awaited: "west", turn: "east", local: "east", finding: "t1 rejected not-your-decision" },
  ])(
    "J-7: $awaited is awaited in $turn's turn, $local is local: $finding",
    async ({ awaited, turn, finding }) => {
      const { judge, m1 } = await boundWorld();
      m1.table = tableOf({ seat: { id: turn, name: "Xoco", local: false } });
      m1.awaited = awaited;
      expect(findings((await judge([bead("t", 1)])).judgements)).toEqual([finding]);
    },
  );

  test("B1, J-0: a name judged before gets its first answer and offers nothing again", async () => {
    const { judge, m1 } = await boundWorld();
    const first = await judge([bead("h", 1)]);
    const again = await judge([bead("h", 1)]);
    expect(again).toEqual(first);
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });

  test("B15, J-0: an answer that was lost is found by name, though the window has closed since", async () => {
    const { judge, m1 } = await boundWorld();
    await judge([bead("h", 1)]);
    m1.table = { ...m1.table, mark: "M.8" };
    const { ledger, judgements } = await judge([bead("h", 1, { recovered: true })]);
    expect(findings(judgements)).toEqual(["h1 accepted ok"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 1, t: 0 } }));
  });

  test("B15, J-0: a bead that the match took stands, though its answer to us was lost and the window closed", async () => {
    const { judge, m1, faults } = await boundWorld();
    faults.losesAnswer = true;
    await expect(judge([bead("h", 1)])).rejects.toThrow("lost");
    m1.table = { ...m1.table, mark: "M.8" };
    const { ledger, judgements } = await judge([bead("h", 1, { recovered: true }), bead("h", 2)]);
    expect(findings(judgements)).toEqual(["h1 accepted ok", "h2 rejected late"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 } }));
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });

  test("J-0: a rejection whose answer was lost is owed once", async () => {
    const { judge, m1 } = await boundWorld();
    m1.skulls = 0;
    await judge([bead("h", 1)]);
    const { ledger } = await judge([bead("h", 1)]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 } }));
  });

  test("J-5: a stamped bead never offers in a window that opened while it waited", async () => {
    const { judge, m1 } = await boundWorld();
    m1.beforeDrop = () => {
      m1.table = { ...m1.table, mark: "M.8" };
    };
    const { judgements } = await judge([bead("h", 1)]);
    expect(findings(judgements)).toEqual(["h1 rejected late"]);
    expect(m1.offerings).toEqual({ h: 0, t: 0 });
  });

  test("J-6: an unstamped bead is judged as of its arrival, not of a window that opened while it waited", async () => {
    const { judge, m1 } = await boundWorld();
    m1.beforeDrop = () => {
      m1.table = { ...m1.table, mark: "M.8" };
    };
    const { judgements } = await judge([bead("h", 1, UNSTAMPED)]);
    expect(findings(judgements)).toEqual(["h1 rejected late"]);
  });

  test("B17, J-6: without stamps own beads are judged as of now, recovered ones rejected", async () => {
    const { judge } = await boundWorld();
    const first = await judge([bead("h", 1, UNSTAMPED)]);
    const second = await judge(
      [bead("h", 2, { stamp: null, recovered: true }), bead("h", 3, UNSTAMPED)],
      first.ledger,
    );
    expect(findings([...first.judgements, ...second.judgements])).toEqual([
      "h1 accepted ok",
      "h2 rejected unknown-turn",
      "h3 accepted ok",
    ]);
    expect(second.ledger.fix).toEqual({ h: -1, t: 0 });
  });

  test("J-1: the match out of reach: no verdict; those judged before stand, and later the rest is judged", async () => {
    const { judge, ledger, m1, faults } = await boundWorld();
    m1.beforeDrop = () => {
      faults.away = true;
    };
    await expect(judge([bead("h", 1), bead("h", 2)])).rejects.toThrow("no match");
    expect(await ledger()).toEqual(ledgerOf({ judged: { h: 1, t: 0 } }));

    faults.away = false;
    const { judgements } = await judge([bead("h", 1), bead("h", 2)]);

    expect(findings(judgements)).toEqual(["h1 accepted ok", "h2 accepted ok"]);
    expect(m1.offerings).toEqual({ h: 2, t: 0 });
  });

  test("C-2: judged and fix are kept before the answer goes out; a bridge that comes gets them", async () => {
    const { judge, desk, bridge, m1 } = await boundWorld();
    m1.skulls = 0;
    const { ledger } = await judge([bead("t", 1)]);
    const online = await desk["temple-online"](bridge, { templeId: "templo-1" });
    expect(online.ledger).toEqual(ledger);
    expect(online.table).toEqual(m1.tableFor("templo-1"));
  });

  test("C-2: without beads a ledger is only kept", async () => {
    const { judge, ledger } = await boundWorld();
    const debt = ledgerOf({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 } });
    expect(await judge([], debt)).toEqual({ ledger: debt, judgements: [] });
    expect(await ledger()).toEqual(debt);
  });

  test("B8, J-10: fix t +1, the awaited seat is not local: absorbed, fix t 0, no offering", async () => {
    const { judge, m1, store } = await boundWorld();
    m1.table = tableOf({ seat: { id: "west", name: "Xoco", local: false } });
    await store.ledgers.keep("templo-1", ledgerOf({ fix: { h: 0, t: 1 } }), []);
    const { ledger, judgements } = await judge([bead("t", 1), bead("t", 2)]);
    expect(findings(judgements)).toEqual(["t1 absorbed mirror", "t2 rejected not-your-decision"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 0, t: 2 }, fix: { h: 0, t: -1 } }));
    expect(m1.taken).toEqual([]);
  });

  test("B16, J-3: a bead that bounced is no offering, and owes nothing", async () => {
    const { judge, m1 } = await boundWorld();
    const { ledger, judgements } = await judge([bead("h", 1), bead("h", 2, { bounced: true })]);
    expect(findings(judgements)).toEqual(["h1 accepted ok", "h2 rejected bounce"]);
    expect(ledger).toEqual(ledgerOf({ judged: { h: 2, t: 0 } }));
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });

  test("J-12: the match is told what is owed, whenever that changes; a match that is away holds up no verdict", async () => {
    const { judge, m1, desk, bridge, faults } = await boundWorld();
    m1.skulls = 0;
    const { ledger } = await judge([bead("t", 1)]);
    expect(m1.owed.get("templo-1")).toEqual({ h: 0, t: -1 });
    const act = { templeId: "templo-1", boot: "b1b1b1b1", seq: 4, slot: "t", num: 1 } as const;
    await desk.returned(bridge, act);
    expect(m1.owed.get("templo-1")).toEqual({ h: 0, t: 0 });
    await judge([bead("t", 2)], ledger);
    faults.away = true;
    expect(await desk.returned(bridge, { ...act, seq: 5 })).toMatchObject({ verdict: "accepted" });
  });

  test("J-11: `returned` settles a debt once for each act, whichever bridge asks, and never more", async () => {
    const { desk, bridge, store } = await boundWorld();
    await store.ledgers.keep("templo-1", ledgerOf({ fix: { h: 0, t: -2 } }), []);
    const act = { templeId: "templo-1", boot: "b1b1b1b1", seq: 4, slot: "t", num: 1 } as const;
    const settled = { verdict: "accepted", reason: "ok", fix: { h: 0, t: -1 } };
    expect(await desk.returned(bridge, act)).toEqual(settled);
    expect(await desk.returned(bridge, act)).toEqual(settled);
    expect(await desk.returned(bridge, { ...act, seq: 5, num: 99 })).toMatchObject({ fix: { h: 0, t: 0 } });
    const nothing = { verdict: "ignored", reason: "nothing-owed", fix: { h: 0, t: 0 } };
    expect(await desk.returned(bridge, { ...act, seq: 6 })).toEqual(nothing);
  });

  test("beads asked for at once are judged one request after the other", async () => {
    const { judge, m1 } = await boundWorld();
    const answers = await Promise.all([judge([bead("h", 1)]), judge([bead("h", 1)]), judge([bead("h", 1)])]);
    expect(answers.map(({ judgements }) => findings(judgements))).toEqual([
      ["h1 accepted ok"],
      ["h1 accepted ok"],
      ["h1 accepted ok"],
    ]);
    expect(m1.offerings).toEqual({ h: 1, t: 0 });
  });
});
