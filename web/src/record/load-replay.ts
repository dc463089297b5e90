import { type GameName, Refusal, type SeatInfo } from "@flower-war/client-sdk";
import { type Replay, readReplay } from "@flower-war/client-sdk/replay";
import { LoadOnce } from "../base/load-once.ts";
import { personOf } from "../session/finished-match.ts";
import { host } from "../session/host.ts";
import { loadRecord } from "../session/load-record.ts";
import { ownRules } from "../session/own-page.ts";

/** A match to replay, and who played it. */
export interface ReplayedMatch<G extends GameName = GameName> {
  /** What it was found by: its id or, of a private match, its invitation; `""`: it is from a file. */
  readonly id: string;
  /** Its text, for what reads it in a worker. */
  readonly record: string;
  readonly replay: Replay<G>;
  readonly code: string;
  readonly people: readonly SeatInfo<G>[];
}

const replays = new LoadOnce<string, ReplayedMatch>(load);

/** Loads a match's record, once for each match; a load that failed is repeated. Rejects with a `Refusal`. */
export const loadReplay = (id: string): Promise<ReplayedMatch> => replays.load(id);

async function load(id: string): Promise<ReplayedMatch> {
  return openRecord(...(await Promise.all([loadRecord(id), findSummary(id)])), id);
}

/** Opens a record, by itself without its server. Rejects with a `Refusal`. */
export async function openRecord(
  record: string,
  summary: Awaited<ReturnType<typeof findSummary>> = null,
  id = "",
): Promise<ReplayedMatch> {
  const replay = await readReplay(record, ownRules());
  const names = summary?.result?.seats ?? summary?.table?.seats ?? [];
  const people = replay.seats.map(({ seat, kind }) => {
    const name = names.find((each) => each.seat === seat)?.name ?? "";
    return personOf({ seat, kind, name });
  });
  return { id, record, replay, code: summary?.code ?? "", people };
}

/** Returns what a server says of a match: names are wanted, not needed. `null`: it says nothing. */
export async function findSummary(id: string) {
  try {
    return await host.findMatch(id);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
