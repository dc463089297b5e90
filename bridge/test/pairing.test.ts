import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { FakeServer } from "./support/fake-server.ts";
import { log } from "./support/log.ts";
import { type RawTemple, WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

let world: World;
afterEach(() => world.close());

const { table } = new FakeServer();
if (table === null) throw new Error("the fake server has no match");

async function given(bound: boolean): Promise<RawTemple> {
  world = await World.open({ bound });
  return world.connectOnline();
}

const ok = (seq: number) => ({
  topic: "templo/v1/templo-1/down/ack",
  payload: { v: 1, boot: "b1b1b1b1", seq, verdict: "accepted", reason: "ok" },
  qos: 1,
  retain: false,
});

describe("[P-2] a pairing code", () => {
  test("is shown by an unpaired temple that comes online", async () => {
    const temple = await given(false);
    await temple.waitForDisplay({ phase: "pairing", code: "CDE2", expires: 300, mark: "none", match: null });
  });

  test("is shown by a bound temple when its button is pressed; play goes on", async () => {
    const temple = await given(true);
    await temple.waitForDisplay({ phase: "playing", code: null, expires: null });
    await temple.act({ act: "pair" });
    await temple.waitForDisplay({ phase: "pairing", code: "CDE2", mark: "M.7", open: { h: true, t: true } });
    expect(temple.on("down/ack")).toEqual([ok(1)]);
  });

  test.each([
    ["unknown-temple", 0],
    ["internal", 1],
  ])("that is refused with %s when the binding ended: %i lines in the log", async (code, lines) => {
    // Retries come after this test.
    world = await World.open({ bound: true, retry: 3_600_000 });
    const temple = await world.connectOnline();
    await temple.waitForDisplay({ phase: "playing" });
    const warn = vi.spyOn(log, "warn");
    onTestFinished(() => warn.mockRestore());
    world.server.refusalCode = code;
    world.server.send("unbound", { templeId: "templo-1" });
    await temple.waitForDisplay({ phase: "unpaired", lines: ["No match: press pair", ""] });
    expect(world.server.refused.filter((name) => name === "code")).toHaveLength(1);
    expect(warn.mock.calls.filter(([, line]) => line === "pairing code request failed")).toHaveLength(lines);
  });

  test("an act sent again gets its ack again and has no effect again", async () => {
    const temple = await given(true);
    const act = await temple.act({ act: "pair" });
    await temple.publish("up/act", act);
    await vi.waitFor(() => expect(temple.on("down/ack")).toEqual([ok(1), ok(1)]), WAIT);
    expect(world.server.codes).toBe(1);
  });

  test("is replaced by a new one when it expires", async () => {
    world = await World.open({ bound: false });
    world.server.codeLife = 1;
    const temple = await world.connectOnline();
    await temple.waitForDisplay({ code: "CDE2" });
    await temple.waitForDisplay({ code: "CDE3" });
  });

  test("without a server the act is pending, and carried out when it is sent again", async () => {
    const temple = await given(true);
    world.server.setUp(false);
    const act = await temple.act({ act: "pair" });
    const pending = { verdict: "pending", reason: "server-away" };
    await vi.waitFor(() => expect(temple.payloads("down/ack")).toMatchObject([pending]), WAIT);
    world.server.setUp(true);
    await temple.publish("up/act", act);
    await vi.waitFor(() => expect(temple.on("down/ack").at(-1)).toEqual(ok(1)), WAIT);
  });
});

describe("[P-6] a player nearby who asks for a temple", () => {
  const ask = (name: string, wait = 30_000) =>
    world.server.send("asked", { templeId: "templo-1", question: { id: "q1", name, wait } });
  const confirms = () => world.server.requests.filter(({ name }) => name === "confirm");

  test("is named on its display, which a press of its pair button answers", async () => {
    const temple = await given(false);
    await temple.waitForDisplay({ phase: "pairing" });
    ask("Cítlali of the long name");
    await temple.waitForDisplay({
      phase: "pairing",
      lines: ["Citlali of the long", "plays with this?", "Yes: press pair", ""],
    });
    // A press of the first second was meant for the code that was on show.
    await vi.waitFor(async () => {
      await temple.act({ act: "pair" });
      expect(confirms()).not.toEqual([]);
    }, WAIT);
    expect(confirms()[0]).toEqual({ name: "confirm", payload: { templeId: "templo-1", id: "q1" } });
    world.server.bind(temple.id, table);
    await temple.waitForDisplay({
      phase: "playing",
      match: "FW7K",
      lines: ["Citlali offers", "Drop up to 3", "T 2  H 5", ""],
    });
  });

  test("is not confirmed by a press just when the name appears: it shows the code as ever", async () => {
    const temple = await given(true);
    await temple.waitForDisplay({ phase: "playing" });
    ask("Citlali");
    await temple.act({ act: "pair" });
    await temple.waitForDisplay({ phase: "pairing", code: "CDE2" });
    expect(confirms()).toEqual([]);
    expect(temple.on("down/ack")).toEqual([ok(1)]);
  });

  test("is named no longer when they stop, or when their time is over", async () => {
    const temple = await given(true);
    const playing = { lines: ["Citlali offers", "Drop up to 3", "T 2  H 5", ""] };
    ask("Xochitl");
    await temple.waitForDisplay({ lines: ["Xochitl", "plays with this?", "Yes: press pair", ""] });
    world.server.send("asked", { templeId: "templo-1", question: null });
    await temple.waitForDisplay(playing);
    ask("Jun", 2_000);
    await temple.waitForDisplay({ lines: ["Jun", "plays with this?", "Yes: press pair", ""] });
    await temple.waitForDisplay(playing);
  });
});

describe("[P-7] a seat that came to a temple", () => {
  const MOVED = ["Citlali", "plays here now, not", "at sun-temple", ""];
  const move = () =>
    world.server.send("moved", { templeId: "templo-1", name: "Citlali", from: "sun-temple", to: "templo-1" });

  test("is named no longer when the pair button is pressed: the code is shown", async () => {
    const temple = await given(true);
    move();
    await temple.waitForDisplay({ lines: MOVED });
    await temple.act({ act: "pair" });
    await temple.waitForDisplay({
      phase: "pairing",
      lines: ["Enter this code", "in your match:", "    CDE2", ""],
    });
  });

  test("is named by the temple that it left too, above the new code", async () => {
    const temple = await given(true);
    world.server.send("moved", { templeId: "templo-1", name: "Citlali", from: "templo-1", to: "sun-temple" });
    world.server.send("unbound", { templeId: "templo-1" });
    await temple.waitForDisplay({
      phase: "pairing",
      code: "CDE2",
      lines: ["Citlali", "plays no longer here", "but at sun-temple", ""],
    });
  });
});

describe("[P-5] a binding", () => {
  test("begins when a seat enters the code: the display shows the match, beads are judged", async () => {
    const temple = await given(false);
    await temple.waitForDisplay({ phase: "pairing" });
    world.server.bind(temple.id, table);
    await temple.waitForDisplay({ phase: "playing", match: "FW7K", mark: "M.7", code: "CDE2" });
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
  });

  test("[J-11] begins without the debts of the one before", async () => {
    const temple = await given(true);
    world.server.moveTo(temple.id, { mark: "M.8" });
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ fix: { h: 0, t: -1 } });
    await temple.act({ act: "unpair" });
    await temple.waitForDisplay({ phase: "pairing", fix: { h: 0, t: -1 } });
    world.server.bind(temple.id, table);
    await temple.waitForDisplay({ phase: "playing", fix: { h: 0, t: 0 } });
  });

  test("ends by the temple's button; a new code is shown", async () => {
    const temple = await given(true);
    await temple.act({ act: "unpair" });
    await temple.waitForDisplay({ phase: "pairing", match: null, open: { h: false, t: false } });
    expect(temple.on("down/ack")).toEqual([ok(1)]);
  });
});

describe("[J-11] beads taken back", () => {
  test("[B4] late, fix t -1; returned t 1, twice with one seq: fix 0, the repeat changes nothing", async () => {
    const temple = await given(true);
    world.server.moveTo(temple.id, { mark: "M.8" });
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ fix: { h: 0, t: -1 } });
    const act = await temple.act({ act: "returned", slot: "t", num: 1 });
    await temple.publish("up/act", act);
    await temple.waitForDisplay({ fix: { h: 0, t: 0 } });
    await vi.waitFor(() => expect(temple.on("down/ack").slice(1)).toEqual([ok(2), ok(2)]), WAIT);
    expect(world.server.ledgers.get(temple.id)?.fix).toEqual({ h: 0, t: 0 });
    expect(temple.verdicts()).toEqual(["t1 rejected late"]);
  });

  test("more than is owed settles the debt only; then the act is ignored with nothing-owed", async () => {
    const temple = await given(true);
    world.server.moveTo(temple.id, { mark: "M.8" });
    await temple.bead("t1", "0/1");
    await temple.act({ act: "returned", slot: "t", num: 5 });
    await temple.act({ act: "returned", slot: "t", num: 1 });
    await temple.waitForDisplay({ fix: { h: 0, t: 0 } });
    const nothing = { seq: 3, verdict: "ignored", reason: "nothing-owed" };
    await vi.waitFor(() => expect(temple.payloads("down/ack").at(-1)).toMatchObject(nothing), WAIT);
  });
});
