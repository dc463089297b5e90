/* The thread in which records are written. `RecordWriter` starts it. */
import { parentPort } from "node:worker_threads";
import { games } from "@flower-war/rules";
import type { StoredFact } from "../storage/journal/facts.ts";
import { readPlayedMatch } from "../storage/journal/record.ts";
import { writeRecord, type WrittenRecord } from "./write-record.ts";

/** A record to write. */
export interface RecordOrder {
  readonly id: number;
  /** One of `games`. */
  readonly game: keyof typeof games;
  readonly facts: readonly StoredFact[];
}

/** `failed`: the rules failed, with this message. */
export type WrittenOrder =
  | { readonly id: number; readonly written: WrittenRecord | null }
  | { readonly id: number; readonly failed: string };

parentPort?.on("message", (order: RecordOrder) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(answer(order));
});

function answer({ id, game, facts }: RecordOrder): WrittenOrder {
  try {
    const played = readPlayedMatch(facts);
    return { id, written: played && writeRecord(games[game], played) };
  } catch (error) {
    return { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
