import type { MatchHead, MatchName, OwnedMatch, Position } from "./journal.ts";

/** Where a `FactJournal` stores its rows, the texts of facts. Every method is as the one of `Journal`. */
export interface JournalStore {
  create(name: MatchName, rows: readonly string[]): Promise<void>;
  /** @param result the text of a `StoredResult` */
  append(match: string, at: Position, rows: readonly string[], over: boolean, result?: string): Promise<void>;
  takeOver(match: string): Promise<StoredRows | null>;
  read(match: string): Promise<StoredRows | null>;
  readSince(match: string, n: number): Promise<readonly string[] | null>;
  findHead(idOrCode: string): Promise<MatchHead | null>;
  findHeads(matches: readonly string[]): Promise<MatchHead[]>;
  findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]>;
  findResult(match: string): Promise<string | null>;
  /** Deletes a few of the matches and results whose retention is over, and returns how many; 0: there are no more. */
  deleteExpired(): Promise<number>;
  close(): Promise<void>;
}

export interface StoredRows {
  readonly epoch: number;
  readonly rows: readonly string[];
}
