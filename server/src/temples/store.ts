import type { BeadName, Judgement, Ledger } from "@flower-war/client-sdk/temple";
import type { Binding } from "./bindings.ts";

/**
 * What the server remembers of temples. Every method is asynchronous, so that a store may live in another process;
 * one suite tests all stores (server/test/temples-store.test.ts).
 */
export interface TempleStore {
  readonly credentials: CredentialStore;
  readonly bindings: BindingStore;
  readonly ledgers: LedgerStore;
  readonly codes: CodeStore;
  readonly leases: LeaseStore;
  close(): void;
}

/** One secret per temple, stored hashed (temple protocol A-1). Outlives the process. */
export interface CredentialStore {
  /** Adds a temple; `false`: this id is enrolled already, and nothing changed. */
  add(credential: Credential): Promise<boolean>;
  find(templeId: string): Promise<Credential | null>;
  /** Of all temples, in any order. */
  list(): Promise<readonly Credential[]>;
  /** Takes a temple's access away and touches no other; `false`: there was none. */
  remove(templeId: string): Promise<boolean>;
}

export interface Credential {
  readonly templeId: string;
  /** SHA-256 of the secret, 64 hex digits. */
  readonly hash: string;
  /** When it was enrolled, ms since 1970. */
  readonly enrolledAt: number;
}

/** Which match a temple takes part in (P-5). */
export interface BindingStore {
  find(templeId: string): Promise<Binding | null>;
  /** The bindings of all temples in a match. */
  ofMatch(match: string): Promise<readonly Binding[]>;
  /** Writes bindings of several temples over those that they had, all or nothing. One that has ended is forgotten. */
  save(...bindings: Binding[]): Promise<void>;
}

/** The codes that temples show, unique among those alive (P-2). */
export interface CodeStore {
  /** The temple's code, the same while it lives. */
  show(templeId: string): Shown | Promise<Shown>;
  /** The temple that shows this code; case and spaces do not matter. `null`: none does. */
  templeOf(entered: string): string | null | Promise<string | null>;
  /** Ends the life of a temple's code. */
  forget(templeId: string): void | Promise<void>;
}

export interface Shown {
  readonly code: string;
  /** Its remaining life in s. */
  readonly expires: number;
}

/** Which bridge serves a temple, one at a time (S-1). */
export interface LeaseStore {
  /** Takes or renews it for so many ms; `false`: it is another's. */
  claim(templeId: string, bridge: string, life: number): Promise<boolean>;
  /** Gives it up, if it is this one's. */
  release(templeId: string, bridge: string): Promise<void>;
}

/** What was counted and judged (C-1, C-2). */
export interface LedgerStore {
  find(templeId: string): Promise<Ledger | null>;
  /** The first answer that a bead got, by its name (J-0). */
  judgement(templeId: string, name: BeadName): Promise<Judgement | null>;
  /** Writes the ledger and the new judgements, all or nothing. */
  keep(templeId: string, ledger: Ledger, judgements: readonly Judgement[]): Promise<void>;
}
