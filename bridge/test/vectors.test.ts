import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { brokers } from "./support/brokers.ts";
import { type RawTemple, WAIT } from "./support/raw-temple.ts";
import { type Opening, type Players, RealWorld } from "./support/real-world.ts";

let world: RealWorld;
beforeAll(async () => {
  world = await RealWorld.open();
});
afterEach(() => world.clear());
afterAll(() => world.close());

/** A temple to which the awaited seat, Citlali's, is local. */
async function given(opening?: Opening): Promise<Players & { temple: RawTemple }> {
  const temple = await world.connectOnline();
  const players = await world.match(opening);
  await world.pair(temple, players.citlali);
  return { ...players, temple };
}

/** The whole message of an ack for one bead. */
/** The server's answer to what temples report: an empty object as MessagePack. */
const EMPTY_ANSWER = Buffer.of(0xde, 0, 0);

const ack = (temple: RawTemple, payload: object) => ({
  topic: `templo/v1/${temple.id}/down/ack`,
  payload: { v: 1, epoch: "b1b1b1b1", ...payload },
  qos: 1,
  retain: false,
});

/**
 * The bridge's conformance vectors, docs/temple-protocol.md section 13, judged by the real server. Unless said: boot =
 * epoch = b1b1b1b1, state conn 1 seq 0 seen, judged 0/0, fix 0/0, the present mark (the vectors' M.7) shown at base
 * 0/0, window open, the awaited seat east is local and holds 3 skulls. There are 5/2 offerings.
 */
describe("conformance vectors", () => {
  test("[B1] bead h1, the same bytes twice more: one acceptance", async () => {
    const { temple } = await given();
    const bead = await temple.bead("h1", "1/0");
    await temple.publish("up/bead", bead);
    await temple.publish("up/bead", bead);
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 }, left: 2 });
    expect(temple.on("down/ack")).toEqual([
      ack(temple, {
        slot: "h",
        from: 1,
        to: 1,
        verdict: "accepted",
        reason: "ok",
        fix: { h: 0, t: 0 },
        line: "Accepted",
      }),
    ]);
    await world.waitUntilHandled(temple);
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
    await temple.waitForDisplay({ offerings: { h: 6, t: 2 } });
  });

  test("[B2] h1; h3 of 3/0; late h2 with its lower seq: each accepted once", async () => {
    const { temple } = await given();
    await temple.bead("h1", "1/0");
    const late = temple.seq++;
    await temple.bead("h3", "3/0");
    await temple.waitForDisplay({ judged: { h: 3, t: 0 }, offerings: { h: 8, t: 2 } });
    const expected = ["h1 accepted ok", "h2 accepted ok", "h3 accepted ok"];
    expect(temple.verdicts()).toEqual(expected);
    await temple.bead("h2", "2/0", { seq: late });
    await world.waitUntilHandled(temple);
    expect(temple.verdicts()).toEqual(expected);
    await temple.waitForDisplay({ judged: { h: 3, t: 0 }, offerings: { h: 8, t: 2 } });
  });

  test("[B3] two beads fall, both events lost; state 1/1, conn 2: h1 and t1, in that order", async () => {
    const { temple } = await given();
    temple.seq += 2;
    temple.conn = 2;
    await temple.state("1/1");
    await temple.waitForDisplay({ judged: { h: 1, t: 1 }, offerings: { h: 6, t: 3 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "t1 accepted ok"]);
  });

  test("[B4] the window moves on, 1 s passes; t1: late, fix t -1; returned t 1, twice with one seq: fix 0", async () => {
    const { temple, citlali } = await given();
    await citlali.send({ type: "end-turn" });
    await temple.waitForDisplay({ step: "roll" });
    world.passSecond();
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ fix: { h: 0, t: -1 } });
    expect(temple.verdicts()).toEqual(["t1 rejected late"]);
    const act = await temple.act({ act: "returned", slot: "t", num: 1 });
    await temple.publish("up/act", act);
    await temple.waitForDisplay({ fix: { h: 0, t: 0 }, offerings: { h: 5, t: 2 } });
  });

  test("[B18] the window moves on; t1 at once: just-late, fix 0; and so h1 that fell before and came 5 s later", async () => {
    const { temple, citlali } = await given();
    await citlali.send({ type: "end-turn" });
    await temple.waitForDisplay({ step: "roll" });
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 }, fix: { h: 0, t: 0 } });
    for (let s = 0; s < 5; s++) world.passSecond();
    await temple.bead("h1", "1/1", { up: 12_000, at: 6_000 });
    await temple.waitForDisplay({ judged: { h: 1, t: 1 }, fix: { h: 0, t: 0 }, offerings: { h: 5, t: 2 } });
    expect(temple.verdicts()).toEqual(["t1 rejected just-late", "h1 rejected just-late"]);
    expect(temple.payloads("down/ack")).toContainEqual(
      expect.objectContaining({ reason: "just-late", line: "Too late: take it" }),
    );
  });

  test("[B5] state 2/0 with the present mark at base 1/0: h1 late, h2 accepted", async () => {
    const { temple } = await given();
    temple.stamp = { mark: temple.stamp?.mark ?? "", base: { h: 1, t: 0 } };
    await temple.state("2/0");
    await temple.waitForDisplay({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 rejected late", "h2 accepted ok"]);
  });

  test("[B6] the awaited seat is not local; bead t1: rejected, the match unchanged", async () => {
    const temple = await world.connectOnline();
    const { citlali, xochitl } = await world.match();
    await world.pair(temple, xochitl);
    // J-13: it is better to prevent a drop than to refuse the bead.
    await temple.waitForDisplay({ step: "sacrifice", open: { h: false, t: false }, left: 0 });
    const before = structuredClone(citlali.view);
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 }, fix: { h: 0, t: -1 } });
    expect(temple.on("down/ack")).toEqual([
      ack(temple, {
        slot: "t",
        from: 1,
        to: 1,
        verdict: "rejected",
        reason: "not-your-decision",
        fix: { h: 0, t: -1 },
        line: "Not you now: take it",
      }),
    ]);
    expect(citlali.view).toEqual(before);
  });

  test("[B7] east holds 1 skull; h1, h2: accepted, then no-skulls", async () => {
    const { temple } = await given({ skulls: 1 });
    await temple.bead("h1", "1/0");
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 rejected no-skulls"]);
  });

  /** A temple with `mirror` whose seat is not awaited, and the player who is. */
  async function givenMirror() {
    const temple = await world.connectOnline();
    const { citlali, xochitl } = await world.match();
    await world.pair(temple, xochitl);
    await temple.state("0/0", { caps: ["display", "mirror"], up: 2_000 });
    await world.waitUntilHandled(temple);
    return { temple, offer: () => citlali.send({ type: "sacrifice", god: "tlaloc" }) };
  }

  test("[B8] with mirror an absent seat offers to Tlaloc: fix t +1; bead t1: absorbed, fix t 0, no offering", async () => {
    const { temple, offer } = await givenMirror();
    await offer();
    await temple.waitForDisplay({ fix: { h: 0, t: 1 }, offerings: { h: 5, t: 3 } });
    expect(temple.display()).toMatchObject({ lines: expect.arrayContaining(["Put 1 to Tlaloc"]) });
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 }, fix: { h: 0, t: 0 }, offerings: { h: 5, t: 3 } });
    expect(temple.verdicts()).toEqual(["t1 absorbed mirror"]);
  });

  test("[B8] bead t1, refused: fix t -1; then with mirror an absent seat offers to Tlaloc: fix t 0", async () => {
    const { temple, offer } = await givenMirror();
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ fix: { h: 0, t: -1 } });
    await offer();
    await temple.waitForDisplay({ fix: { h: 0, t: 0 }, offerings: { h: 5, t: 3 } });
  });

  test("[B24] with mirror; own bead h1: fix 0/0; an absent seat's debt to put in is let go when mirror is off", async () => {
    const temple = await world.connectOnline();
    const { citlali } = await world.match();
    await world.pair(temple, citlali);
    await temple.waitForDisplay({ phase: "playing" });
    temple.stamp = { mark: String(temple.display()?.["mark"]), base: { h: 0, t: 0 } };
    await temple.state("0/0", { caps: ["mirror"], up: 1_500 });
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 6, t: 2 } });
    await citlali.send({ type: "sacrifice", god: "huitzilopochtli" });
    await temple.waitForDisplay({ fix: { h: 1, t: 0 }, offerings: { h: 7, t: 2 } });
    await temple.state("1/0", { caps: ["display"], up: 3_000 });
    await temple.waitForDisplay({ fix: { h: 0, t: 0 } });
  });

  test("[B9] h1, h2; a new boot b2b2b2b2: 0/0, its h1 accepted; h3 of the old boot is dropped", async () => {
    const { temple } = await given();
    await temple.bead("h1", "1/0");
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ judged: { h: 2, t: 0 } });
    const { seq } = temple;
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 0 });
    await temple.state("0/0");
    await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 0, t: 0 } });
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, offerings: { h: 8, t: 2 } });
    await temple.bead("h3", "3/0", { boot: "b1b1b1b1", epoch: "b1b1b1b1", seq });
    await world.waitUntilHandled(temple);
    expect(temple.fates()).toEqual(["h1 accepted ok", "h2 accepted ok", "h1 accepted ok"]);
  });

  test("[B10] nothing known: state 120/98 in an epoch from flash: nothing judged; h121 of base 120/98: accepted", async () => {
    const temple = await world.connectEnrolled();
    Object.assign(temple, { boot: "b9b9b9b9", epoch: "e0e0e0e0" });
    await temple.act({ act: "pair" });
    await temple.waitForDisplay({ phase: "pairing" });
    const { citlali } = await world.match();
    await world.pair(temple, citlali);
    temple.stamp = { mark: temple.stamp?.mark ?? "", base: { h: 120, t: 98 } };
    await temple.state("120/98");
    await temple.waitForDisplay({ epoch: "e0e0e0e0", judged: { h: 120, t: 98 } });
    expect(temple.verdicts()).toEqual([]);
    await temple.bead("h121", "121/98");
    await temple.waitForDisplay({ judged: { h: 121, t: 98 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h121 accepted ok"]);
  });

  test("[B11] h1, h2; newer state 1/0: judged 1/0; bead h2: accepted under a new name", async () => {
    const { temple } = await given();
    await temple.bead("h1", "1/0");
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ judged: { h: 2, t: 0 } });
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ judged: { h: 2, t: 0 }, offerings: { h: 8, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 accepted ok", "h2 accepted ok"]);
  });

  test("[B12] state conn 2; the will of conn 1: it stays online and gets `report`; the will of conn 2: offline", async () => {
    const { temple, xochitl } = await given();
    const isOnline = () => xochitl.state.seats.get("east")?.templeOnline;
    temple.conn = 2;
    await temple.state("0/0");
    await world.waitUntilHandled(temple);
    const will = { v: 1, online: false, boot: "b1b1b1b1" };
    await temple.publish("up/state", { ...will, conn: 1 });
    await vi.waitFor(() => expect(temple.payloads("down/cmd").at(-1)).toMatchObject({ op: "report" }), WAIT);
    expect(isOnline()).toBe(true);
    await temple.publish("up/state", { ...will, conn: 2 });
    await vi.waitFor(() => expect(isOnline()).toBe(false), WAIT);
  });

  test.each([
    ["bad-json", '{"v":1,'],
    ["bad-version", JSON.stringify({ v: 2 })],
    ["too-large", JSON.stringify({ v: 1, more: "x".repeat(1_500) })],
    ["bad-field", { count: { h: -1, t: 0 } }],
  ] as const)("[B13] %s; then a valid bead with an extra field: accepted", async (reason, payload) => {
    const { temple } = await given();
    // The embedded broker disconnects a client that publishes more than 1024 bytes; the bridge never gets it.
    const refused = reason === "too-large" && brokers.kind === "embedded";
    if (typeof payload === "object") await temple.bead("h1", "1/0", payload);
    else void temple.publish("up/bead", payload).catch(() => {});
    if (refused) return vi.waitFor(() => expect(temple.isConnected).toBe(false), WAIT);
    await vi.waitFor(
      () => expect(temple.payloads("down/ack").at(-1)).toMatchObject({ verdict: "invalid", reason }),
      WAIT,
    );
    await temple.bead("h1", "1/0", { later: true });
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  });

  test("[B14] bead h1 and state 5/5 with RETAIN=1: presence and `report` only, judged 0/0", async () => {
    const { temple } = await given();
    await world.restartBridge(async () => {
      temple.received.length = 0;
      // The embedded broker refuses a retained bead.
      if (brokers.kind === "mosquitto") {
        const { seq, boot, epoch } = temple;
        const bead = { slot: "h", n: 1, count: { h: 1, t: 0 }, at: 8, up: 9 };
        await temple.publish("up/bead", { v: 1, boot, epoch, seq: seq + 1, ...bead }, true);
      }
      await temple.state("5/5");
    });
    await vi.waitFor(() => expect(temple.payloads("down/cmd").at(-1)).toMatchObject({ op: "report" }), WAIT);
    await temple.waitForDisplay({ judged: { h: 0, t: 0 }, offerings: { h: 5, t: 2 }, phase: "playing" });
    expect(temple.verdicts()).toEqual([]);
  });

  test("[B15] server out of reach: h1 is pending, judged 0/0; server back: state 1/0: accepted once", async () => {
    const { temple } = await given();
    world.proxy.fail("reset");
    await vi.waitFor(() => expect(temple.display()?.["lines"]).toContain("The server is away"), WAIT);
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    expect(temple.display()).toMatchObject({ judged: { h: 0, t: 0 } });
    world.proxy.heal();
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts().filter((verdict) => !verdict.includes("pending"))).toEqual(["h1 accepted ok"]);
  });

  test("[J-1] [J-15] server out of reach: h1 whose `at` is after its `up`; server back: accepted once", async () => {
    const { temple } = await given();
    world.proxy.fail("reset");
    await vi.waitFor(() => expect(temple.display()?.["lines"]).toContain("The server is away"), WAIT);
    await temple.bead("h1", "1/0", { up: 5_000, at: 5_001 });
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.proxy.heal();
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.fates().at(-1)).toBe("h1 accepted ok");
  });

  test("[B15] the server takes h1, its answer is lost, the window moves on: accepted, fix 0, one offering", async () => {
    const { temple, citlali } = await given();
    world.proxy.hold();
    await temple.bead("h1", "1/0");
    await world.proxy.waitForHeld("judgements");
    world.proxy.dropHeld();
    await citlali.send({ type: "end-turn" });
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 accepted ok"]);
  });

  test("[B16] state 40/0: 40 x implausible, fix 0", async () => {
    const { temple } = await given();
    await temple.state("40/0");
    await temple.waitForDisplay({ judged: { h: 40, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 5, t: 2 } });
    expect(temple.verdicts()).toEqual(Array.from({ length: 40 }, (_, i) => `h${i + 1} rejected implausible`));
  });

  test("[B16] h1 at 5000, h2 at 5020: accepted; bounce, fix 0", async () => {
    const { temple } = await given();
    await temple.bead("h1", "1/0", { at: 5_000 });
    await temple.bead("h2", "2/0", { at: 5_020 });
    await temple.waitForDisplay({ judged: { h: 2, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 rejected bounce"]);
    await temple.bead("h3", "3/0", { at: 5_050 });
    await temple.waitForDisplay({ judged: { h: 3, t: 0 }, offerings: { h: 7, t: 2 } });
  });

  test("[B22] Citlali asks for a temple; act pair at once, and again 2 s later: code; confirmed, and her seat is local", async () => {
    const temple = await world.connectOnline();
    const { citlali } = await world.match();
    const paired = citlali.pairNearby(temple.id);
    await temple.waitForDisplay({
      phase: "pairing",
      lines: ["Citlali", "plays with this?", "Yes: press pair", ""],
    });
    await temple.act({ act: "pair" });
    await vi.waitFor(
      () => expect(temple.payloads("down/ack")).toMatchObject([{ verdict: "accepted" }]),
      WAIT,
    );
    expect(citlali.state.seats.get("east")?.temple).toBe("");
    await vi.waitFor(
      async () => {
        if (citlali.state.seats.get("east")?.temple === temple.id) return;
        await temple.act({ act: "pair" });
        throw new Error("the seat is not local");
      },
      { ...WAIT, interval: 100 },
    );
    expect(await paired).toEqual({ templeId: temple.id });
    await temple.waitForDisplay({ match: citlali.code });
  });

  test("[B23] Citlali's seat moves to another temple: both name her and the other temple, and this one has a code", async () => {
    const { temple, citlali } = await given();
    const waitUntilShown = (by: RawTemple, display: object) =>
      vi.waitFor(
        () => expect(by.payloads("down/display")).toContainEqual(expect.objectContaining(display)),
        WAIT,
      );
    await waitUntilShown(temple, { phase: "playing", lines: ["Citlali", "plays here now", "", ""] });
    const other = await world.connectOnline();
    await world.pair(other, citlali);
    await waitUntilShown(other, { lines: ["Citlali", "plays here now, not", `at ${temple.id}`, ""] });
    await waitUntilShown(temple, {
      phase: "pairing",
      match: null,
      lines: ["Citlali", "plays no longer here", `but at ${other.id}`, ""],
    });
    expect(temple.display()?.["code"]).toMatch(/^[2-9A-Z]{4}$/);
  });

  test("[B17] unbound temple, bead t1: ignored, judged 0/1", async () => {
    const temple = await world.connectOnline();
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 }, fix: { h: 0, t: 0 } });
    expect(temple.verdicts()).toEqual(["t1 ignored unpaired"]);
  });

  test("[B17] no stamps: h1 accepted, h2 unknown-turn, h3 accepted", async () => {
    const { temple } = await given();
    temple.stamp = null;
    await temple.bead("h1", "1/0");
    await temple.bead("h3", "3/0");
    await temple.waitForDisplay({ judged: { h: 3, t: 0 }, fix: { h: -1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 rejected unknown-turn", "h3 accepted ok"]);
  });
});

describe("conformance vectors of power cuts", () => {
  test("[B20] east is not local; server out of reach: t1; power cut: state 0/0; server back: not-your-decision, fix t -1", async () => {
    const temple = await world.connectOnline();
    const { xochitl } = await world.match();
    await world.pair(temple, xochitl);
    world.proxy.fail("reset");
    await vi.waitFor(() => expect(temple.display()?.["lines"]).toContain("The server is away"), WAIT);
    await temple.bead("t1", "0/1");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["t1 pending server-away"]), WAIT);
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 0 });
    await temple.state("0/0");
    world.proxy.heal();
    await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 0, t: 0 }, fix: { h: 0, t: -1 } });
    const final = temple.verdicts().filter((verdict) => !verdict.includes("pending"));
    expect(final).toEqual(["t1 rejected not-your-decision"]);
  });

  test("[B21] b3b3b3b3: state, h1; late state of b2b2b2b2; h2: `report`; 5 s later state 2/0: each accepted once", async () => {
    const { temple } = await given();
    Object.assign(temple, { boot: "b3b3b3b3", epoch: "b3b3b3b3", seq: 0 });
    await temple.state("0/0");
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ epoch: "b3b3b3b3", judged: { h: 1, t: 0 } });
    await temple.state("0/0", { boot: "b2b2b2b2", epoch: "b2b2b2b2" });
    await temple.waitForDisplay({ epoch: "b2b2b2b2" });
    await temple.bead("h2", "2/0");
    await vi.waitFor(() => expect(temple.payloads("down/cmd").at(-1)).toMatchObject({ op: "report" }), WAIT);
    for (let s = 0; s < 5; s++) world.passSecond();
    await temple.state("2/0");
    await temple.waitForDisplay({ epoch: "b3b3b3b3", judged: { h: 2, t: 0 }, offerings: { h: 7, t: 2 } });
    expect(temple.fates()).toEqual(["h1 accepted ok", "h2 accepted ok"]);
  });

  test("[B21] counters in flash: b3b3b3b3: h1; late state 0/0 of b2b2b2b2: `report` only; h2: accepted", async () => {
    const { temple } = await given();
    Object.assign(temple, { boot: "b3b3b3b3", epoch: "e0e0e0e0", seq: 0 });
    await temple.state("0/0");
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ epoch: "e0e0e0e0", judged: { h: 1, t: 0 } });
    await temple.state("0/0", { boot: "b2b2b2b2" });
    await vi.waitFor(() => expect(temple.payloads("down/cmd").at(-1)).toMatchObject({ op: "report" }), WAIT);
    await temple.bead("h2", "2/0");
    await temple.waitForDisplay({ epoch: "e0e0e0e0", judged: { h: 2, t: 0 }, offerings: { h: 7, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 accepted ok"]);
  });
});

describe("between the real server and temples", () => {
  test("[J-12] [N-9] every seat sees a temple's debt until it is settled, and whether the temple is online", async () => {
    const { temple, citlali, xochitl } = await given();
    await world.pair(temple, xochitl);
    const debts: unknown[] = [];
    xochitl.on("owed", (owed) => debts.push(owed));
    await citlali.send({ type: "end-turn" });
    await temple.waitForDisplay({ step: "roll" });
    world.passSecond();
    world.passSecond();
    await temple.bead("t1", "0/1");
    await vi.waitFor(() => expect(debts).toEqual([{ temple: temple.id, h: 0, t: -1 }]), WAIT);
    const seats = ["east", xochitl.seat ?? ""].map((seat) => citlali.state.seats.get(seat));
    expect(seats).toMatchObject([
      { temple: temple.id, templeOnline: true, fixT: -1 },
      { temple: temple.id, templeOnline: true, fixT: -1 },
    ]);
    await temple.act({ act: "returned", slot: "t", num: 1 });
    await vi.waitFor(() => expect(debts.at(-1)).toEqual({ temple: temple.id, h: 0, t: 0 }), WAIT);
    expect(citlali.state.seats.get("east")).toMatchObject({ fixH: 0, fixT: 0 });
  });

  test("[P-5] one of two temples unpairs: it no longer shows the match, the other plays on", async () => {
    const { temple, citlali, xochitl } = await given();
    const other = await world.connectOnline();
    await world.pair(other, xochitl);
    await temple.act({ act: "unpair" });
    await temple.waitForDisplay({ phase: "pairing", match: null, mark: "none" });
    await citlali.send({ type: "end-turn" });
    await other.waitForDisplay({ step: "roll", seat: { id: xochitl.seat, name: "Xochitl", local: true } });
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, phase: "pairing", match: null, mark: "none" });
    expect(temple.verdicts()).toEqual(["h1 ignored unpaired"]);
    other.stamp = { mark: String(other.display()?.["mark"]), base: { h: 0, t: 0 } };
    await other.bead("t1", "0/1");
    await other.waitForDisplay({ judged: { h: 0, t: 1 }, fix: { h: 0, t: -1 } });
    expect(other.verdicts()).toEqual(["t1 rejected wrong-phase"]);
  });

  test("a table message right behind the answer to an announcement is what the temple shows", async () => {
    const { temple, citlali } = await given();
    await world.waitUntilHandled(temple);
    world.proxy.hold();
    await temple.publish("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 1 });
    // A ping may come before it.
    await world.proxy.waitForHeld(EMPTY_ANSWER);
    world.proxy.release();
    world.proxy.hold();
    await temple.state("0/0");
    await world.proxy.waitForHeld("ledger");
    await citlali.send({ type: "end-turn" });
    await world.proxy.waitForHeld("roll");
    world.proxy.release();
    await world.waitUntilHandled(temple);
    await temple.waitForDisplay({ step: "roll" });
  });
});
