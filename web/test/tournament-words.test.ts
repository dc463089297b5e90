/** What is said of a tournament: few words, and only when something happens that concerns those who listen. */
import type { Tournament } from "@flower-war/client-sdk/tournaments";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { announce, describeWhen } from "../src/tournaments/words.ts";

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

test("the end says who share the first place, of those who played", () => {
  const over = evening({ status: "over", standings: [standing("Marisol", 1, 1), standing("Jun", 1, 1)] });
  expect(announce(over, "match")).toBe("The tournament is over. First: Marisol and Jun.");
  const unplayed = { ...over, standings: over.standings.map((each) => ({ ...each, played: 0 })) };
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
