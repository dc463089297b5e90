import { expect, test } from "vitest";
import { newsBetween } from "../src/games/flower-war/news.ts";
import { fixture, withTable } from "./support/flower-war.ts";

const { view } = fixture("offer");
const { table } = view;
const seat = view.seat ?? "east";
const other = table.seats.find((each) => each !== seat) ?? "north";

/** The table with the disc of a space in a seat's hands; `null`: on the board. */
const withDisc = (space: number, holder: typeof seat | null) =>
  withTable(view, {
    spaces: table.spaces.map((each, index) =>
      index === space - 1 ? { ...each, disc: holder, rack: 13 } : each,
    ),
  }).table;

test("a disc that the viewer earns is news, from the board or from another seat", () => {
  const news = [{ type: "disc", disc: "cuauhtli", space: 15, rack: 13 }];
  expect(newsBetween(withDisc(15, null), withDisc(15, seat), seat)).toEqual(news);
  expect(newsBetween(withDisc(15, other), withDisc(15, seat), seat)).toEqual(news);
});

test("a disc of another seat is no news, nor one that the viewer keeps, nor any to a spectator", () => {
  expect(newsBetween(withDisc(15, null), withDisc(15, other), seat)).toEqual([]);
  expect(newsBetween(withDisc(15, seat), withDisc(15, seat), seat)).toEqual([]);
  expect(newsBetween(withDisc(15, null), withDisc(15, seat), null)).toEqual([]);
});

test("the beginning of the apocalypse is news to all seats, once, after the disc that began it", () => {
  const running = fixture("flooded").view.table.apocalypse;
  const quiet = { ...running, state: "none", ruling: null } as const;
  const before = { ...withDisc(15, null), apocalypse: quiet };
  const after = { ...withDisc(15, seat), apocalypse: running };
  expect(newsBetween(before, after, seat).map(({ type }) => type)).toEqual(["disc", "apocalypse"]);
  expect(newsBetween(before, after, null).map(({ type }) => type)).toEqual(["apocalypse"]);
  expect(newsBetween(after, after, seat)).toEqual([]);
});
