import { SEATS } from "@flower-war/client-sdk/tieqchieq";
import { expect, test } from "vitest";
import { bridges, centerOf, destination, HILLS, pathOf, ROWS } from "../src/games/tieqchieq/cells.ts";

const CELLS = ROWS.flat();

test("the grid has 23 squares and two starts", () => {
  expect(CELLS).toHaveLength(25);
  expect(new Set(CELLS).size).toBe(25);
  for (const hill of HILLS) expect(CELLS).not.toContain(hill);
});

test("centres are 114 apart, a1 is at the lower left, and a half turn maps red's path onto yellow's", () => {
  expect(centerOf("a1")).toEqual({ x: -228, y: 228 });
  expect(centerOf("c3")).toEqual({ x: 0, y: 0 });
  const [red, yellow] = SEATS.map((seat) => pathOf(seat).map(centerOf));
  expect(red?.map(({ x, y }) => ({ x: 0 - x, y: 0 - y }))).toEqual(yellow);
});

test("every step of a path is a bridge to a neighbour; shared ones lie 38 apart", () => {
  const all = bridges();
  expect(all).toHaveLength(28);
  expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(28);
  const lowest = all.filter(({ x, y }) => x === -171 && Math.abs(y - 228) < 30).map(({ y }) => y);
  expect(lowest.toSorted((a, b) => a - b)).toEqual([209, 247]);
  expect(all.find(({ seat }) => seat === "red")?.angle).toBe(0);
});

test("arrows walk over the board, past hills, to the starts and no farther", () => {
  expect(destination("ArrowRight", "a1", "a1")).toBe("b1");
  expect(destination("ArrowUp", "b3", "a1")).toBe("b5");
  expect(destination("ArrowRight", "c2", "a1")).toBe("e2");
  expect(destination("ArrowDown", "c1", "a1")).toBe("start-red");
  expect(destination("ArrowUp", "start-red", "a1")).toBe("a1");
  expect(destination("ArrowUp", "a5", "a1")).toBe("start-yellow");
  expect(destination("ArrowUp", "start-yellow", "a1")).toBeNull();
  expect(destination("ArrowLeft", "a3", "a1")).toBeNull();
  expect(destination("ArrowLeft", "start-red", "a1")).toBeNull();
  expect(destination("Home", "e5", "c4")).toBe("c4");
  expect(destination("x", "e5", "c4")).toBeNull();
});

test("arrows reach every cell", () => {
  const reached = new Set(["a1"]);
  for (const cell of reached) {
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const next = destination(key, cell, "a1");
      if (next !== null) reached.add(next);
    }
  }
  expect([...reached].toSorted()).toEqual(CELLS.toSorted());
});
