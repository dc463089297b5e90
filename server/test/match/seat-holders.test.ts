import { expect, test } from "vitest";
import { SeatHolders } from "../../src/match/seats/seat-holders.ts";

test("who is leaving a seat has no claim to it, and as the same holder gets no other; if leaving fails, the seat is theirs as before", async () => {
  const holders = new SeatHolders("match");
  holders.set("east", "holder");
  const claim = { match: "match", holder: "holder" };
  const left = Promise.withResolvers<void>();
  const blocked = holders.blockUntil("east", left.promise);
  expect([holders.find(claim), holders.isFormer("holder")]).toEqual([null, true]);
  left.reject(new Error("the disk is full"));
  await expect(blocked).rejects.toThrow("full");
  expect([holders.find(claim)?.seat, holders.isFormer("holder")]).toEqual(["east", false]);
});
