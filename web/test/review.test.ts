import { expect, test } from "vitest";
import { bandOf, lineOf } from "../src/replay/review-plot.tsx";
import { isClear } from "../src/replay/review-view.tsx";

const estimate = (chance: number, margin: number) => ({ chance, margin });

const positions = [
  { n: 0, chances: { red: estimate(0.5, 0.1) } },
  { n: 20, chances: { red: estimate(0.95, 0.1) } },
  { n: 30, chances: { red: estimate(1, 0) } },
];

test("a chance is a line that rises to the upper edge as it grows", () => {
  expect(lineOf(positions, "red")).toBe("M0 50L20 5L30 0");
});

test("its interval is an area around it, within the plot", () => {
  expect(bandOf(positions, "red")).toBe("M0 40L20 0L30 0L30 0L20 15L0 60Z");
});

test("a seat that nothing is known of has no chance, and a match without positions no line", () => {
  expect(lineOf(positions, "yellow")).toBe("M0 100L20 100L30 100");
  expect([lineOf([], "red"), bandOf([], "red")]).toEqual(["", ""]);
});

test("another command is called better only beyond both margins", () => {
  expect(isClear({ played: estimate(0.3, 0.09), instead: estimate(0.5, 0.12) })).toBe(true);
  expect(isClear({ played: estimate(0.3, 0.09), instead: estimate(0.44, 0.12) })).toBe(false);
});
