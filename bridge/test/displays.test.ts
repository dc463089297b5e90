import { parseDisplay } from "@flower-war/protocol/temple";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { composeDisplay } from "../src/temples/display.ts";
import { DisplayPublisher } from "../src/temples/display-publisher.ts";
import { Pairing } from "../src/temples/pairing.ts";
import { Temple } from "../src/temples/temple.ts";
import { TemplePublisher } from "../src/temples/temple-publisher.ts";
import { TempleRegistry } from "../src/temples/temple-registry.ts";
import { FakeServer } from "./support/fake-server.ts";
import { log } from "./support/log.ts";
import { FakeTime } from "../../test/support/fake-time.ts";
import { type RawTemple, WAIT } from "./support/raw-temple.ts";
import { system } from "./support/system.ts";
import { World } from "./support/world.ts";

const NOW = 1_000_000;
const { table } = new FakeServer();
if (table === null) throw new Error("the fake server has no match");

describe("[section 3] a display", () => {
  function temple(change: Partial<Temple> = {}): Temple {
    return Object.assign(new Temple("templo-1", system.time), { table }, change);
  }

  test("shows the match", () => {
    expect(composeDisplay(temple(), NOW, false)).toEqual({
      phase: "playing",
      code: null,
      expires: null,
      match: "FW7K",
      turn: 12,
      seat: { id: "east", name: "Citlali", local: true },
      step: "sacrifice",
      mark: "M.7",
      open: { h: true, t: true },
      left: 3,
      offerings: { h: 5, t: 2 },
      fix: { h: 0, t: 0 },
      epoch: null,
      judged: { h: 0, t: 0 },
      apocalypse: { state: "none", count: 0, of: 13, ruling: null },
      last: null,
      lines: ["Citlali offers", "Drop up to 3", "T 2  H 5", ""],
    });
  });

  test("names the winner of a match that is over", () => {
    const over = { ...table, phase: "over", seat: null, step: null } as const;
    const won = composeDisplay(temple({ table: { ...over, winner: "Xóchitl" } }), NOW, false);
    expect(won.lines).toEqual(["Match FW7K", "is over. Winner:", "Xochitl", ""]);
    expect(Object.keys(won)).not.toContain("winner");
    const drawn = composeDisplay(temple({ table: over }), NOW, false);
    expect(drawn.lines).toEqual(["Match FW7K", "is over", "", ""]);
  });

  test.each([
    ["came", { name: "Cítlali", isHere: true, other: null }, ["Citlali", "plays here now", ""]],
    [
      "came from another temple",
      { name: "Citlali", isHere: true, other: "sun-temple" },
      ["Citlali", "plays here now, not", "at sun-temple"],
    ],
    [
      "left it for another one",
      { name: "Citlali", isHere: false, other: "the-temple-of-the-moon" },
      ["Citlali", "plays no longer here", "but at the-temple-of"],
    ],
  ])("[P-7] says that a seat %s, and what to take out all the same", (_, move, lines) => {
    const owing = { epoch: "e", generation: 0, judged: { h: 0, t: 1 }, fix: { h: 0, t: -1 } };
    const ledger = { boot: "b", conn: 1, seq: 0, retiredBoots: [], retiredEpochs: [], acts: [], ...owing };
    const shown = composeDisplay(temple({ ledger, move }), NOW, false);
    expect(shown.lines).toEqual([...lines, "Take 1 from Tlaloc"]);
    expect(composeDisplay(temple({ move }), NOW, false)).toMatchObject({ phase: "playing", left: 3 });
  });

  test("outside a match is unpaired", () => {
    const none = composeDisplay(temple({ table: null }), NOW, false);
    expect(none).toMatchObject({
      lines: ["No match: press pair", ""],
      phase: "unpaired",
      match: null,
      mark: "none",
      open: { h: false, t: false },
    });
  });

  test("shows a code and its remaining seconds until it expires", () => {
    const code = { code: "4F7K", expiresAt: NOW + 1_500 };
    expect(composeDisplay(temple({ table: null, code }), NOW, false)).toMatchObject({
      phase: "pairing",
      code: "4F7K",
      expires: 2,
      lines: ["Enter this code", "in your match:", "    4F7K", ""],
    });
    expect(composeDisplay(temple({ table: null, code }), NOW + 1_500, false)).toMatchObject({
      phase: "unpaired",
      code: null,
      expires: null,
    });
  });

  test("names god and number of each debt in its lines", () => {
    const ledger = {
      boot: "b1b1b1b1",
      conn: 1,
      seq: 0,
      epoch: "b1b1b1b1",
      generation: 0,
      judged: { h: 120, t: 1 },
      fix: { h: -99, t: -1 },
      acts: [],
      retiredBoots: [],
      retiredEpochs: [],
    };
    const { lines, fix, judged, epoch } = composeDisplay(
      temple({ ledger, storedLedger: ledger }),
      NOW,
      false,
    );
    expect({ fix, judged, epoch }).toEqual({ fix: ledger.fix, judged: ledger.judged, epoch: "b1b1b1b1" });
    expect(lines).toEqual(["Citlali offers", "Take 1 T, 99 H", "Drop up to 3", "T 2  H 5"]);
    const owing = (h: number, t: number, lang: string | null = null) =>
      composeDisplay(temple({ ledger: { ...ledger, fix: { h, t } }, lang }), NOW, false).lines[1];
    expect([owing(0, -1), owing(2, 0)]).toEqual(["Take 1 from Tlaloc", "Put 2 to Huitzil"]);
    expect([owing(2, -1), owing(-3, 1), owing(1, 2)]).toEqual([
      "Put 2 H, take 1 T",
      "Put 1 T, take 3 H",
      "Put 2 T, 1 H",
    ]);
    expect([owing(-1, 0, "es-MX"), owing(-1, -2, "es"), owing(1, -2, "ES")]).toEqual([
      "Saca 1 de Huitzil",
      "Saca 2 T, 1 H",
      "Pon 1 H, saca 2 T",
    ]);
    expect(owing(0, -1, "est")).toBe("Take 1 from Tlaloc");
  });

  test.each([
    ["en", ["Citlali offers", "Drop up to 3", "T 2  H 5", "Days left 9"]],
    ["es", ["Citlali ofrenda", "Echa hasta 3", "T 2  H 5", "Quedan 9 dias"]],
  ])("speaks the language that the temple asks for: %s", (lang, lines) => {
    const running = { ...table, apocalypse: { state: "running", count: 4, of: 13, ruling: null } } as const;
    expect(composeDisplay(temple({ table: running, lang }), NOW, false).lines).toEqual(lines);
  });

  test.each(["idle", "playing", "paused", "over"] as const)(
    "is accepted by a temple's parser: %s",
    (phase) => {
      const seat = { id: "east", name: "Xóchitl 🌺🌺🌺 de los Ángeles", local: true };
      const long = { ...table, phase, seat, left: 250, offerings: { h: 4_294_967_295, t: 4_294_967_295 } };
      const display = composeDisplay(temple({ table: long }), NOW, false);
      expect(parseDisplay(Buffer.from(JSON.stringify({ v: 1, ...display }))).value).toEqual(display);
      expect(display.seat?.name).toBe("Xóchitl 🌺🌺🌺 d");
      expect(display.left).toBe(99);
      expect(display.lines.length).toBeGreaterThanOrEqual(2);
    },
  );
});

test("[P-7] a temple names a seat that came to it for 5 s, then it shows the match again", async () => {
  const time = new FakeTime();
  const server = new FakeServer();
  const shown: string[][] = [];
  const broker = {
    onMessage: () => {},
    onConnected: () => {},
    publish: (_topic: unknown, payload: string) => void shown.push(JSON.parse(payload).lines),
  };
  const temples = new TempleRegistry(time);
  temples.obtain("templo-1").table = table;
  const publisher = new TemplePublisher(broker, system.random);
  const displays = new DisplayPublisher(publisher, server, temples, time);
  new Pairing(server, temples, displays, log, time).start(() => {});
  server.send("moved", { templeId: "templo-1", name: "Citlali", from: "sun-temple", to: "templo-1" });
  await time.pass(4_999);
  const move = ["Citlali", "plays here now, not", "at sun-temple", ""];
  expect(shown).toEqual([move]);
  await time.pass(1);
  expect(shown).toEqual([move, ["Citlali offers", "Drop up to 3", "T 2  H 5", ""]]);
});

/** Opens a publisher of one temple's displays on a time of its own. */
function openPublisher() {
  const time = new FakeTime();
  const published: { readonly turn: number }[] = [];
  const publisher = new TemplePublisher(
    {
      onMessage: () => {},
      onConnected: () => {},
      publish: (_topic, payload) => published.push(JSON.parse(payload)),
    },
    system.random,
  );
  const temples = new TempleRegistry(time);
  const temple = Object.assign(temples.obtain("templo-1"), { table });
  return {
    time,
    published,
    temple,
    displays: new DisplayPublisher(publisher, new FakeServer(), temples, time),
  };
}

describe("[J-14] publishing displays", () => {
  let world: World;
  let temple: RawTemple;
  beforeEach(async () => {
    world = await World.open();
    temple = await world.connectOnline();
    await temple.waitForDisplay({ mark: "M.7" });
  });
  afterEach(() => world.close());

  test("publishes the newest of many that come at once", async () => {
    for (let turn = 100; turn <= 160; turn++) world.server.moveTo(temple.id, { turn });
    await temple.waitForDisplay({ turn: 160 });
  });

  test("publishes at most 4 per second, and always the newest", async () => {
    const { time, published, temple, displays } = openPublisher();
    for (let turn = 100; turn <= 160; turn++) {
      temple.table = { ...table, turn };
      displays.refresh(temple);
      await time.pass(20);
    }
    await time.pass(1_000);
    // One at once, then one each 250 ms.
    expect(published.map(({ turn }) => turn)).toEqual([100, 112, 124, 137, 149, 160]);
  });

  test.each([
    ["another mark", { mark: "M.8" }],
    ["a slot that closes", { open: { h: false, t: true } }],
  ])("publishes %s at once, soon after another display", async (_change, change) => {
    const { time, published, temple, displays } = openPublisher();
    displays.refresh(temple);
    temple.table = { ...table, turn: 13 };
    displays.refresh(temple);
    expect(published).toHaveLength(1);
    temple.table = { ...table, turn: 13, ...change };
    displays.refresh(temple);
    expect(published.at(-1)).toMatchObject({ turn: 13, ...change });
    await time.pass(1_000);
    expect(published).toHaveLength(2);
  });

  test("publishes the ack before the display that shows its effect", async () => {
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 } });
    const order = temple.received.map(({ topic }) => topic.split("/").at(-1));
    const counted = temple.received.findIndex(({ payload }) =>
      JSON.stringify(payload).includes('"judged":{"h":0,"t":1}'),
    );
    expect(order.indexOf("ack")).toBeLessThan(counted);
  });

  test("[C-6] publishes only a display for a bead that is judged already", async () => {
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 } });
    const before = temple.on("down/display").length;
    await temple.bead("t1", "0/1");
    await vi.waitFor(() => expect(temple.on("down/display").length).toBeGreaterThan(before), WAIT);
    expect(temple.verdicts()).toEqual(["t1 accepted ok"]);
  });

  test("[section 2] display and notice are retained for later subscribers, ack and cmd are not", async () => {
    await temple.bead("t1", "0/1");
    await temple.waitForDisplay({ judged: { h: 0, t: 1 } });
    await temple.close();
    const again = await world.connect();
    await vi.waitFor(() => expect(again.received).toHaveLength(2), WAIT);
    expect(again.received.map(({ topic, qos, retain }) => ({ topic, qos, retain }))).toEqual(
      expect.arrayContaining([
        { topic: "templo/v1/templo-1/down/display", qos: 1, retain: true },
        { topic: "templo/v1/_bridge/bridge-1", qos: 1, retain: true },
      ]),
    );
  });
});
