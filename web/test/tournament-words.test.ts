/** What is said of a tournament: few words, and only when something happens that concerns those who listen. */
import type { Tournament } from "@flower-war/client-sdk/tournaments";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import {
  announce,
  describeExclusion,
  describeLeaving,
  describeWhen,
  isClosed,
  leadersOf,
  leftWord,
} from "../src/tournaments/words.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const standing = (name: string, place: number, points: number): Tournament["standings"][number] => ({
  id: `${name}0000000`,
  name,
  bot: false,
  active: true,
  place,
  points,
  tieBreaks: [],
  played: 1,
  byes: 0,
  match: null,
});

const evening = (facts: Partial<Tournament>): Tournament => ({
  id: "V1StGXR8Z5jd",
  name: "Evening",
  kind: "rounds",
  status: "running",
  organiser: { id: "Citlali00000", name: "Citlali" },
  game: "tieqchieq",
  seats: 2,
  startsAt: null,
  startedAt: 0,
  endsAt: null,
  endedAt: null,
  players: 2,
  n: 1,
  minutes: null,
  rounds: 5,
  round: 2,
  pause: 10,
  noShow: 60,
  bots: false,
  accountsOnly: false,
  options: {},
  silent: false,
  unwatched: false,
  clock: { turn: 1000, reserve: 0, increment: 0, warning: 0, awayAfter: 2, away: "bot" },
  tieBreaks: [],
  standings: [standing("Marisol", 1, 1), standing("Jun", 2, 0)],
  tables: [],
  ...facts,
});

test("a new round and the viewer's match are said, and nothing of points", () => {
  expect(announce(evening({}), null)).toBe("Round 2 of 5");
  expect(announce(evening({ n: 9, standings: [standing("Jun", 1, 2)] }), null)).toBe("Round 2 of 5");
  expect(announce(evening({}), "match")).toBe("Your match is ready.");
  expect(announce(evening({ status: "paused" }), null)).toBe("The tournament is paused.");
});

test("an arena, which pairs every half second, says nothing of it", () => {
  const arena = evening({ kind: "arena", minutes: 60, rounds: null });
  expect(announce(arena, null)).toBe("");
  expect(announce({ ...arena, round: 300 }, null)).toBe("");
});

test("the end says who share the first place, of those who won something", () => {
  const over = evening({ status: "over", standings: [standing("Marisol", 1, 1), standing("Jun", 1, 1)] });
  expect(announce(over, "match")).toBe("The tournament is over. First: Marisol and Jun.");
  const unplayed = { ...over, standings: over.standings.map((each) => ({ ...each, points: 0 })) };
  expect(announce(unplayed, null)).toBe("The tournament is over.");
});

test.each([
  [{ status: "gathering" }, "Begins when Citlali starts it"],
  [{ status: "gathering", startsAt: 0 }, /^Begins .*:\d\d/],
  [{ status: "running" }, "Going on"],
  [{ status: "running", endsAt: 0 }, /^Pairs until /],
  [{ status: "paused", endsAt: 0 }, "Paused"],
  [{ status: "over", endedAt: 0 }, /^Ended /],
] as const)("%j is put into words", (facts, words) => {
  expect(describeWhen(evening(facts))).toMatch(words);
});

test("who won nothing has not won, also where none did", () => {
  const none = evening({ status: "over", standings: [standing("Izel", 1, 0), standing("Jun", 1, 0)] });
  expect(leadersOf(none)).toEqual([]);
  expect(announce(none, null)).toBe("The tournament is over.");
});

test.each([
  ["withdrew", true, false, "You have withdrawn. You keep your points. You can come back."],
  [
    "absent",
    true,
    false,
    "You did not come to a match in time, and were withdrawn. You keep your points. You can come back.",
  ],
  ["removed", false, false, "The organiser has removed you. You keep your points."],
  ["withdrew", false, false, "You have withdrawn. You keep your points. You came back as often as one can."],
  [
    "withdrew",
    true,
    true,
    "You have withdrawn. You keep your points. The last round is paired: no one can join any more.",
  ],
] as const)("who is %s (may return: %s, last round: %s) reads why", (left, mayReturn, closed, words) => {
  const own = { ...standing("Izel", 1, 0), active: false, left, mayReturn };
  expect(describeLeaving(own, closed)).toBe(words);
});

test("who was never paired and may not come back reads why", () => {
  expect((["removed", "withdrew"] as const).map(describeExclusion)).toEqual([
    "The organiser has removed you.",
    "You came back as often as one can.",
  ]);
});

test("others read it in a word, also of older servers", () => {
  const words = ([undefined, "withdrew", "absent", "removed"] as const).map((left) =>
    leftWord({ ...standing("Izel", 1, 0), ...(left && { left }) }),
  );
  expect(words).toEqual(["has withdrawn", "has withdrawn", "did not come", "was removed"]);
});

test("no one joins once the last round is paired; an arena has none", () => {
  expect([4, 5].map((round) => isClosed(evening({ round })))).toEqual([false, true]);
  expect(isClosed(evening({ kind: "arena", rounds: null, round: 40 }))).toBe(false);
});
