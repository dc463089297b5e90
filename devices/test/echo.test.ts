/** What a temple lets be heard and seen of its match (docs/temple-protocol.md, J-18). */
import type { BeadsAck, Display } from "@flower-war/protocol/temple";
import { describe, expect, test } from "vitest";
import { composeDisplay } from "../../bridge/src/temples/display.ts";
import { Temple } from "../../bridge/src/temples/temple.ts";
import { FakeServer } from "../../bridge/test/support/fake-server.ts";
import { system } from "../../bridge/test/support/system.ts";
import { blinkWith, Echo } from "../src/echo.ts";
import type { Tune } from "../src/sounds.ts";

const FIRST: Display = composeDisplay(
  Object.assign(new Temple("templo-1", system.time), { table: new FakeServer().table }),
  0,
  false,
);
const offered = (h: number, t: number): Display => ({ ...FIRST, offerings: { h: 5 + h, t: 2 + t } });
const apocalypse = (count: number, discs: number, end: Display["end"] = null): Display => ({
  ...FIRST,
  end,
  apocalypse: { state: "running", count, of: 13, ruling: "flood", discs },
});
const ack = (verdict: BeadsAck["verdict"], beads = 1): BeadsAck => ({
  about: "beads",
  epoch: "b1b1b1b1",
  slot: "t",
  from: 1,
  to: beads,
  verdict,
  reason: "ok",
  fix: { h: 0, t: 0 },
  line: "",
});

/** An echo that has heard the first display of its match. */
function listening(): Echo {
  const echo = new Echo();
  expect(echo.hear(FIRST)).toEqual([]);
  return echo;
}

const beatsOf = ({ tones }: Tune) => tones.filter(([hertz]) => hertz > 0).length;
const told = (tunes: readonly Tune[]) => tunes.map((tune) => `${tune.sound} ${tune.lamps.join("")}`);

describe("offerings", () => {
  test("of others are a beat of the drum each, and blink the lamp of their god", () => {
    const tunes = listening().hear(offered(1, 2));
    expect(told(tunes)).toEqual(["offering h", "offering t"]);
    expect(tunes.map(beatsOf)).toEqual([1, 2]);
  });

  test("are four beats at most, however many were made while the temple was away", () => {
    expect(listening().hear(offered(0, 40)).map(beatsOf)).toEqual([4]);
  });

  test("of its own beads have the sound of their verdict alone, whichever message comes first", () => {
    const displayFirst = listening();
    displayFirst.countBead("t");
    expect(displayFirst.hear(offered(0, 1))).toEqual([]);
    displayFirst.countVerdict(ack("accepted"));
    expect(told(displayFirst.hear(offered(0, 2)))).toEqual(["offering t"]);
    const ackFirst = listening();
    ackFirst.countBead("t");
    ackFirst.countVerdict(ack("pending"));
    ackFirst.countVerdict(ack("accepted"));
    expect(ackFirst.hear(offered(0, 1))).toEqual([]);
    expect(ackFirst.hear(offered(0, 1))).toEqual([]);
  });

  test("are heard after beads that were refused, which are none", () => {
    const echo = listening();
    for (let i = 0; i < 3; i++) echo.countBead("t");
    echo.countVerdict(ack("rejected", 2));
    expect(echo.hear(offered(0, 2)).map(beatsOf)).toEqual([1]);
    echo.countVerdict(ack("ignored"));
    expect(echo.hear(offered(0, 3)).map(beatsOf)).toEqual([1]);
  });
});

describe("the apocalypse's heart", () => {
  test("beats when it begins, with each day and with each disc, and not without news", () => {
    const echo = listening();
    const heard = [apocalypse(0, 1), apocalypse(1, 1), apocalypse(1, 2), apocalypse(1, 2)].map((display) =>
      told(echo.hear(display)),
    );
    expect(heard).toEqual([["heartbeat ht"], ["heartbeat ht"], ["heartbeat ht"], []]);
  });

  test("beats faster with each disc, down to a pause of 150 ms", () => {
    const pauses = [1, 2, 10, 20].map((discs) => listening().hear(apocalypse(0, discs))[0]?.tones.at(-1));
    expect(pauses).toEqual([
      [0, 860],
      [0, 820],
      [0, 500],
      [0, 150],
    ]);
  });
});

describe("the end of a match", () => {
  test.each([
    ["won", "won ht"],
    ["lost", "lost "],
    ["flood", "flood t"],
    ["invasion", "invasion h"],
    ["none", "ended "],
    ["of-a-later-version", "ended "],
  ])("%s is heard once", (end, sound) => {
    const echo = listening();
    expect(told(echo.hear(apocalypse(13, 3, end)))).toEqual([sound]);
    expect(echo.hear(apocalypse(13, 3, end))).toEqual([]);
  });
});

test("nothing is heard of another match, after an empty display, or of one that says less, as earlier bridges do", () => {
  const echo = listening();
  expect(echo.hear({ ...offered(9, 9), match: "AAAA" })).toEqual([]);
  expect(echo.hear(null)).toEqual([]);
  expect(echo.hear({ ...offered(10, 10), match: "AAAA" })).toEqual([]);
  const { end: _end, ...former } = { ...offered(10, 10), match: "AAAA" };
  expect(echo.hear(former)).toEqual([]);
});

test("lamps that blink are lit while a tone is heard; others are as they were", () => {
  expect(blinkWith({ h: true, t: true }, ["t"], false)).toEqual({ h: true, t: false });
  expect(blinkWith({ h: true, t: false }, ["t"], true)).toEqual({ h: true, t: true });
  expect(blinkWith({ h: true, t: false }, [], true)).toEqual({ h: true, t: false });
});
