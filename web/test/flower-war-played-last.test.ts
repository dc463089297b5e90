import type { Event } from "@flower-war/client-sdk/flower-war";
import { expect, test } from "vitest";
import { playedIn } from "../src/games/flower-war/hand/played-last.tsx";

const moved = (seat: "east" | "west", space: number): Event => ({
  type: "moved",
  seat,
  space,
  steps: 2,
  landing: true,
});
const laid = (seat: "east" | "west", card: string): Event => ({ type: "card-played", seat, card, cost: 1 });

test("the newest card comes first, with who played it and where", () => {
  const events: readonly Event[] = [
    moved("west", 8),
    laid("west", "drought"),
    moved("east", 8),
    { type: "battle-began", attacker: "east", defender: "west", dice: { attacker: 2, defender: 5 } },
    { type: "battle-card-played", seat: "west", card: "war-drum", cost: 2, roll: null },
  ];
  expect(playedIn(events)).toEqual([
    { seat: "west", card: "war-drum", space: 8, inBattle: true },
    { seat: "west", card: "drought", space: 8, inBattle: false },
  ]);
});

test("of many cards the last three are shown; where a seat stands is unknown until it moves", () => {
  const cards = ["spring-rain", "drought", "chinampa", "offering-bowl"];
  const played = playedIn(cards.map((card) => laid("east", card)));
  expect(played.map(({ card, space }) => [card, space])).toEqual([
    ["offering-bowl", null],
    ["chinampa", null],
    ["drought", null],
  ]);
});
