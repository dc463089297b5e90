/** Who did not come to a tournament's match, as its facts have it (docs/tournaments.md, "Take part"). */
import { expect, test } from "vitest";
import type { Fact } from "../../src/storage/journal/facts.ts";
import { noShowCommandId, noShowsIn } from "../../src/storage/journal/no-shows.ts";

const SEATS = ["red", "yellow", "blue"];

/** A match that began with these seats as their players', and the others without their nonces. */
const begun = (...own: readonly string[]): Fact =>
  ({
    type: "begun",
    seats: SEATS,
    players: SEATS.map((seat) => ({ kind: "human", from: own.includes(seat) ? "player" : "stand-in" })),
  }) as unknown as Fact;
const entry = (id: string, seat: string): Fact =>
  ({
    type: "entry",
    entry: { n: 1, id, seat, command: { type: "drop" }, events: [{ type: "dropped" }] },
  }) as unknown as Fact;
const back = (seat: string): Fact => ({ type: "player-back", seat });
const seal = (seat: string): Fact => ({ type: "seal", seat, seal: "", key: "" });
const ended: Fact = { type: "ended", by: "draw" };

const CASES: readonly (readonly [string, readonly Fact[], readonly string[]])[] = [
  ["began without a player, who was never there", [begun("red", "yellow"), ended], ["blue"]],
  ["was played for two by the clocks", [begun("red"), entry("clock:1", "yellow"), ended], ["yellow", "blue"]],
  ["was joined late, before any turn of theirs", [begun("red", "yellow"), back("blue"), ended], []],
  ["was joined late with a command", [begun("red", "yellow"), entry("blue:1", "blue"), ended], []],
  ["was left with a sealed nonce", [seal("blue"), begun("red", "yellow"), ended], []],
  [
    "ended as the first of two absent ones conceded",
    [begun("red"), entry(noShowCommandId("yellow"), "yellow")],
    ["yellow", "blue"],
  ],
  [
    "was joined after the wait",
    [begun("red", "yellow"), entry(noShowCommandId("blue"), "blue"), back("blue")],
    ["blue"],
  ],
  ["never began", [{ type: "given-up", absent: ["yellow"] }], ["yellow"]],
  ["was closed by an operator", [begun("red"), { type: "given-up" }], []],
];

test.each(CASES)("a match that %s", (_, facts, absent) => {
  expect(noShowsIn(facts)).toEqual(absent);
});
