import type { Event } from "@flower-war/client-sdk/flower-war";
import { expect, test } from "vitest";
import { sinceOwnTurn } from "../src/game-frame/log/return-note.tsx";
import {
  createLogWriter,
  firstSinceOwn,
  groupByTurn,
  lastLineOf,
  lineInShort,
  newsFor,
  summaryOf,
  turnsSinceOwn,
  wordsSince,
} from "../src/game-frame/log/turns.ts";
import { i18n } from "../src/texts/index.ts";
import { tableWords } from "../src/game-frame/table-words.ts";
import type { LoggedEvent } from "../src/session/match-history.ts";

type Seat = "east" | "north";

const passed: Event = { type: "passed", seat: "east" };
const turnOf = (seat: Seat, extra = false): Event => ({ type: "turn-began", seat, extra });
const describe = (event: Event) => (event.type === "forestalled" ? null : `<${event.type}>`);

/** These events, one entry each, sent by east one second apart. */
function logged(...events: readonly Event[]): LoggedEvent<"flower-war">[] {
  return events.map((event, i) => ({ key: `${i}`, n: i + 1, seat: "east", at: 1000 * (i + 1), event }));
}

const group = (events: readonly LoggedEvent<"flower-war">[], fromBeginning = true) =>
  groupByTurn({ game: "flower-war", events, fromBeginning, describe });

test("events are grouped by the turns that they begin, in the order in which they came", () => {
  const turns = group(logged(passed, turnOf("east"), passed, turnOf("north"), passed));
  expect(turns.map(({ seat, lines }) => [seat, lines.map(({ words }) => words)])).toEqual([
    ["east", ["<passed>"]],
    ["east", ["<passed>"]],
    ["north", ["<passed>"]],
  ]);
});

test("turns are numbered from the match's beginning, and not numbered while it is unknown", () => {
  const events = logged(passed, turnOf("north"), passed, turnOf("east"), passed);
  expect(group(events).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(group(events.slice(1)).map(({ number }) => number)).toEqual([2, 3]);
  expect(group(events, false).map(({ number, seat }) => [number, seat])).toEqual([
    [null, null],
    [null, "north"],
    [null, "east"],
  ]);
});

test("a round belongs to all seats, the first one too", () => {
  const event = { type: "choosing-began" } as const;
  const [round] = groupByTurn({
    game: "space-aztecs",
    events: [{ key: "0", n: 1, seat: "0", at: 0, event }],
    fromBeginning: true,
    describe: () => "<chosen>",
  });
  expect(round).toMatchObject({ number: 1, seat: null });
});

test("an event without words makes no line, and only the newest turn may be without lines", () => {
  const turns = group(
    logged({ type: "forestalled" }, turnOf("north"), { type: "forestalled" }, turnOf("east")),
  );
  expect(turns.map(({ number, lines }) => [number, lines.length])).toEqual([[3, 0]]);
});

test("an event is described by whether another one of its entry follows", () => {
  const described: [string, boolean][] = [];
  const [one, begun, ...others] = logged(passed, turnOf("north"), passed, turnOf("east", true));
  if (one === undefined || begun === undefined) throw new Error("nothing was logged");
  groupByTurn({
    game: "flower-war",
    events: [one, { ...begun, n: one.n }, ...others],
    fromBeginning: true,
    describe: (event, followed) => {
      described.push([event.type, followed]);
      return "";
    },
  });
  expect(described).toEqual([
    ["passed", true],
    ["passed", false],
    ["turn-began", false],
  ]);
});

test("an extra turn is announced as one", () => {
  const [, extra] = group(logged(passed, turnOf("east", true)));
  expect(extra?.lines.map(({ words }) => words)).toEqual(["<turn-began>"]);
});

test("what happened since the viewer's last turn begins with the turn after it", () => {
  const turns = group(
    logged(passed, turnOf("north"), passed, turnOf("east"), passed, turnOf("north"), passed, turnOf("east")),
  );
  expect(firstSinceOwn(turns, "east")).toBe(3);
  expect(firstSinceOwn(turns, "north")).toBe(4);
  expect(firstSinceOwn(turns, "south")).toBeNull();
  expect(firstSinceOwn(turns, null)).toBeNull();
});

test("a returning player sees when their last turn was, and what followed", () => {
  const turns = group(logged(passed, turnOf("north"), passed, passed));
  expect(sinceOwnTurn(turns, "east")).toMatchObject({ at: 1000, lines: [{ n: 3 }, { n: 4 }] });
  expect(sinceOwnTurn(turns, "north")).toBeNull();
});

test("what happened to the viewer comes first of what happened since their last turn, then how each turn ended", () => {
  const paid: Event = { type: "skulls-paid", from: "east", to: "north", skulls: 2 };
  const played = logged(passed, turnOf("north"), { type: "passed", seat: "north" }, turnOf("north"), paid, {
    type: "passed",
    seat: "north",
  });
  const turns = group([...played, ...logged(turnOf("east")).map((each) => ({ ...each, key: "own", n: 9 }))]);
  const since = turnsSinceOwn(turns, "east");
  expect(since.map(({ number }) => number)).toEqual([2, 3]);
  expect(since.map((turn) => summaryOf(turn, "east"))).toEqual([["<passed>"], ["<skulls-paid>"]]);
  expect(wordsSince(since, "east")).toBe("<skulls-paid> <passed>");
  expect(lineInShort(turns, "east", true)).toEqual({ seat: "north", words: "<skulls-paid> <passed>" });
  expect(lineInShort(turns, "east", false)).toMatchObject({ words: "<passed>" });
  expect(turnsSinceOwn(turns, "south")).toEqual([]);
});

test("each event is described once, and a turn that has not changed stays the same", () => {
  let count = 0;
  const write = createLogWriter("flower-war", (event: Event) => {
    count += 1;
    return `<${event.type}>`;
  });
  const events = logged(passed, turnOf("north"), passed, passed);
  const before = write(events.slice(0, 3), true);
  const after = write(events, true);
  // `passed` is the same event each time.
  expect(count).toBe(1);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("a line carries the sign of the seat that its event names, else of the seat that sent the command", () => {
  const paid: Event = { type: "skulls-paid", from: "north", to: "east", skulls: 1 };
  const [turn] = group(logged({ type: "passed", seat: "north" }, paid));
  expect(turn?.lines.map(({ seat }) => seat)).toEqual(["north", "east"]);
});

test("the newest line is that of the turn before while a turn has none yet", () => {
  expect(lastLineOf(group(logged(passed, turnOf("north"))))).toMatchObject({ n: 1, words: "<passed>" });
  expect(lastLineOf([])).toBeNull();
});

test("what the judge did is theirs, also where a player could do it", () => {
  const table = (type: string, fields: object = {}) => ({ type, ...fields }) as unknown as Event;
  const acts = [
    table("table-judge-sought"),
    table("table-judge-named"),
    table("table-paused", { seconds: 60, agreed: [], by: "judge" }),
    table("table-paused", { seconds: 60, agreed: ["north"] }),
    table("table-time-given", { to: "north", seconds: 60, agreed: [], by: "judge" }),
    table("table-seat-freed", { to: "north" }),
    table("table-judge-dropped"),
  ];
  const events = logged(passed, turnOf("north"), ...acts);
  const turns = group(events);
  expect(turns.map(({ seat }) => seat)).toEqual(["east", "north"]);
  expect(turns[1]?.lines.map(({ seat }) => seat)).toEqual(["east", null, null, "east", null, null, "east"]);
  // In their own turn North is told all; East what they did alone.
  expect(newsFor(turns, "north").map(({ n }) => n)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(newsFor(group(events.slice(0, 5)), "east").map(({ n }) => n)).toEqual([3]);
});

test("what the table did is told with the players' names", () => {
  i18n.activate("en");
  const people = [
    { seat: "red", name: "Citlali" },
    { seat: "yellow", name: "Tenoch" },
  ];
  const gift = { type: "table-time-given", to: "yellow", seconds: 60, agreed: [] };
  expect(tableWords(gift, people)).toBe("1 min more for Tenoch.");
  expect(tableWords({ ...gift, by: "judge" }, people)).toBe("The judge gave Tenoch 1 min more.");
  expect(tableWords({ type: "table-paused", seconds: 60, agreed: [], by: "judge" }, people)).toBe(
    "The judge paused the match for 1 min.",
  );
  expect(tableWords({ type: "table-resumed", by: "judge" }, people)).toBe("The judge ended the pause.");
  expect(tableWords({ type: "table-resumed" }, people)).toBe("Went on after the pause.");
});

test("a bot that plays on is told by its seat, which has the bot's name by then", () => {
  i18n.activate("en");
  const bots = [{ seat: "yellow", name: "Chimalli (careful)" }];
  expect(tableWords({ type: "table-seat-freed", to: "yellow" }, bots)).toBe(
    "The judge lets a bot play on: Yellow",
  );
});
