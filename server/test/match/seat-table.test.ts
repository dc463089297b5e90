import { MapSchema } from "@colyseus/schema";
import type { SeatState } from "@flower-war/protocol";
import { flowerWar } from "@flower-war/rules/flower-war";
import { expect, test } from "vitest";
import { Queue } from "../../src/queue.ts";
import { SeatTable } from "../../src/match/seats/seat-table.ts";

test("who is leaving a seat has no claim to it, and as the same holder gets no other; if leaving fails, the seat is theirs as before", async () => {
  const seats = new SeatTable({ match: "match", seats: 2 }, flowerWar, new MapSchema<SeatState>());
  seats.apply({ type: "seat-taken", seat: "east", name: "A", holder: "holder" });
  const claim = { match: "match", holder: "holder" };
  const left = Promise.withResolvers<void>();
  const queue = new Queue();
  const blocked = seats.blockWhile("east", (unblock) => queue.run(() => left.promise.finally(unblock)));
  const next = queue.run(async () => seats.findHolder("holder")?.seat);
  expect([seats.find(claim), seats.isFormer("holder")]).toEqual([null, true]);
  left.reject(new Error("the disk is full"));
  await expect(blocked).rejects.toThrow("full");
  expect(await next, "what waited in the queue").toBe("east");
  expect([seats.find(claim)?.seat, seats.isFormer("holder")]).toEqual(["east", false]);
});
