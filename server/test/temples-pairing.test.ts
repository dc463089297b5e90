import type { Fault } from "@flower-war/client-sdk/protocol";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Refused, refused } from "../src/fault.ts";
import { AFTER_MATCH } from "../src/temples/after-match.ts";
import type { BindingStore } from "../src/temples/store.ts";
import { TempleQueues } from "../src/temples/temple-queues.ts";
import { ledgerOf } from "./support/beads.ts";
import { FakeBridge, tableOf, templeWorld } from "./support/temple-world.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A world with two temples online. */
async function world() {
  const made = await templeWorld();
  for (const templeId of ["templo-1", "templo-2"]) {
    await made.desk["temple-online"](made.bridge, { templeId });
  }
  return {
    ...made,
    codeOf: async (templeId: string) => (await made.desk.code(made.bridge, { templeId })).code,
  };
}

async function faultOf(attempt: Promise<unknown>): Promise<Fault | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    throw error;
  }
}

describe("P-3: entering a code", () => {
  test("makes the seat local to the temple, and tells its bridge what the display needs", async () => {
    const { pairing, codeOf, m1, bridge } = await world();
    const code = await codeOf("templo-1");
    const paired = await pairing.pair(m1.id, "east", "holder", "east", code);
    expect(paired).toEqual({ templeId: "templo-1" });
    expect(m1.local).toEqual(new Map([["east", "templo-1"]]));
    expect(bridge.told).toEqual([
      {
        type: "bound",
        message: { templeId: "templo-1", table: tableOf({ seat: expect.objectContaining({ local: true }) }) },
      },
    ]);
  });

  test("that no temple shows: bad-code", async () => {
    const { pairing, m1 } = await world();
    expect(await faultOf(pairing.pair(m1.id, "east", "holder", "east", "2222"))).toMatchObject({
      code: "bad-code",
    });
    expect(m1.local.size).toBe(0);
  });

  test("too often wrong: too-many-codes with a wait, also for a right one", async () => {
    const { pairing, codeOf, m1 } = await world();
    const code = await codeOf("templo-1");
    for (let i = 0; i < 5; i += 1) await faultOf(pairing.pair(m1.id, "east", "holder", "anna", "2222"));
    expect(await faultOf(pairing.pair(m1.id, "east", "holder", "anna", code))).toMatchObject({
      code: "too-many-codes",
      wait: 60_000,
    });
    expect(await pairing.pair(m1.id, "east", "holder", "berta", code)).toEqual({ templeId: "templo-1" });
  });

  test("wrong, many at once: five are looked at", async () => {
    const { pairing, m1 } = await world();
    const guesses = Array.from({ length: 40 }, () =>
      faultOf(pairing.pair(m1.id, "east", "holder", "anna", "2222")),
    );
    const codes = (await Promise.all(guesses)).map((fault) => fault?.code);
    expect(codes.filter((code) => code === "bad-code")).toHaveLength(5);
    expect(codes.filter((code) => code === "too-many-codes")).toHaveLength(35);
  });

  test("right, many at once from one address: all are taken", async () => {
    const { pairing, codeOf, m1 } = await world();
    const code = await codeOf("templo-1");
    const seats = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? "east" : "west"));
    await Promise.all(seats.map((seat) => pairing.pair(m1.id, seat, "holder", "anna", code)));
    expect([...m1.local.keys()].toSorted()).toEqual(["east", "west"]);
  });

  test("again, by others at the table while it lives, makes their seats local too", async () => {
    const { pairing, codeOf, m1, bridge } = await world();
    const code = await codeOf("templo-1");
    await pairing.pair(m1.id, "east", "holder", "east", code);
    await pairing.pair(m1.id, "west", "holder", "west", code);
    expect([...m1.local.keys()]).toEqual(["east", "west"]);
    expect(bridge.heard().filter((told) => told.startsWith("bound"))).toEqual(["bound templo-1"]);
  });

  test("then works for that match only: temple-elsewhere", async () => {
    const { pairing, codeOf, m1, m2 } = await world();
    const code = await codeOf("templo-1");
    await pairing.pair(m1.id, "east", "holder", "east", code);
    const fault = await faultOf(pairing.pair(m2.id, "east", "holder", "east-2", code));
    expect(fault).toMatchObject({ code: "temple-elsewhere" });
    expect(m2.local.size).toBe(0);
  });

  test("one temple, two matches at once: one of them gets it", async () => {
    const { pairing, codeOf, m1, m2 } = await world();
    const code = await codeOf("templo-1");
    const faults = await Promise.all([
      faultOf(pairing.pair(m1.id, "east", "holder", "a", code)),
      faultOf(pairing.pair(m2.id, "east", "holder", "b", code)),
    ]);
    expect(faults.map((fault) => fault?.code)).toEqual([undefined, "temple-elsewhere"]);
  });

  test("in a match that is out of reach binds nothing", async () => {
    const { pairing, codeOf, m1, m2, faults, bridge } = await world();
    const code = await codeOf("templo-1");
    faults.away = true;
    await expect(pairing.pair(m1.id, "east", "holder", "east", code)).rejects.toThrow("no match");
    faults.away = false;
    expect(m1.local.size).toBe(0);
    expect(await pairing.pair(m2.id, "east", "holder", "east", code)).toEqual({ templeId: "templo-1" });
    expect(bridge.heard()).toEqual(["bound templo-1"]);
  });
});

describe("P-5: a seat is local to one temple", () => {
  test("many temples may take part in one match", async () => {
    const { pair, m1, store } = await world();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m1, "west");
    expect(await store.bindings.ofMatch("m1")).toMatchObject([{ seats: ["east"] }, { seats: ["west"] }]);
  });

  test("paired with another one it leaves the first, whose binding ends if that was its last seat", async () => {
    const { pair, m1, store, bridge } = await world();
    await pair("templo-1", m1, "east");
    bridge.heard();
    await pair("templo-2", m1, "east");
    expect(m1.local.get("east")).toBe("templo-2");
    expect(await store.bindings.find("templo-1")).toBeNull();
    expect(bridge.heard()).toEqual(["bound templo-2", "unbound templo-1"]);
  });

  test("at every moment it is local to the one or the other, also if the server is killed at that moment", async () => {
    const { pair, m1, store } = await world();
    await pair("templo-1", m1, "east");
    const seen: string[][] = [];
    const look = async () => {
      const bindings = await store.bindings.ofMatch(m1.id);
      seen.push(bindings.filter(({ seats }) => seats.includes("east")).map(({ templeId }) => templeId));
    };
    const save = store.bindings.save.bind(store.bindings);
    vi.spyOn(store.bindings, "save").mockImplementation(async (...bindings) => {
      await look();
      await save(...bindings);
      await look();
    });
    await pair("templo-2", m1, "east");
    expect(seen).toEqual([["templo-1"], ["templo-2"]]);
  });

  test("J-11: a new binding begins without debts, a second seat changes none", async () => {
    const { pair, m1, store } = await world();
    const owing = ledgerOf({ judged: { h: 3, t: 0 }, fix: { h: -2, t: 0 } });
    const keep = () => store.ledgers.keep("templo-1", owing, []);
    await keep();
    await pair("templo-1", m1, "east");
    expect(await store.ledgers.find("templo-1")).toEqual({ ...owing, fix: { h: 0, t: 0 } });
    await keep();
    await pair("templo-1", m1, "west");
    expect(await store.ledgers.find("templo-1")).toEqual(owing);
  });

  test("paired twice with one temple it counts once", async () => {
    const { pair, m1, store } = await world();
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "east");
    expect(await store.bindings.find("templo-1")).toMatchObject({ seats: ["east"] });
  });
});

describe("P-5: what cannot be stored is not shown", () => {
  /** The next of these writes fails, as those of a database that is away do. */
  const failOnce = (bindings: BindingStore) =>
    vi.spyOn(bindings, "save").mockRejectedValueOnce(refused("unavailable"));

  test("a pairing is refused with unavailable, and made when it is tried again", async () => {
    const { pairing, codeOf, m1, store, bridge } = await world();
    const shown = vi.spyOn(m1, "bindSeat");
    const code = await codeOf("templo-1");
    failOnce(store.bindings);
    const fault = await faultOf(pairing.pair(m1.id, "east", "holder", "east", code));
    expect(fault).toMatchObject({ code: "unavailable" });
    expect(shown).not.toHaveBeenCalled();
    expect(await store.bindings.find("templo-1")).toBeNull();
    expect(bridge.heard()).toEqual([]);
    await pairing.pair(m1.id, "east", "holder", "east", code);
    expect(m1.local.get("east")).toBe("templo-1");
  });

  test("a pairing whose player left the seat meanwhile is refused with bad-token, and nothing is bound", async () => {
    const { pairing, codeOf, m1, store, bridge } = await world();
    const code = await codeOf("templo-1");
    const bindSeat = vi.spyOn(m1, "bindSeat").mockReturnValueOnce(false);
    expect(await faultOf(pairing.pair(m1.id, "east", "leaver", "east", code))).toMatchObject({
      code: "bad-token",
    });
    expect(bindSeat).toHaveBeenCalledExactlyOnceWith("east", "leaver", "templo-1", true);
    expect(await store.bindings.find("templo-1")).toBeNull();
    expect(bridge.heard()).not.toContain("bound templo-1");
  });

  test("a seat that would change its temple stays with the one it has", async () => {
    const { pair, m1, store, bridge } = await world();
    await pair("templo-1", m1, "east");
    bridge.heard();
    failOnce(store.bindings);
    expect(await faultOf(pair("templo-2", m1, "east"))).toMatchObject({ code: "unavailable" });
    expect(m1.local.get("east")).toBe("templo-1");
    expect(await store.bindings.ofMatch(m1.id)).toMatchObject([{ templeId: "templo-1", seats: ["east"] }]);
    expect(bridge.heard()).not.toContain("unbound templo-1");
  });

  test.each([null, "templo-1"])("nor bound what a match answers too late: %s has the seat", async (had) => {
    const { pair, m1, store } = await world();
    if (had) await pair(had, m1, "east");
    vi.spyOn(m1, "bindSeat").mockImplementationOnce((seat, _holder, templeId) => {
      m1.local.set(seat, templeId);
      throw refused("unavailable");
    });
    expect(await faultOf(pair("templo-2", m1, "east"))).toMatchObject({ code: "unavailable" });
    expect(m1.local.get("east") ?? null).toBe(had);
    expect(await store.bindings.find("templo-2")).toBeNull();
  });

  test("an unpairing is refused with unavailable, and the seat stays local", async () => {
    const { pair, pairing, m1, store } = await world();
    await pair("templo-1", m1, "east");
    failOnce(store.bindings);
    expect(await faultOf(pairing.unpair(m1.id, "east"))).toMatchObject({ code: "unavailable" });
    expect(m1.local.get("east")).toBe("templo-1");
    await pairing.unpair(m1.id, "east");
    expect(m1.local.size).toBe(0);
  });

  test("a match is shown a seat when that is stored, not before, and likewise that it is free", async () => {
    const { pair, pairing, m1, store } = await world();
    const order: string[] = [];
    const save = store.bindings.save.bind(store.bindings);
    vi.spyOn(store.bindings, "save").mockImplementation(async (...bindings) => {
      await save(...bindings);
      order.push("stored");
    });
    m1.onChange = () => order.push("shown");
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "west");
    await pairing.unpair(m1.id, "east");
    expect(order).toEqual(["stored", "shown", "stored", "shown", "stored", "shown"]);
  });
});

describe("P-5: a binding ends", () => {
  test("when the last local seat is unpaired, not before", async () => {
    const { pair, pairing, m1, store, bridge } = await world();
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "west");
    await pairing.unpair(m1.id, "east");
    expect([...m1.local.keys()]).toEqual(["west"]);
    expect(bridge.heard()).not.toContain("unbound templo-1");
    await pairing.unpair(m1.id, "west");
    expect(bridge.heard().at(-1)).toBe("unbound templo-1");
    expect(await store.bindings.find("templo-1")).toBeNull();
  });

  test("and its bridge hears of the match no more after that, whatever changes there", async () => {
    const { pair, pairing, slow, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m1, "west");
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    slow.set("tableFor", answered);
    m1.onChange();
    const unpaired = pairing.unpair(m1.id, "east");
    await vi.waitFor(() => expect(m1.local.has("east")).toBe(false));
    bridge.heard();
    answer();
    await unpaired;
    m1.onChange();
    await vi.waitFor(() => expect(bridge.told.at(-1)?.message.templeId).toBe("templo-2"));
    expect(bridge.heard().filter((told) => told.endsWith("templo-1"))).toEqual(["unbound templo-1"]);
  });

  test("while the match is asked what to show: that is shown no more", async () => {
    const { pair, pairing, desk, slow, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    slow.set("tableFor", answered);
    const announced = desk["temple-online"](bridge, { templeId: "templo-1" });
    const unpaired = pairing.unpair(m1.id, "east");
    await vi.waitFor(() => expect(m1.local.size).toBe(0));
    answer();
    expect(await announced).toMatchObject({ table: null });
    await unpaired;
  });

  test("by the temple's button, for all its seats", async () => {
    const { pair, desk, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "west");
    bridge.heard();
    expect(await desk.unpair(bridge, { templeId: "templo-1" })).toEqual({});
    expect(m1.local.size).toBe(0);
    expect(bridge.heard()).toEqual(["unbound templo-1"]);
    await desk.unpair(bridge, { templeId: "templo-1" });
    expect(bridge.heard()).toEqual([]);
  });

  test("when the match's room is gone", async () => {
    const { pair, news, m1, m2, store, bridge } = await world();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m2, "east");
    bridge.heard();
    news.hear({ match: m1.id, kind: "closed" });
    await vi.waitFor(() => expect(bridge.heard()).toEqual(["unbound templo-1"]));
    expect(await store.bindings.find("templo-2")).not.toBeNull();
  });

  test("10 min after the match, not before", async () => {
    const { pair, news, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    bridge.heard();
    m1.table = tableOf({ phase: "over" });
    news.hear({ match: m1.id, kind: "table" });
    await vi.advanceTimersByTimeAsync(AFTER_MATCH - 1);
    expect(bridge.heard()).toEqual(["table templo-1"]);
    news.hear({ match: m1.id, kind: "table" });
    await vi.advanceTimersByTimeAsync(1);
    expect(bridge.heard()).toEqual(["table templo-1", "unbound templo-1"]);
    expect(m1.local.size).toBe(0);
  });

  test("the temple may then go to another match, by a new code; the old one is dead", async () => {
    const { pairing, codeOf, m1, m2, desk, bridge } = await world();
    const code = await codeOf("templo-1");
    await pairing.pair(m1.id, "east", "holder", "east", code);
    await desk.unpair(bridge, { templeId: "templo-1" });
    expect(await faultOf(pairing.pair(m2.id, "east", "holder", "e2", code))).toMatchObject({
      code: "bad-code",
    });
    expect(await pairing.pair(m2.id, "east", "holder", "e2", await codeOf("templo-1"))).toBeTruthy();
  });
});

describe("P-5: a temple that comes online while its match is gone for good is unbound, and told so", () => {
  const gone = ["match-ended", "match-damaged", "unknown-match"] as const;
  const methods = ["tableFor", "templePresence"] as const;

  test.each(gone.flatMap((code) => methods.map((method) => ({ code, method }))))(
    "$code, answered to $method",
    async ({ code, method }) => {
      const { pair, desk, m1, m2, store, bridge } = await world();
      const templeId = "templo-1";
      await pair(templeId, m1, "east");
      const ledger = ledgerOf({ judged: { h: 3, t: 0 } });
      await store.ledgers.keep(templeId, ledger, []);
      m1[method] = () => {
        throw refused(code);
      };
      const answer = await desk["temple-online"](bridge, { templeId });
      expect(answer).toEqual({ owned: true, ledger, table: null });
      expect(await store.bindings.find(templeId)).toBeNull();
      await pair(templeId, m2, "east");
      expect(m2.local.get("east")).toBe(templeId);
    },
  );

  test("one whose match is only away stays bound: it is asked again", async () => {
    const { pair, desk, m1, store, bridge } = await world();
    await pair("templo-1", m1, "east");
    m1.tableFor = () => {
      throw refused("unavailable");
    };
    const asked = desk["temple-online"](bridge, { templeId: "templo-1" });
    expect(await faultOf(asked)).toMatchObject({ code: "unavailable" });
    expect(await store.bindings.find("templo-1")).not.toBeNull();
  });
});

describe("N-9: a temple's presence", () => {
  test("its match hears when it goes and when it comes back", async () => {
    const { pair, desk, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    expect(m1.online.get("templo-1")).toBe(true);
    await desk["temple-offline"](bridge, { templeId: "templo-1" });
    expect(m1.online.get("templo-1")).toBe(false);
    await desk["temple-online"](bridge, { templeId: "templo-1" });
    expect(m1.online.get("templo-1")).toBe(true);
  });

  test("a bridge that is lost takes its temples with it, but not those that another serves (S-1)", async () => {
    const { pair, desk, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m1, "west");
    const second = new FakeBridge();
    await desk["temple-online"](second, { templeId: "templo-2" });
    await desk.left(bridge);
    expect(Object.fromEntries(m1.online)).toEqual({ "templo-1": false, "templo-2": true });
  });

  test("S-1: one bridge serves a temple; another is told so, and takes over when that one is gone", async () => {
    const { pair, desk, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    const templeId = "templo-1";
    const second = new FakeBridge("bridge-2");
    expect(await desk["temple-online"](second, { templeId })).toEqual({
      owned: false,
      ledger: null,
      table: null,
    });
    expect(await desk.lease(second, { templeIds: [templeId, "templo-2"] })).toEqual({ owned: [] });
    expect(await desk.lease(bridge, { templeIds: [templeId] })).toEqual({ owned: [templeId] });
    await desk.left(bridge);
    expect(m1.online.get(templeId)).toBe(false);
    expect(await desk["temple-online"](second, { templeId })).toMatchObject({ owned: true });
    expect(await desk.lease(bridge, { templeIds: [templeId] })).toEqual({ owned: [] });
    expect(m1.online.get(templeId)).toBe(true);
  });

  test("S-1: a bridge that comes again before its old place is cleared away keeps its temples", async () => {
    const { pair, desk, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    const again = new FakeBridge(bridge.id);
    await desk["temple-online"](again, { templeId: "templo-1" });
    await desk.left(bridge);
    expect(m1.online.get("templo-1")).toBe(true);
    const second = new FakeBridge("bridge-2");
    expect(await desk["temple-online"](second, { templeId: "templo-1" })).toMatchObject({ owned: false });
  });

  test("S-1: a bridge that renews nothing loses its temples after 30 s", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { desk, bridge } = await world();
    const second = new FakeBridge("bridge-2");
    const asked = { templeIds: ["templo-1"] };
    vi.advanceTimersByTime(29_000);
    expect(await desk.lease(second, asked)).toEqual({ owned: [] });
    vi.advanceTimersByTime(2_000);
    expect(await desk.lease(second, asked)).toEqual({ owned: ["templo-1"] });
    expect(await desk.lease(bridge, asked)).toEqual({ owned: [] });
  });

  test("a bridge that is lost while it announces a temple leaves it offline", async () => {
    const { pair, desk, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    await desk["temple-offline"](bridge, { templeId: "templo-1" });
    const announced = desk["temple-online"](bridge, { templeId: "templo-1" });
    await desk.left(bridge);
    await announced;
    expect(m1.online.get("templo-1")).toBe(false);
  });

  test("a temple paired while no bridge serves it is bound, but not online", async () => {
    const { pair, desk, m1, bridge } = await world();
    await desk["temple-offline"](bridge, { templeId: "templo-1" });
    await pair("templo-1", m1, "east");
    expect(m1.online.get("templo-1")).toBe(false);
    expect(bridge.heard()).toEqual([]);
    expect(await desk["temple-online"](bridge, { templeId: "templo-1" })).toMatchObject({
      table: { match: "FW7K", seat: { local: true } },
    });
  });
});

test.each(["temple-online", "code"] as const)(
  "P-1: %s of a temple that is not enrolled: unknown-temple",
  async (asked) => {
    const { desk, bridge } = await world();
    const fault = await faultOf(desk[asked](bridge, { templeId: "templo-9" }));
    expect(fault).toMatchObject({ code: "unknown-temple" });
  },
);

describe("J-14: what displays need", () => {
  test("is told to every bridge that serves a temple of the match whenever it may have changed", async () => {
    const { pair, news, desk, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    const second = new FakeBridge();
    await desk["temple-online"](second, { templeId: "templo-1" });
    bridge.heard();
    m1.table = tableOf({ mark: "M.8" });
    news.hear({ match: m1.id, kind: "table" });
    for (const each of [bridge, second]) {
      await vi.waitFor(() => expect(each.told.at(-1)?.message).toMatchObject({ table: { mark: "M.8" } }));
    }
  });

  test("told often at once, it is looked at once, and the newest is told last", async () => {
    const { pair, news, m1, bridge } = await world();
    await pair("templo-1", m1, "east");
    bridge.heard();
    for (let i = 8; i < 58; i += 1) {
      m1.table = tableOf({ mark: `M.${i}` });
      news.hear({ match: m1.id, kind: "table" });
    }
    await vi.waitFor(() => expect(bridge.told.at(-1)?.message).toMatchObject({ table: { mark: "M.57" } }));
    expect(bridge.told.length).toBeLessThan(5);
  });

  test("is told after the answer to a request that came before, not while it is being written", async () => {
    const queues = new TempleQueues();
    const order: string[] = [];
    const answer = queues.answer("templo-1", async () => null);
    const write = async () => {
      await answer;
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      order.push("answered");
    };
    const written = write();
    await queues.run("templo-1", async () => order.push("told"));
    await written;
    expect(order).toEqual(["answered", "told"]);
  });
});
