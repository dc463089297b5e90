/** Who stands where at the end of any game (docs/ratings.md). */
import { expect, test } from "vitest";
import { placesOf } from "../src/places.ts";

const read = (outcome: object, seats: readonly string[]) => {
  const places = placesOf(outcome, seats);
  return places && Object.fromEntries([...places].map(([seat, { place, won }]) => [seat, [place, won]]));
};

test("places are those of its standings; without a winner no seat has won", () => {
  const standings = [
    { seat: "west", place: 1 },
    { seat: "east", place: 2 },
    { seat: "north", place: 2 },
  ];
  const seats = ["east", "north", "west"];
  const places = { west: [1, true], east: [2, false], north: [2, false] };
  expect(read({ by: "signs", winner: "west", standings }, seats)).toEqual(places);
  expect(read({ by: "piles", standings }, seats)).toEqual(places);
  expect(read({ by: "apocalypse", winner: null, standings }, seats)).toEqual({
    ...places,
    west: [1, false],
  });
});

test("places follow from the winner alone", () => {
  const seats = ["red", "yellow"];
  expect(read({ by: "home", winner: "yellow", home: {} }, seats)).toEqual({
    red: [2, false],
    yellow: [1, true],
  });
  expect(read({ by: "tosses", winner: null, home: {} }, seats)).toEqual({
    red: [1, false],
    yellow: [1, false],
  });
});

test("places are equal after an agreed draw, and none after an abort or if the outcome tells nothing", () => {
  const seats = ["red", "yellow"];
  expect(read({ by: "draw", winner: null }, seats)).toEqual({ red: [1, false], yellow: [1, false] });
  expect(read({ by: "abort", winner: null }, seats)).toBeNull();
  expect(read({ sum: 7 }, seats)).toBeNull();
  expect(read({ standings: [{ seat: "red", place: 1 }] }, seats)).toBeNull();
  expect(read({ standings: [{ seat: "red" }, null, 7] }, seats)).toBeNull();
});
