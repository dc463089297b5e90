import type { Match } from "@flower-war/client-sdk";
import { expect, test } from "vitest";
import { isPlayedByServer } from "../src/game-frame/scene.ts";
import { sceneOf } from "../src/game-frame/use-match.ts";
import { fixture } from "./support/flower-war.ts";

const { view, legal } = fixture("battle-answer");
const SEAT = "north";
const OTHER = "west";
const AWAITED = [SEAT, OTHER].map((seat) => ({ seat, decision: "battle" }));

/** The viewer's match while their seat and another one are awaited; the server plays the seat `away`. */
function matchWith(away: string | null, seat: string | null = SEAT): Match<"flower-war"> {
  const seats = new Map([SEAT, OTHER].map((each) => [each, { away: each === away }]));
  const match = {
    game: "flower-war",
    view,
    seat,
    seats: [],
    awaiting: AWAITED,
    legal: () => legal,
    clock: { seats },
    connection: "connected",
  };
  return match as unknown as Match<"flower-war">;
}

test("while the server plays the viewer's seat, nothing is asked of it: no command, and no decision", () => {
  const match = matchWith(SEAT);
  expect(isPlayedByServer(match)).toBe(true);
  const scene = sceneOf(match);
  expect(scene?.legal).toEqual([]);
  expect(scene?.awaiting).toEqual(AWAITED.slice(1));
});

test.each([
  ["another's seat", OTHER],
  ["no seat", null],
])("while the server plays %s, the viewer decides for their own", (_, away) => {
  const scene = sceneOf(matchWith(away));
  expect(legal.length).toBeGreaterThan(0);
  expect(scene?.legal).toEqual(legal);
  expect(scene?.awaiting).toEqual(AWAITED);
});

test("a spectator sees who is awaited, whoever plays", () => {
  const match = matchWith(SEAT, null);
  expect(isPlayedByServer(match)).toBe(false);
  expect(sceneOf(match)?.awaiting).toEqual(AWAITED);
});
