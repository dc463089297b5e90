import { i18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { Temperament } from "../src/game-frame/bots/temperament.tsx";
import { LogPanel } from "../src/game-frame/log/log-panel.tsx";
import { isFirstTurnOf, type LogTurn } from "../src/game-frame/log/turns.ts";
import { ReplayLog, withHints } from "../src/replay/replay-log.tsx";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const turnsOf = (count: number): readonly LogTurn[] =>
  Array.from(
    { length: count },
    (_, i): LogTurn => ({
      key: `${i}`,
      number: i + 1,
      seat: "north",
      lines: [{ key: `${i}/0`, n: i + 1, seat: "north", about: [], at: 0, words: `Roll ${i + 1}.` }],
    }),
  );

/** Returns as HTML the log of a match of so many turns, all of north. */
function logOf(count: number): string {
  const log = { turns: turnsOf(count), beginning: "read", read: () => {} } as const;
  return renderToStaticMarkup(createElement(LogPanel, { log, seat: null, people: [] }));
}

const linesIn = (html: string): readonly string[] => html.match(/Roll \d+\./g) ?? [];

test("all of a short match is shown", () => {
  expect(linesIn(logOf(30))).toHaveLength(30);
  expect(logOf(30)).not.toContain("Show earlier turns");
});

test("of a long match the newest turns are, and a button shows earlier ones", () => {
  const html = logOf(300);
  expect(linesIn(html)).toEqual(Array.from({ length: 30 }, (_, i) => `Roll ${271 + i}.`));
  expect(html).toContain("Show earlier turns");
});

/** Returns as HTML the log of a replay of so many turns, which shows an entry. */
const replayLogOf = (count: number, at: number): string =>
  renderToStaticMarkup(createElement(ReplayLog, { turns: turnsOf(count), at, people: [] }));

test.each([
  ["its beginning", 0, 1, 21, ["Show later turns"]],
  ["its middle", 150, 130, 170, ["Show earlier turns", "Show later turns"]],
  ["its end", 300, 280, 300, ["Show earlier turns"]],
])("a long replay has in its log the turns around %s", (_, at, first, last, buttons) => {
  const html = replayLogOf(300, at);
  const expected = Array.from({ length: last - first + 1 }, (_, i) => `Roll ${first + i}.`);
  expect(linesIn(html)).toEqual(expected);
  expect(html.match(/Show \w+ turns/g)).toEqual(buttons);
});

test("a short replay has all of its turns in its log", () => {
  expect(linesIn(replayLogOf(20, 0))).toHaveLength(20);
  expect(replayLogOf(20, 0)).not.toContain("<button");
});

test.each([
  ["its seat's first turn", ["east", "north", "east", "north"], 1],
  ["the first round, which is each seat's", [null, null], 0],
])("a player's first turn of a match is %s", (_, seats, first) => {
  const turns = turnsOf(seats.length).map((turn, i) => ({ ...turn, seat: seats[i] ?? null }));
  const firsts = turns.map((turn) => isFirstTurnOf("north", turn, turns));
  expect(firsts).toEqual(turns.map((_turn, i) => i === first));
});

test("no turn is the first one of a log whose beginning is not known", () => {
  const turns = turnsOf(2).map((turn) => ({ ...turn, number: null }));
  expect(turns.map((turn) => isFirstTurnOf("north", turn, turns))).toEqual([false, false]);
});

const DAYS =
  "Cipactli Ehecatl Calli Cuetzpalin Coatl Miquiztli Mazatl Tochtli Atl Itzcuintli " +
  "Ozomahtli Malinalli Acatl Ocelotl Cuauhtli Cozcacuauhtli Olin Tecpatl Quiahuitl Xochitl";

const introduce = (name: string) => renderToStaticMarkup(createElement(Temperament, { seat: "north", name }));

test("a bot of each day is of another temperament, the same for all bots of that day", () => {
  const lines = DAYS.split(" ").map((day) => introduce(`Ce ${day} (easy bot)`));
  expect(introduce("Ce Tochtli (skilled bot)")).toContain("Ce Tochtli (bot) laughs at good luck and bad.");
  expect(new Set(lines.map((line) => line.replace(/Ce \w+/, ""))).size).toBe(20);
});

test.each(["Citlali", "easy bot", "Ome Tochtli"])("%s is introduced by no temperament", (name) => {
  expect(introduce(name)).toBe("");
});

test("a replay's log has a line for each hint, also where what was played after it has none", () => {
  const line = (n: number) => ({ key: `${n}/0`, n, seat: "north", about: [], at: 0, words: `Line ${n}.` });
  const turns: readonly LogTurn[] = [
    { key: "a", number: 1, seat: "north", lines: [line(1), line(2), line(3)] },
    { key: "b", number: 2, seat: "south", lines: [line(5), line(6)] },
  ];
  const people = [{ seat: "north", name: "Marisol" }];
  const hint = (n: number) => ({ n, seat: "north", hint: true }) as const;
  const wordsOf = (...entries: Parameters<typeof withHints>[1]) =>
    withHints(turns, entries, people).map(({ lines }) => lines.map(({ words }) => words));
  const asked = "Marisol asked a bot what it would do.";
  expect(wordsOf(hint(2), { n: 3, seat: "north" }, hint(4))).toEqual([
    ["Line 1.", asked, "Line 2.", "Line 3.", asked],
    ["Line 5.", "Line 6."],
  ]);
  expect(wordsOf(hint(5))).toEqual([
    ["Line 1.", "Line 2.", "Line 3."],
    [asked, "Line 5.", "Line 6."],
  ]);
  expect(wordsOf({ n: 1, seat: "north" })).toEqual([
    ["Line 1.", "Line 2.", "Line 3."],
    ["Line 5.", "Line 6."],
  ]);
});
