import { describe, expect, test } from "vitest";
import { costOf, featureOf, HOME, squareAt } from "../../src/tieqchieq/board.ts";
import { type End, ENDS, SEATS, type Seat, SQUARES, type Square } from "../../src/tieqchieq/index.ts";
import { stepAfter } from "../../src/tieqchieq/movement.ts";

/** Canon section 3.1: step, square, cost and effect for red, then for yellow. */
const PATHS = `
a1 1 ring, e5 1 ring
b1 1 -, d5 1 -
c1 1 -, c5 1 -
d1 1 -, b5 1 -
e1 1 -, a5 1 -
e2 1 plus, a4 1 plus
e3 1 ring, a3 1 ring
e4 3 -, a2 3 -
e5 1 ring, a1 1 ring
d5 3 -, b1 3 -
c5 1 plus, c1 1 plus
c4 1 -, c2 1 -
c3 1 sun, c3 1 sun
b3 1 -, d3 1 -
X 1 -, X 1 -`;

/** Canon section 6: where rolls of 1 to 4 move a token of red. */
const TARGETS = `
dot a1/b1/c1/d1; a1 b1/c1/d1/e1; b1 c1/d1/e1/e2; c1 d1/e1/e2/e3; d1 e1/e2/e3/e3; e1 e2/e3/e3/e3; e2 e3/e3/e3/e4;
e3 -/-/e4/e5; e4 e5/e5/e5/d5; e5 -/-/d5/c5; d5 c5/c4/c3/b3; c5 c4/c3/b3/X; c4 c3/b3/X/-; c3 b3/X/-/-; b3 X/-/-/-`;

const squareOf = (seat: Seat, step: number | null): string =>
  step === null ? "-" : step === 0 ? "dot" : (squareAt(seat, step) ?? "X");

/** Returns the square on the opposite side of the board. */
function turned(square: Square): Square {
  const [column = "", row = ""] = square;
  const opposite = `${"edcba"["abcde".indexOf(column)]}${6 - Number(row)}`;
  const found = SQUARES.find((each) => each === opposite);
  if (found === undefined) throw new Error(`nothing lies opposite ${square}`);
  return found;
}

describe("section 3, the board", () => {
  test("both paths, their costs and effects", () => {
    const lines = Array.from({ length: HOME }, (_, index) =>
      SEATS.map((seat) => {
        const square = squareAt(seat, index + 1);
        const feature = square === null ? null : featureOf(seat, square);
        return `${square ?? "X"} ${costOf(seat, index + 1)} ${feature ?? "-"}`;
      }).join(", "),
    );
    expect(lines).toEqual(PATHS.trim().split("\n"));
  });

  test("the ends are places of the board that are no squares; b4 and d2 are neither", () => {
    const ends: readonly End[] = SEATS.map((seat) => ENDS[seat]);
    expect(ends).toEqual(["b2", "d4"]);
    const places = ["a", "b", "c", "d", "e"].flatMap((column) =>
      [1, 2, 3, 4, 5].map((row) => `${column}${row}`),
    );
    expect(places.filter((place) => !["b4", "d2"].includes(place)).toSorted()).toEqual(
      [...SQUARES, ...ends].toSorted(),
    );
    // @ts-expect-error no end is a square
    const square: Square = ENDS.red;
    expect(SQUARES).not.toContain(square);
  });

  test("a half turn maps each path onto the other", () => {
    for (let step = 1; step < HOME; step += 1) {
      const [red, yellow] = [squareAt("red", step), squareAt("yellow", step)];
      expect(red && turned(red)).toBe(yellow);
    }
  });

  test("seven squares are on both paths, each other square on one", () => {
    const paths = SEATS.map((seat) => SQUARES.filter((square) => isOnPath(seat, square)));
    const [red = [], yellow = []] = paths;
    expect(red.filter((square) => yellow.includes(square)).toSorted()).toEqual(
      ["a1", "b1", "c1", "e5", "d5", "c5", "c3"].toSorted(),
    );
    expect(new Set(paths.flat()).size).toBe(SQUARES.length);
  });

  test("dot to X costs 19, and the square after a plus is never territory", () => {
    for (const seat of SEATS) {
      const costs = Array.from({ length: HOME }, (_, index) => costOf(seat, index + 1));
      expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(19);
      for (let step = 1; step < HOME; step += 1) {
        const square = squareAt(seat, step);
        if (square !== null && featureOf(seat, square) === "plus") expect(costOf(seat, step + 1)).toBe(1);
      }
    }
  });
});

describe("section 6, where a token goes", () => {
  test.each(SEATS)("%s: every step by every roll", (seat) => {
    const lines = Array.from({ length: HOME }, (_, step) => {
      const targets = [1, 2, 3, 4].map((roll) => squareOf(seat, stepAfter(seat, step, roll)));
      return `${squareOf(seat, step)} ${targets.join("/")}`;
    });
    expect(lines).toEqual(
      TARGETS.trim()
        .split(/;\s+/)
        .map((line) => (seat === "red" ? line : yellowOf(line))),
    );
  });
});

function isOnPath(seat: Seat, square: Square): boolean {
  return Array.from({ length: HOME }, (_, step) => squareAt(seat, step)).includes(square);
}

/** Yellow's targets are the same by step number. */
function yellowOf(line: string): string {
  return line.replace(/[a-e][1-5]/g, (square) => turned(square as Square));
}
