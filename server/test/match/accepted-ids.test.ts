import { describe, expect, test } from "vitest";
import { AcceptedIds } from "../../src/match/accepted-ids.ts";

const idOf = (n: number) => `east:${n}`;

describe("the ids of a match's accepted commands", () => {
  test("are each found as the number of their entry, the 10,000th too", () => {
    const ids = new AcceptedIds("seed");
    for (let n = 1; n <= 10_000; n++) ids.add(idOf(n));
    expect(ids.count).toBe(10_000);
    for (const n of [1, 2, 32, 33, 1024, 1025, 5_000, 9_999, 10_000]) expect(ids.find(idOf(n))).toBe(n);
    for (let n = 10_001; n <= 11_000; n++) expect(ids.find(idOf(n))).toBeNull();
  });

  test("are none before the first command, and no others later", () => {
    const ids = new AcceptedIds("seed");
    expect([ids.count, ids.find("")]).toEqual([0, null]);
    ids.add("east:1");
    for (const other of ["west:1", "east:", "east:11", "clock:1"]) expect(ids.find(other)).toBeNull();
  });
});
