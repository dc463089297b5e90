import { describe, expect, test } from "vitest";
import { Beam } from "../src/beam.ts";

describe("[V-3] a beam", () => {
  /** Returns the beads counted for these ms of darkness and light in turns. */
  function countBeads(...ms: number[]): number {
    const beam = new Beam(false);
    let at = 1_000;
    let fallen = 0;
    for (const [i, lasts] of ms.entries()) {
      if (beam.recordEdge(i % 2 === 0, at)) fallen += 1;
      at += lasts;
    }
    return fallen + (beam.recordEdge(false, at) ? 1 : 0);
  }

  test.each([
    ["8 ms", [8], 1],
    ["1 ms of dirt", [1], 0],
    ["[F3] a hole in the bead", [8, 3, 6], 1],
    ["a speck and the bead behind it", [1, 3, 6], 1],
    ["two beads 60 ms apart", [8, 60, 8], 2],
    ["three flickers, each close to the last", [8, 50, 8, 50, 8], 1],
    ["3 s", [3_000], 1],
  ])("%s: %j: %i", (_what, ms, expected) => {
    expect(countBeads(...ms)).toBe(expected);
  });

  test("is blocked after 2 s of darkness, until it clears", () => {
    const beam = new Beam(false);
    beam.recordEdge(true, 0);
    expect([beam.isBlocked(2_000), beam.isBlocked(2_001)]).toEqual([false, true]);
    expect(beam.recordEdge(false, 3_000)).toBe(true);
    expect(beam.isBlocked(3_000)).toBe(false);
  });

  test("dark at power-up: a fault and no bead", () => {
    const beam = new Beam(true);
    expect(beam.isBlocked(0)).toBe(true);
    expect(beam.recordEdge(false, 100)).toBe(false);
    expect(beam.isBlocked(100)).toBe(false);
    beam.recordEdge(true, 500);
    expect(beam.recordEdge(false, 510)).toBe(true);
  });
});
