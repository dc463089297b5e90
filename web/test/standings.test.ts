import type { AnySummary } from "@flower-war/client-sdk";
import { expect, test } from "vitest";
import { finishedOf } from "../src/session/finished-match.ts";
import { readStandings } from "../src/session/standings.ts";

const ranked = [
  { seat: "west", place: 1 },
  { seat: "east", place: 2 },
];

test("the winner has place 1", () => {
  expect(readStandings({ winner: "west", standings: ranked }, ["east", "west"])).toEqual(ranked);
});

test("without a winner, no places are given and the order stays", () => {
  expect(readStandings({ winner: null, standings: ranked }, ["east", "west"])).toEqual([
    { seat: "west", place: null },
    { seat: "east", place: null },
  ]);
});

test("in a game without a winner's field the standings say who won, also together", () => {
  const shared = [
    { seat: "0", place: 1 },
    { seat: "1", place: 1 },
  ];
  expect(readStandings({ standings: shared }, ["0", "1"])).toEqual(shared);
});

test("in a game without standings the winner stands first, and the other second", () => {
  expect(readStandings({ winner: "yellow", home: {} }, ["red", "yellow"])).toEqual([
    { seat: "yellow", place: 1 },
    { seat: "red", place: 2 },
  ]);
  expect(readStandings({ winner: null, home: {} }, ["red", "yellow"])).toEqual([
    { seat: "red", place: null },
    { seat: "yellow", place: null },
  ]);
});

test("the stored result of a match says who played and how it ended, and a match that never began has none", () => {
  const summary = { match: "V1StGXR8Z5jd", code: "A346", game: "tieqchieq", over: true } as const;
  const result = {
    options: {},
    seats: [
      { seat: "red", kind: "human", name: "Citlali", ratingChange: 21 },
      { seat: "yellow", kind: "bot", name: "easy bot", ratingChange: null },
    ],
    outcome: { winner: "red" },
    entries: 40,
    createdAt: 1,
    beganAt: 2,
    endedAt: 3,
    record: false,
  };
  const finished = finishedOf({ ...summary, result } as unknown as AnySummary);
  expect(finished).toMatchObject({
    id: "V1StGXR8Z5jd",
    code: "A346",
    record: false,
    outcome: { winner: "red" },
  });
  const invitation = "V1StGXR8Z5jd-AbCdEfGhIjKlMnOpQrStUv";
  expect(finishedOf({ ...summary, result } as unknown as AnySummary, invitation)?.id).toBe(invitation);
  expect(finished?.people.map(({ seat, name, kind }) => [seat, name, kind])).toEqual([
    ["red", "Citlali", "human"],
    ["yellow", "easy bot", "bot"],
  ]);
  expect(finished?.changes).toEqual(
    new Map([
      ["red", 21],
      ["yellow", null],
    ]),
  );
  expect(finishedOf(summary as AnySummary)).toBeNull();
});
