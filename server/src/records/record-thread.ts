/* The thread in which records are written. `RecordWriter` starts it. */
import { games } from "@flower-war/rules";
import type { StoredFact } from "../storage/journal/facts.ts";
import { readPlayedMatch } from "../storage/journal/record.ts";
import { serveCalls } from "../thread.ts";
import { writeRecord, type WrittenRecord } from "./write-record.ts";

const served = {
  write(game: keyof typeof games, facts: readonly StoredFact[]): WrittenRecord | null {
    const played = readPlayedMatch(facts);
    return played && writeRecord(games[game], played);
  },
};

export type RecordThread = typeof served;

serveCalls(served);
