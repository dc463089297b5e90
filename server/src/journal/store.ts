import type { MatchHead, MatchName, Position } from "./journal.ts";

/** A journal as a store keeps it: it knows texts, not facts. Everything else is as `Journal` says. */
export interface JournalStore {
  create(name: MatchName, rows: readonly string[]): Promise<void>;
  append(match: string, at: Position, rows: readonly string[], over: boolean): Promise<void>;
  takeOver(match: string): Promise<KeptRows | null>;
  read(match: string): Promise<KeptRows | null>;
  headOf(idOrCode: string): Promise<MatchHead | null>;
  headsOf(matches: readonly string[]): Promise<MatchHead[]>;
  /** Forgets some matches whose time is over, no more than takes a moment. Gives how many; 0: there are no more. */
  forget(): Promise<number>;
  close(): Promise<void>;
}

export interface KeptRows {
  readonly epoch: number;
  readonly rows: readonly string[];
}
