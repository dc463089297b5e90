import type { LoggedEntry } from "@flower-war/protocol";
import { expect, test } from "vitest";
import type { Match } from "../../../src/match/match.ts";
import type { EntryLog } from "../../../src/match/outbound/entry-log.ts";
import { Feed } from "../../../src/match/streams/feed.ts";
import { StreamClient } from "../../../src/match/streams/stream-client.ts";
import { systemTime } from "../../../src/time.ts";

/** Entries of the match. */
const N = 500;

/** A log in memory whose pages have one entry each. */
const readPage = async (_viewer: string, after: number, n: number) => {
  const entry: LoggedEntry = [0, after + 1, "east"];
  return { entries: [entry], n, own: [] };
};

/** As much of a match as its first line tells. */
const match = {
  state: { n: N, status: "playing", seats: new Map() },
  plan: { game: "sayings" },
  seats: { all: [] },
  details: {},
  viewOf: () => null,
  legal: () => [],
} as unknown as Match;

/** Returns a client that reads a stream, and the lines that it was told. */
function openClient() {
  const lines: string[] = [];
  const client = new StreamClient("s", () => ({ line: (text) => lines.push(text), end: () => {} }));
  return { client, lines };
}

test("a long past leaves others their turn between its pages, and ends when its reader is gone", async () => {
  const entryLog = { readPage } as unknown as EntryLog<never>;
  const feed = new Feed(match, { entryLog, challenges: () => [], time: systemTime, delayed: null });
  const stays = openClient();
  await feed.add(stays.client, null, 0);
  expect(stays.lines).toHaveLength(1 + N);
  const leaves = openClient();
  const told = feed.add(leaves.client, null, 0);
  await systemTime.nextTurn();
  leaves.client.leave();
  await told;
  expect(leaves.lines.length).toBeLessThan(N);
});
