/** Pairing seats with temples (docs/temple-protocol.md, section 7), and what bridges receive of it. */
import { LIMITS } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { refuse } from "../../src/refusal.ts";
import { DatabaseRequestError } from "../../src/storage/database/database.ts";
import { RELEASE_DELAY } from "../../src/temples/match-notices.ts";
import type { BindingStore } from "../../src/temples/store/temple-store.ts";
import { TempleQueues } from "../../src/temples/temple-queues.ts";
import { ledgerOf, storeLedger } from "../support/beads.ts";
import { FakeTime } from "../support/fake-time.ts";
import { refusalOf } from "../support/refusal-of.ts";
import { createTempleWorld, FakeBridge, tableOf } from "../support/temple-world.ts";
import { until } from "../support/until.ts";

/** Creates a world in which both temples are online. */
async function createOnlineWorld() {
  const world = await createTempleWorld();
  for (const templeId of ["templo-1", "templo-2"]) await world.request("temple-online", { templeId });
  return {
    ...world,
    getCode: async (templeId: string) => (await world.request("code", { templeId })).code,
  };
}

describe("[P-3] entering a code", () => {
  test("makes the seat local to the temple, and sends its bridge what the display shows", async () => {
    const { pairing, getCode, m1, bridge } = await createOnlineWorld();
    const code = await getCode("templo-1");
    const paired = await pairing.pair(m1.id, "east", "holder", "east", code);
    expect(paired).toEqual({ templeId: "templo-1" });
    expect(m1.local).toEqual(new Map([["east", "templo-1"]]));
    expect(bridge.received).toEqual([
      {
        type: "bound",
        message: { templeId: "templo-1", table: tableOf({ seat: expect.objectContaining({ local: true }) }) },
      },
      {
        type: "moved",
        message: { templeId: "templo-1", name: "Player east", from: null, to: "templo-1" },
      },
    ]);
  });

  test("that no temple shows is refused with bad-code", async () => {
    const { pairing, m1 } = await createOnlineWorld();
    expect(await refusalOf(pairing.pair(m1.id, "east", "holder", "east", "2222"))).toMatchObject({
      code: "bad-code",
    });
    expect(m1.local.size).toBe(0);
  });

  test("many at once, of all addresses of a network, are counted as those of one client", async () => {
    const { pairing, m1 } = await createOnlineWorld();
    const guesses = Array.from({ length: 40 }, (_, i) =>
      refusalOf(pairing.pair(m1.id, "east", "holder", `2001:db8:1:2::${i.toString(16)}`, "2222")),
    );
    const codes = (await Promise.all(guesses)).map((refusal) => refusal?.code);
    expect(codes.filter((code) => code === "bad-code")).toHaveLength(LIMITS.codes.perMinute);
    expect(codes.filter((code) => code === "too-many-codes")).toHaveLength(40 - LIMITS.codes.perMinute);
  });

  test("is refused with too-many-codes after many wrong ones of all clients together", async () => {
    const { pairing, getCode, m1 } = await createOnlineWorld();
    const code = await getCode("templo-1");
    for (let i = 0; i < SERVER_LIMITS.inAll.wrongCodes; i++) {
      const client = `203.0.${Math.floor(i / 200)}.${i % 200}`;
      expect(await refusalOf(pairing.pair(m1.id, "east", "holder", client, "2222"))).toMatchObject({
        code: "bad-code",
      });
    }
    const refusal = await refusalOf(pairing.pair(m1.id, "east", "holder", "198.51.100.1", code));
    expect(refusal).toMatchObject({ code: "too-many-codes", wait: expect.any(Number) });
  });

  test("is refused with too-many-codes and a wait after too many wrong ones, even if it is right", async () => {
    // The limiter's library reads the clock itself.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { pairing, getCode, m1 } = await createOnlineWorld();
    const code = await getCode("templo-1");
    for (let i = 0; i < 5; i += 1) await refusalOf(pairing.pair(m1.id, "east", "holder", "anna", "2222"));
    expect(await refusalOf(pairing.pair(m1.id, "east", "holder", "anna", code))).toMatchObject({
      code: "too-many-codes",
      wait: 60_001,
    });
    expect(await pairing.pair(m1.id, "east", "holder", "berta", code)).toEqual({ templeId: "templo-1" });
  });

  test("that is wrong, many times at once, is looked up five times", async () => {
    const { pairing, m1 } = await createOnlineWorld();
    const guesses = Array.from({ length: 40 }, () =>
      refusalOf(pairing.pair(m1.id, "east", "holder", "anna", "2222")),
    );
    const codes = (await Promise.all(guesses)).map((refusal) => refusal?.code);
    expect(codes.filter((code) => code === "bad-code")).toHaveLength(5);
    expect(codes.filter((code) => code === "too-many-codes")).toHaveLength(35);
  });

  test("that is right, many times at once from one address, succeeds every time", async () => {
    const { pairing, getCode, m1 } = await createOnlineWorld();
    const code = await getCode("templo-1");
    const seats = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? "east" : "west"));
    await Promise.all(seats.map((seat) => pairing.pair(m1.id, seat, "holder", "anna", code)));
    expect([...m1.local.keys()].toSorted()).toEqual(["east", "west"]);
  });

  test("that is shown already makes the seats of other players local too", async () => {
    const { pairing, getCode, m1, bridge } = await createOnlineWorld();
    const code = await getCode("templo-1");
    await pairing.pair(m1.id, "east", "holder", "east", code);
    await pairing.pair(m1.id, "west", "holder", "west", code);
    expect([...m1.local.keys()]).toEqual(["east", "west"]);
    expect(bridge.takeMessages().filter((message) => message.startsWith("bound"))).toEqual([
      "bound templo-1",
    ]);
  });

  test("of a temple in another match is refused with temple-elsewhere", async () => {
    const { pairing, getCode, m1, m2 } = await createOnlineWorld();
    const code = await getCode("templo-1");
    await pairing.pair(m1.id, "east", "holder", "east", code);
    const refusal = await refusalOf(pairing.pair(m2.id, "east", "holder", "east-2", code));
    expect(refusal).toMatchObject({ code: "temple-elsewhere" });
    expect(m2.local.size).toBe(0);
  });

  test("in two matches at once binds the temple to one of them", async () => {
    const { pairing, getCode, m1, m2 } = await createOnlineWorld();
    const code = await getCode("templo-1");
    const refusals = await Promise.all([
      refusalOf(pairing.pair(m1.id, "east", "holder", "a", code)),
      refusalOf(pairing.pair(m2.id, "east", "holder", "b", code)),
    ]);
    expect(refusals.map((refusal) => refusal?.code)).toEqual([undefined, "temple-elsewhere"]);
  });

  test("does not wait for a match in which another temple is being paired", async () => {
    const { pairing, getCode, m1, m2, delays } = await createOnlineWorld();
    const codes = [await getCode("templo-1"), await getCode("templo-2")] as const;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    delays.set("bindSeat", answered);
    const slow = pairing.pair(m1.id, "east", "holder", "a", codes[0]);
    await until(() => m1.local.size === 1, "the first match to show its seat");
    delays.delete("bindSeat");
    expect(await pairing.pair(m2.id, "east", "holder", "b", codes[1])).toEqual({ templeId: "templo-2" });
    answer();
    expect(await slow).toEqual({ templeId: "templo-1" });
  });

  test("of a temple that is revoked meanwhile leaves it unbound", async () => {
    const { pairing, getCode, m1, delays, store } = await createOnlineWorld();
    const code = await getCode("templo-1");
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    delays.set("bindSeat", answered);
    const paired = pairing.pair(m1.id, "east", "holder", "a", code);
    await until(() => m1.local.size === 1, "the match to show its seat");
    const revoked = pairing.revokeTemple("templo-1");
    answer();
    await Promise.all([paired, revoked]);
    expect([m1.local.size, await store.bindings.find("templo-1")]).toEqual([0, null]);
  });

  test("that two matches exchange crosswise ends for both", async () => {
    const { pairing, pair, getCode, m1, m2 } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m2, "east");
    const codes = [await getCode("templo-2"), await getCode("templo-1")] as const;
    const refusals = await Promise.all([
      refusalOf(pairing.pair(m1.id, "east", "holder", "a", codes[0])),
      refusalOf(pairing.pair(m2.id, "east", "holder", "b", codes[1])),
    ]);
    expect(refusals.map((refusal) => refusal?.code)).toEqual(["temple-elsewhere", "temple-elsewhere"]);
  });

  test("binds nothing if the match cannot be called", async () => {
    const { pairing, getCode, m1, m2, faults, bridge } = await createOnlineWorld();
    const code = await getCode("templo-1");
    faults.isAway = true;
    await expect(pairing.pair(m1.id, "east", "holder", "east", code)).rejects.toThrow("no match");
    faults.isAway = false;
    expect(m1.local.size).toBe(0);
    expect(await pairing.pair(m2.id, "east", "holder", "east", code)).toEqual({ templeId: "templo-1" });
    expect(bridge.takeMessages()).toEqual(["bound templo-1", "moved templo-1"]);
  });
});

describe("[P-5] a seat is local to one temple", () => {
  test("many temples may take part in one match", async () => {
    const { pair, m1, store } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m1, "west");
    expect(await store.bindings.findByMatch("m1")).toMatchObject([{ seats: ["east"] }, { seats: ["west"] }]);
  });

  test("a seat paired with another temple leaves the first, whose binding ends with its last seat", async () => {
    const { pair, m1, store, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    bridge.takeMessages();
    await pair("templo-2", m1, "east");
    expect(m1.local.get("east")).toBe("templo-2");
    expect(await store.bindings.find("templo-1")).toBeNull();
    expect(bridge.takeMessages()).toEqual([
      "bound templo-2",
      "unbound templo-1",
      "moved templo-2",
      "moved templo-1",
    ]);
  });

  test("[P-7] a seat that changes its temple is told to both, and one that stays to none", async () => {
    const { pair, m1, bridge } = await createOnlineWorld();
    const takeMoves = () => bridge.received.splice(0).filter(({ type }) => type === "moved");
    await pair("templo-1", m1, "west");
    await pair("templo-1", m1, "east");
    bridge.takeMessages();
    await pair("templo-1", m1, "east");
    expect(takeMoves()).toEqual([]);
    await pair("templo-2", m1, "east");
    const move = { name: "Player east", from: "templo-1", to: "templo-2" };
    expect(takeMoves()).toEqual([
      { type: "moved", message: { templeId: "templo-2", ...move } },
      { type: "moved", message: { templeId: "templo-1", ...move } },
    ]);
  });

  test("[P-7] a seat is paired although its match does not say who sits there; then neither temple is told", async () => {
    const { pair, m1, bridge } = await createOnlineWorld();
    vi.spyOn(m1, "nameOf").mockImplementationOnce(() => {
      throw refuse("unavailable");
    });
    await pair("templo-1", m1, "east");
    expect(m1.local.get("east")).toBe("templo-1");
    expect(bridge.takeMessages()).toEqual(["bound templo-1"]);
  });

  test("a seat that changes its temple is stored as local to exactly one at every moment", async () => {
    const { pair, m1, store } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    const seen: string[][] = [];
    const recordTemples = async () => {
      const bindings = await store.bindings.findByMatch(m1.id);
      seen.push(bindings.filter(({ seats }) => seats.includes("east")).map(({ templeId }) => templeId));
    };
    const save = store.bindings.save.bind(store.bindings);
    vi.spyOn(store.bindings, "save").mockImplementation(async (...changes) => {
      await recordTemples();
      await save(...changes);
      await recordTemples();
    });
    await pair("templo-2", m1, "east");
    expect(seen).toEqual([["templo-1"], ["templo-2"]]);
  });

  test("[J-11] a new binding begins without debts; a second seat changes none", async () => {
    const { pair, m1, store } = await createOnlineWorld();
    const indebted = ledgerOf({ judged: { h: 3, t: 0 }, fix: { h: -2, t: 0 } });
    const saveDebts = () => storeLedger(store.ledgers, "templo-1", indebted);
    await saveDebts();
    await pair("templo-1", m1, "east");
    const readLedger = async () => (await store.ledgers.find("templo-1")).ledger;
    expect(await readLedger()).toEqual({ ...indebted, fix: { h: 0, t: 0 } });
    await saveDebts();
    await pair("templo-1", m1, "west");
    expect(await readLedger()).toEqual(indebted);
  });

  test("a seat paired twice with one temple counts once", async () => {
    const { pair, m1, store } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "east");
    expect(await store.bindings.find("templo-1")).toMatchObject({ seats: ["east"] });
  });
});

describe("[P-5] what cannot be stored is not shown", () => {
  /** Makes the next write fail, as while the store is away. */
  const failNextSave = (bindings: BindingStore) =>
    vi.spyOn(bindings, "save").mockRejectedValueOnce(refuse("unavailable"));

  test("a pairing is refused with unavailable, and succeeds when it is tried again", async () => {
    const { pairing, getCode, m1, store, bridge } = await createOnlineWorld();
    const shown = vi.spyOn(m1, "bindSeat");
    const code = await getCode("templo-1");
    failNextSave(store.bindings);
    const refusal = await refusalOf(pairing.pair(m1.id, "east", "holder", "east", code));
    expect(refusal).toMatchObject({ code: "unavailable" });
    expect(shown).not.toHaveBeenCalled();
    expect(await store.bindings.find("templo-1")).toBeNull();
    expect(bridge.takeMessages()).toEqual([]);
    await pairing.pair(m1.id, "east", "holder", "east", code);
    expect(m1.local.get("east")).toBe("templo-1");
  });

  test("a pairing whose player left the seat meanwhile is refused with bad-token and binds nothing", async () => {
    const { pairing, getCode, m1, store, bridge } = await createOnlineWorld();
    const code = await getCode("templo-1");
    const bindSeat = vi.spyOn(m1, "bindSeat").mockReturnValueOnce(false);
    expect(await refusalOf(pairing.pair(m1.id, "east", "leaver", "east", code))).toMatchObject({
      code: "bad-token",
    });
    expect(bindSeat).toHaveBeenCalledExactlyOnceWith("east", "leaver", "templo-1", true);
    expect(await store.bindings.find("templo-1")).toBeNull();
    expect(bridge.takeMessages()).not.toContain("bound templo-1");
  });

  test("a server that slept does not overwrite what was paired meanwhile", async () => {
    const { pair, pairing, m1, store } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    const { bindings } = store;
    const find = bindings.findByMatch.bind(bindings);
    // The match's bindings as they were read before the server slept: meanwhile the temple got another seat.
    vi.spyOn(bindings, "findByMatch").mockImplementationOnce(async (match) => {
      const stale = await find(match);
      const [before] = stale;
      if (before) await bindings.save({ before, after: { ...before, seats: ["east", "west"] } });
      return stale;
    });
    expect(await refusalOf(pairing.unpair(m1.id, "east"))).toMatchObject({ code: "unavailable" });
    expect(await bindings.find("templo-1")).toMatchObject({ seats: ["east", "west"] });
  });

  test("a pairing that another server stored meanwhile stays, and this one is refused with unavailable", async () => {
    const { pair, m1, store } = await createOnlineWorld();
    const stored = { templeId: "templo-1", match: m1.id, seats: ["east"] };
    const save = store.bindings.save.bind(store.bindings);
    vi.spyOn(store.bindings, "save").mockImplementationOnce(async (...changes) => {
      await save({ before: null, after: stored });
      await save(...changes);
    });
    expect(await refusalOf(pair("templo-1", m1, "east"))).toMatchObject({ code: "unavailable" });
    expect(await store.bindings.find("templo-1")).toEqual(stored);
  });

  test("a pairing that may have been stored is not: its seat can be paired again", async () => {
    const { pair, m1, m2, store } = await createOnlineWorld();
    const save = store.bindings.save.bind(store.bindings);
    vi.spyOn(store.bindings, "save").mockImplementationOnce(async (...changes) => {
      await save(...changes);
      throw new DatabaseRequestError("unknown", "connection lost");
    });
    expect(await refusalOf(pair("templo-1", m1, "east"))).toMatchObject({ code: "unavailable" });
    expect(await store.bindings.find("templo-1")).toBeNull();
    await pair("templo-1", m2, "east");
  });

  test("[J-11] a pairing that cannot be stored cancels no debts, and one whose debts stay binds nothing", async () => {
    const { pair, m1, store } = await createOnlineWorld();
    const indebted = ledgerOf({ judged: { h: 3, t: 0 }, fix: { h: -2, t: 0 } });
    await storeLedger(store.ledgers, "templo-1", indebted);
    vi.spyOn(store.bindings, "saveWithLedger").mockRejectedValueOnce(refuse("unavailable"));
    expect(await refusalOf(pair("templo-1", m1, "east"))).toMatchObject({ code: "unavailable" });
    expect((await store.ledgers.find("templo-1")).ledger).toEqual(indebted);
    expect([await store.bindings.find("templo-1"), m1.local.size]).toEqual([null, 0]);
  });

  test("[J-11] a crash at any moment leaves no new binding with old debts", async () => {
    const { pair, m1, store } = await createOnlineWorld();
    const indebted = ledgerOf({ judged: { h: 3, t: 0 }, fix: { h: -2, t: 0 } });
    await storeLedger(store.ledgers, "templo-1", indebted);
    const { bindings, ledgers } = store;
    const [save, saveWithLedger] = [bindings.save.bind(bindings), bindings.saveWithLedger.bind(bindings)];
    // After its first write the process does nothing any more.
    const crash = () => {
      for (const method of ["save", "saveWithLedger"] as const)
        vi.spyOn(bindings, method).mockReset().mockRejectedValue(refuse("unavailable"));
      vi.spyOn(ledgers, "save").mockRejectedValue(refuse("unavailable"));
      throw new DatabaseRequestError("unknown", "connection lost");
    };
    vi.spyOn(bindings, "save").mockImplementationOnce(async (...changes) => {
      await save(...changes);
      crash();
    });
    vi.spyOn(bindings, "saveWithLedger").mockImplementationOnce(async (...changes) => {
      await saveWithLedger(...changes);
      crash();
    });
    expect(await refusalOf(pair("templo-1", m1, "east"))).toMatchObject({ code: "unavailable" });
    expect(await bindings.find("templo-1")).toMatchObject({ seats: ["east"] });
    expect((await ledgers.find("templo-1")).ledger).toEqual({ ...indebted, fix: { h: 0, t: 0 } });
  });

  test("a seat that would change its temple stays local to the one it has", async () => {
    const { pair, m1, store, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    bridge.takeMessages();
    failNextSave(store.bindings);
    expect(await refusalOf(pair("templo-2", m1, "east"))).toMatchObject({ code: "unavailable" });
    expect(m1.local.get("east")).toBe("templo-1");
    expect(await store.bindings.findByMatch(m1.id)).toMatchObject([
      { templeId: "templo-1", seats: ["east"] },
    ]);
    expect(bridge.takeMessages()).not.toContain("unbound templo-1");
  });

  test.each([null, "templo-1"])(
    "a seat whose match fails while showing it stays local to %s",
    async (templeBefore) => {
      const { pair, m1, store } = await createOnlineWorld();
      if (templeBefore) await pair(templeBefore, m1, "east");
      vi.spyOn(m1, "bindSeat").mockImplementationOnce((seat, _holder, templeId) => {
        m1.local.set(seat, templeId);
        throw refuse("unavailable");
      });
      expect(await refusalOf(pair("templo-2", m1, "east"))).toMatchObject({ code: "unavailable" });
      expect(m1.local.get("east") ?? null).toBe(templeBefore);
      expect(await store.bindings.find("templo-2")).toBeNull();
    },
  );

  test("an unpairing is refused with unavailable, and the seat stays local", async () => {
    const { pair, pairing, m1, store } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    failNextSave(store.bindings);
    expect(await refusalOf(pairing.unpair(m1.id, "east"))).toMatchObject({ code: "unavailable" });
    expect(m1.local.get("east")).toBe("templo-1");
    await pairing.unpair(m1.id, "east");
    expect(m1.local.size).toBe(0);
  });

  test("a match shows that a seat is local, or not any more, after that was stored", async () => {
    const { pair, pairing, m1, store } = await createOnlineWorld();
    const order: string[] = [];
    const save = store.bindings.save.bind(store.bindings);
    vi.spyOn(store.bindings, "save").mockImplementation(async (...changes) => {
      await save(...changes);
      order.push("stored");
    });
    m1.onChange = () => order.push("shown");
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "west");
    await pairing.unpair(m1.id, "east");
    expect(order).toEqual(["stored", "shown", "stored", "shown", "stored", "shown"]);
  });
});

describe("[P-5] a binding ends", () => {
  test("when its last local seat is unpaired, not before", async () => {
    const { pair, pairing, m1, store, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "west");
    await pairing.unpair(m1.id, "east");
    expect([...m1.local.keys()]).toEqual(["west"]);
    expect(bridge.takeMessages()).not.toContain("unbound templo-1");
    await pairing.unpair(m1.id, "west");
    expect(bridge.takeMessages().at(-1)).toBe("unbound templo-1");
    expect(await store.bindings.find("templo-1")).toBeNull();
  });

  test("and its bridge then receives no more tables of the match", async () => {
    const { pair, pairing, delays, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m1, "west");
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    delays.set("tableFor", answered);
    m1.onChange();
    const unpaired = pairing.unpair(m1.id, "east");
    await until(() => !m1.local.has("east"), "the match to unbind the seat");
    bridge.takeMessages();
    answer();
    await unpaired;
    m1.onChange();
    await until(() => bridge.received.at(-1)?.message.templeId === "templo-2", "a table of the other temple");
    expect(bridge.takeMessages().filter((message) => message.endsWith("templo-1"))).toEqual([
      "unbound templo-1",
    ]);
  });

  test("while the match answers what displays show: the temple shows none of it", async () => {
    const { pair, pairing, request, delays, m1 } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    delays.set("tableFor", answered);
    const online = request("temple-online", { templeId: "templo-1" });
    const unpaired = pairing.unpair(m1.id, "east");
    await until(() => m1.local.size === 0, "the match to unbind the seat");
    answer();
    expect(await online).toMatchObject({ table: null });
    await unpaired;
  });

  test("for all its seats when the temple's button is pressed", async () => {
    const { pair, request, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-1", m1, "west");
    bridge.takeMessages();
    expect(await request("unpair", { templeId: "templo-1" })).toEqual({});
    expect(m1.local.size).toBe(0);
    expect(bridge.takeMessages()).toEqual(["unbound templo-1"]);
    await request("unpair", { templeId: "templo-1" });
    expect(bridge.takeMessages()).toEqual([]);
  });

  test("by the temple's button when it is pressed again, if its match could not be called at first", async () => {
    const { pair, request, faults, m1, store, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    bridge.takeMessages();
    faults.isAway = true;
    await expect(request("unpair", { templeId: "templo-1" })).rejects.toThrow("no match");
    expect(bridge.takeMessages()).toEqual([]);
    faults.isAway = false;
    await request("unpair", { templeId: "templo-1" });
    expect([m1.local.size, await store.bindings.find("templo-1")]).toEqual([0, null]);
    expect(bridge.takeMessages()).toEqual(["unbound templo-1"]);
  });

  test.each(["match-ended", "match-damaged", "unknown-match"] as const)(
    "by the temple's button, also if its match is gone (%s)",
    async (code) => {
      const { pair, request, m1, store } = await createOnlineWorld();
      await pair("templo-1", m1, "east");
      vi.spyOn(m1, "unbindTemple").mockImplementation(() => {
        throw refuse(code);
      });
      expect(await request("unpair", { templeId: "templo-1" })).toEqual({});
      expect(await store.bindings.find("templo-1")).toBeNull();
    },
  );

  test("when the match's room is gone", async () => {
    const { pair, notices, m1, m2, store, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m2, "east");
    bridge.takeMessages();
    notices.handle({ match: m1.id, kind: "closed" });
    await until(() => bridge.received.length > 0, "a message");
    expect(bridge.takeMessages()).toEqual(["unbound templo-1"]);
    expect(await store.bindings.find("templo-2")).not.toBeNull();
  });

  test("10 min after its match, not before", async () => {
    const { pair, notices, time, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    bridge.takeMessages();
    m1.table = tableOf({ phase: "over" });
    notices.handle({ match: m1.id, kind: "table" });
    await time.pass(RELEASE_DELAY - 1);
    expect(bridge.takeMessages()).toEqual(["table templo-1"]);
    notices.handle({ match: m1.id, kind: "table" });
    await time.pass(1);
    expect(bridge.takeMessages()).toEqual(["table templo-1", "unbound templo-1"]);
    expect(m1.local.size).toBe(0);
  });

  test("with the temple's code: another match needs a new one", async () => {
    const { pairing, getCode, m1, m2, request } = await createOnlineWorld();
    const code = await getCode("templo-1");
    await pairing.pair(m1.id, "east", "holder", "east", code);
    await request("unpair", { templeId: "templo-1" });
    expect(await refusalOf(pairing.pair(m2.id, "east", "holder", "e2", code))).toMatchObject({
      code: "bad-code",
    });
    expect(await pairing.pair(m2.id, "east", "holder", "e2", await getCode("templo-1"))).toBeTruthy();
  });
});

describe("[P-5] a temple that comes online after its match is gone is unbound", () => {
  const gone = ["match-ended", "match-damaged", "unknown-match"] as const;
  const methods = ["tableFor", "setTempleOnline"] as const;

  test.each(gone.flatMap((code) => methods.map((method) => ({ code, method }))))(
    "$code refuses $method",
    async ({ code, method }) => {
      const { pair, request, m1, m2, store } = await createOnlineWorld();
      const templeId = "templo-1";
      await pair(templeId, m1, "east");
      const ledger = ledgerOf({ judged: { h: 3, t: 0 } });
      await storeLedger(store.ledgers, templeId, ledger);
      m1[method] = () => {
        throw refuse(code);
      };
      const answer = await request("temple-online", { templeId });
      expect(answer).toEqual({ owned: true, ledger, table: null, untold: [] });
      expect(await store.bindings.find(templeId)).toBeNull();
      await pair(templeId, m2, "east");
      expect(m2.local.get("east")).toBe(templeId);
    },
  );

  test("but stays bound if its match is unavailable", async () => {
    const { pair, request, m1, store } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    m1.tableFor = () => {
      throw refuse("unavailable");
    };
    const online = request("temple-online", { templeId: "templo-1" });
    expect(await refusalOf(online)).toMatchObject({ code: "unavailable" });
    expect(await store.bindings.find("templo-1")).not.toBeNull();
  });
});

describe("[N-9] a temple's presence", () => {
  test("is shown by its match when the temple goes offline and comes back", async () => {
    const { pair, request, m1 } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    expect(m1.online.get("templo-1")).toBe(true);
    await request("temple-offline", { templeId: "templo-1" });
    expect(m1.online.get("templo-1")).toBe(false);
    await request("temple-online", { templeId: "templo-1" });
    expect(m1.online.get("templo-1")).toBe(true);
  });

  test("is told anew when others may have counted this server as gone: at once, and with the next lease", async () => {
    const { pair, request, requests, m1, faults } = await createOnlineWorld();
    const [templeId, templeIds] = ["templo-1", ["templo-1", "templo-2"]];
    await pair(templeId, m1, "east");
    const isOnline = () => expect(m1.online.get(templeId)).toBe(true);
    m1.online.set(templeId, false);
    await requests.announce();
    isOnline();

    // A room that is being restored has asked before, and hears no call yet.
    m1.online.set(templeId, false);
    await request("lease", { templeIds });
    await vi.waitFor(isOnline);
    m1.online.set(templeId, false);
    await request("lease", { templeIds });
    expect(m1.online.get(templeId)).toBe(false);

    faults.isAway = true;
    await requests.announce();
    await request("lease", { templeIds });
    faults.isAway = false;
    await request("lease", { templeIds });
    await vi.waitFor(isOnline);
  });

  test("[S-1] ends with its bridge, unless another bridge serves it", async () => {
    const { pair, request, requests, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await pair("templo-2", m1, "west");
    const second = new FakeBridge();
    await request("temple-online", { templeId: "templo-2" }, second);
    await requests.releaseBridge(bridge);
    expect(Object.fromEntries(m1.online)).toEqual({ "templo-1": false, "templo-2": true });
  });

  test("[S-1] depends on one bridge; another serves the temple when that one is gone", async () => {
    const { pair, request, requests, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    const templeId = "templo-1";
    const second = new FakeBridge("bridge-2");
    expect(await request("temple-online", { templeId }, second)).toEqual({
      owned: false,
      ledger: null,
      table: null,
    });
    expect(await request("lease", { templeIds: [templeId, "templo-2"] }, second)).toEqual({ owned: [] });
    expect(await request("lease", { templeIds: [templeId] })).toEqual({ owned: [templeId] });
    await requests.releaseBridge(bridge);
    expect(m1.online.get(templeId)).toBe(false);
    expect(await request("temple-online", { templeId }, second)).toMatchObject({ owned: true });
    expect(await request("lease", { templeIds: [templeId] })).toEqual({ owned: [] });
    expect(m1.online.get(templeId)).toBe(true);
  });

  test("[S-1] goes on when its bridge reconnects before the old connection is noticed as lost", async () => {
    const { pair, request, requests, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    const again = new FakeBridge(bridge.id);
    await request("temple-online", { templeId: "templo-1" }, again);
    await requests.releaseBridge(bridge);
    expect(m1.online.get("templo-1")).toBe(true);
    const second = new FakeBridge("bridge-2");
    expect(await request("temple-online", { templeId: "templo-1" }, second)).toMatchObject({ owned: false });
  });

  test("[S-1] is free for another bridge 30 s after the last renewal of the lease", async () => {
    const { request, time } = await createOnlineWorld();
    const second = new FakeBridge("bridge-2");
    const templeIds = ["templo-1"];
    await time.pass(29_000);
    expect(await request("lease", { templeIds }, second)).toEqual({ owned: [] });
    await time.pass(2_000);
    expect(await request("lease", { templeIds }, second)).toEqual({ owned: ["templo-1"] });
    expect(await request("lease", { templeIds })).toEqual({ owned: [] });
  });

  test("ends with a bridge that disconnects while it brings the temple online", async () => {
    const { pair, request, requests, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    await request("temple-offline", { templeId: "templo-1" });
    const online = request("temple-online", { templeId: "templo-1" });
    await requests.releaseBridge(bridge);
    await online;
    expect(m1.online.get("templo-1")).toBe(false);
  });

  test("is not needed for pairing: the temple is bound, but not online", async () => {
    const { pair, request, m1, bridge } = await createOnlineWorld();
    await request("temple-offline", { templeId: "templo-1" });
    await pair("templo-1", m1, "east");
    expect(m1.online.get("templo-1")).toBe(false);
    expect(bridge.takeMessages()).toEqual([]);
    expect(await request("temple-online", { templeId: "templo-1" })).toMatchObject({
      table: { match: "FW7K", seat: { local: true } },
    });
  });
});

test.each(["temple-online", "code"] as const)(
  "[P-1] %s of a temple that is not enrolled is refused with unknown-temple",
  async (name) => {
    const { request } = await createOnlineWorld();
    const refusal = await refusalOf(request(name, { templeId: "templo-9" }));
    expect(refusal).toMatchObject({ code: "unknown-temple" });
  },
);

describe("[J-14] the table that displays show", () => {
  test("is sent to every bridge that serves a temple of the match when it may have changed", async () => {
    const { pair, request, notices, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    const second = new FakeBridge();
    await request("temple-online", { templeId: "templo-1" }, second);
    bridge.takeMessages();
    m1.table = tableOf({ mark: "M.8" });
    notices.handle({ match: m1.id, kind: "table" });
    for (const { received } of [bridge, second]) {
      await until(() => received.length > 0, "a message");
      expect(received.at(-1)?.message).toMatchObject({ table: { mark: "M.8" } });
    }
  });

  test("is read once for many notices at once, and the newest is sent last", async () => {
    const { pair, notices, time, m1, bridge } = await createOnlineWorld();
    await pair("templo-1", m1, "east");
    bridge.takeMessages();
    for (let i = 8; i < 58; i += 1) {
      m1.table = tableOf({ mark: `M.${i}` });
      notices.handle({ match: m1.id, kind: "table" });
    }
    await time.nextTurn();
    expect(bridge.received.at(-1)?.message).toMatchObject({ table: { mark: "M.57" } });
    expect(bridge.received.length).toBeLessThan(5);
  });

  test("is sent after the answer to an earlier request, not while that is being written", async () => {
    const queues = new TempleQueues(new FakeTime());
    const order: string[] = [];
    const answer = queues.runRequest("templo-1", async () => null);
    const write = async () => {
      await answer;
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      order.push("answered");
    };
    const written = write();
    await queues.run("templo-1", async () => order.push("sent"));
    await written;
    expect(order).toEqual(["answered", "sent"]);
  });
});
