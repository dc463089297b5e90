/** What a profile says of ratings, matches and days. */
import type { PlayerMatch } from "@flower-war/client-sdk/players";
import { expect, test } from "vitest";
import { dayOf } from "../src/player/profile/identity-card.tsx";
import { changeSince, describeCurve, drawCurve } from "../src/player/profile/rating-card.tsx";
import { describeEnd, describeUnrated } from "../src/player/profile/words.ts";
import { describeChange } from "../src/session/rating-change.ts";
import { i18n } from "../src/texts/index.ts";
import { describeDay } from "../src/texts/words.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const points = (...values: readonly number[]) => values.map((value, i) => ({ value, at: i }));

test("a curve goes from left to right, with higher ratings above lower ones", () => {
  const { line, area, end } = drawCurve(points(1200, 1300, 1250));
  expect(line).toBe("M0 91.7L50 8.3L100 50");
  expect(area).toBe("M0 91.7L50 8.3L100 50V100H0Z");
  expect(end).toBe(50);
});

test("a curve of small changes stays flat, and one of a single match is a point at its end", () => {
  expect(drawCurve(points(1200, 1206)).line).toBe("M0 54.2L100 45.8");
  expect(drawCurve(points(1200))).toMatchObject({ line: "M100 50", area: "", end: 50 });
});

test.each([
  [
    [1200, 1206],
    [1220, 1200, 1180],
  ],
  [
    [1180, 1412],
    [1400, 1300, 1200],
  ],
  [
    [-40, 25],
    [20, 0, -20, -40],
  ],
  [
    [900, 2600],
    [2500, 2000, 1500, 1000],
  ],
])("a curve from %j has marks at %j", (values, marks) => {
  expect(drawCurve(points(...values)).marks.map(({ value }) => value)).toEqual(marks);
});

test("a change is counted from the last rating before a time, or else from the first one that is known", () => {
  const known = points(1200, 1210, 1195.6, 1230.4);
  expect(changeSince(known, 2)).toBe(20);
  expect(changeSince(known, 0)).toBe(30);
  expect(changeSince(known, 4)).toBeNull();
  expect(changeSince([], 0)).toBeNull();
});

test("a curve is told in a sentence", () => {
  expect(describeCurve(points(1180.4, 1300, 1411.6))).toBe("From 1180 to 1412 in 3 matches");
  expect(describeCurve(points(1212))).toBe("1212 after one match");
});

test.each([
  // The fall of Tenochtitlan, 13 August 1521 in the Julian calendar.
  [Date.UTC(1521, 7, 23), 1, "coatl"],
  // The last day of a count of 13 baktuns, which the Maya called 4 Ahau.
  [Date.UTC(2012, 11, 21), 4, "xochitl"],
  [Date.UTC(2012, 11, 21, 23, 59), 4, "xochitl"],
  [Date.UTC(2012, 11, 22), 5, "cipactli"],
  [Date.UTC(1521, 7, 22), 13, "cuetzpalin"],
])("%d is the day %d %s", (at, number, sign) => {
  expect(dayOf(at)).toEqual({ number, sign });
});

const match = (facts: Partial<PlayerMatch>): PlayerMatch => ({
  match: "flower-war-1",
  game: "flower-war",
  preset: "flower-war",
  private: false,
  invitation: null,
  beganAt: 0,
  endedAt: 1,
  seat: "east",
  seats: ["east", "north", "west"].map((seat) => ({ seat, kind: "human", name: seat, player: null })),
  outcome: { winner: "north" },
  place: 2,
  won: false,
  left: false,
  ratingChange: null,
  ...facts,
});

const ranked = (...seats: readonly string[]) => seats.map((seat, i) => ({ seat, place: i + 1 }));

test.each([
  ["won", { won: true, place: 1, outcome: { winner: "east" } }],
  ["lost", {}],
  ["place 2 of 3", { outcome: { winner: "north", standings: ranked("north", "east", "west") } }],
  ["place 1 of 3", { outcome: { standings: ranked("east", "north", "west") } }],
  ["left early", { left: true, place: null }],
  ["nobody won", { outcome: { winner: null }, place: null }],
  ["nobody won", { outcome: { winner: null, standings: ranked("east", "north", "west") }, place: 1 }],
  ["a draw", { outcome: { by: "draw", winner: null }, place: 1 }],
  ["aborted", { outcome: { by: "abort", winner: null }, place: null }],
  ["", { outcome: null, seats: [], place: 2 }],
])("a match ended with: %s", (words, facts) => {
  expect(describeEnd(match(facts as Partial<PlayerMatch>))).toBe(words);
});

test("the last days are called by their names, and all others by their dates", () => {
  const now = new Date(2027, 0, 15, 9).getTime();
  const on = (...day: [year: number, month: number, day: number, hour: number]) =>
    describeDay(new Date(...day).getTime(), now);
  expect(on(2027, 0, 15, 0)).toBe("today");
  expect(on(2027, 0, 14, 23)).toBe("yesterday");
  expect(on(2027, 0, 9, 1)).toBe("Saturday");
  expect(on(2027, 0, 8, 23)).toBe("Jan 8");
  expect(on(2026, 10, 9, 12)).toBe("Nov 9, 2026");
});

test("a change of a rating has its sign", () => {
  expect([19, -8.2, 0.3].map(describeChange)).toEqual(["+19", "-8", "0"]);
});

test.each([
  ["short", "not rated: too short"],
  ["repeated", "not rated: the same opponents again"],
  ["constructor", "not rated"],
])("a match that is not rated says why, also if a newer server has another reason: %s", (reason, words) => {
  expect(describeUnrated(reason)).toBe(words);
});
