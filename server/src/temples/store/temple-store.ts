import type { BeadName, Judgement, Ledger, Slot } from "@flower-war/protocol/temple";
import { RefusalError, refusalBody } from "../../refusal.ts";
import type { Binding } from "../bindings.ts";

/**
 * The store for temples. All methods are asynchronous, so that a store may be in another process; one
 * suite tests all stores (server/test/temples/store.test.ts).
 */
export interface TempleStore extends TransientStores {
  readonly credentials: CredentialStore;
  readonly bindings: BindingStore;
  readonly ledgers: LedgerStore;
}

/** Stores whose content need not outlive a restart: after it temples show other codes, and bridges reconnect. */
export interface TransientStores {
  readonly codes: CodeStore;
  readonly leases: LeaseStore;
}

/** One secret per temple, stored as a hash (temple protocol A-1). Durable. */
export interface CredentialStore {
  /** Adds a temple. Returns `false`, and changes nothing, if the id is enrolled already. */
  add(credential: Credential): Promise<boolean>;
  find(templeId: string): Promise<Credential | null>;
  /** Lists the credentials of all temples, in any order. */
  list(): Promise<readonly Credential[]>;
  /** Removes a temple's credential and no other. Returns `false` if there was none. */
  remove(templeId: string): Promise<boolean>;
}

export interface Credential {
  readonly templeId: string;
  /** SHA-256 of the secret, 64 hex digits. */
  readonly hash: string;
  /** When the temple was enrolled, ms since 1970. */
  readonly enrolledAt: number;
}

/** Which match each temple takes part in (P-5). Durable. */
export interface BindingStore {
  find(templeId: string): Promise<Binding | null>;
  /** Lists the bindings of all temples, in any order. */
  list(): Promise<readonly Binding[]>;
  /** Finds the bindings of all temples of a match, ordered by temple. */
  findByMatch(match: string): Promise<readonly Binding[]>;
  /** Finds the matches that a temple has left, oldest first (`FormerMatch`). */
  findFormer(templeId: string): Promise<readonly FormerMatch[]>;
  /**
   * Replaces the bindings of one or two temples, both or neither. One that has ended is removed, and its match is a former one.
   * @throws `BindingConflict` if what is stored is not what each replaces
   */
  save(...changes: BindingChange[]): Promise<void>;
  /**
   * As `save`, with a ledger, all or nothing.
   * @throws `BindingConflict` also if the stored ledger has another version
   */
  saveWithLedger(ledger: LedgerChange, ...changes: BindingChange[]): Promise<void>;
}

export interface BindingChange {
  /** As it was read; `null`: the temple was not bound. */
  readonly before: Binding | null;
  readonly after: Binding;
}

/**
 * A match that a temple has left, and one of the temple's slots: since then no bead of this slot got a verdict, so that the next one may
 * be one that this match accepted and whose answer was lost (J-0). There can be no other: beads of a slot are judged in their order.
 */
export interface FormerMatch {
  /** Rises with each one that is stored. */
  readonly id: number;
  readonly slot: Slot;
  /** The match's id. */
  readonly match: string;
}

/** The most former matches stored per temple and slot. */
export const MAX_FORMER_MATCHES = 8;

/** A ledger that follows from the stored one of this version. */
export interface LedgerChange {
  readonly templeId: string;
  readonly version: number;
  readonly ledger: Ledger;
}

/** Another process changed a binding since it was read. To clients it is `unavailable`: a repeated request reads it again. */
export class BindingConflict extends RefusalError {
  constructor() {
    super(refusalBody("unavailable"));
  }
}

/** The store for the counts and verdicts of temples (C-1, C-2). Durable. */
export interface LedgerStore {
  find(templeId: string): Promise<StoredLedger>;
  /** Finds the first judgement of a bead by its name (J-0), if it is among the last `MAX_JUDGEMENTS` of its temple. */
  findJudgement(templeId: string, name: BeadName): Promise<Judgement | null>;
  /**
   * Stores the ledger with new judgements, all or nothing.
   * @param version of the stored ledger from which this one follows
   * @param asked the former matches that were asked for the beads of these judgements: they are removed
   * @returns the version of this one
   * @throws `LedgerConflict` if the stored one has another version
   */
  save(
    templeId: string,
    version: number,
    ledger: Ledger,
    judgements: readonly Judgement[],
    asked?: readonly FormerMatch[],
  ): Promise<number>;
}

/** A ledger and its version, from 1 and raised each time that it is stored. */
export interface StoredLedger {
  readonly ledger: Ledger | null;
  readonly version: number;
}

/** The stored state of a temple without a ledger. */
export const NO_LEDGER: StoredLedger = { ledger: null, version: 0 };

/** Another process stored a newer ledger: read that, and decide again. */
export class LedgerConflict extends Error {
  constructor(templeId: string) {
    super(`the ledger of temple ${templeId} was changed meanwhile`);
  }
}

/**
 * The most judgements stored per temple. A bridge asks again only for beads whose verdict it never got, the newest ones:
 * one message reports at most 48 (C-8).
 */
export const MAX_JUDGEMENTS = 1024;

/** The codes that temples show, unique among those that have not expired (P-2). */
export interface CodeStore {
  /** Issues a code for a temple, or returns the one that has not expired. */
  issue(templeId: string): Promise<PairingCode>;
  /** Finds the temple that shows a code, given as a player entered it; case and spaces are ignored. */
  findTemple(entered: string): Promise<string | null>;
  /** Returns those of these temples whose code has not expired, in the given order. */
  filterShown(templeIds: readonly string[]): Promise<readonly string[]>;
  /** Removes a temple's code before it expires. */
  remove(templeId: string): Promise<void>;
}

export interface PairingCode {
  readonly code: string;
  /** s until it expires. */
  readonly expires: number;
}

/** s from issuing a code to its expiry (P-2). */
export const CODE_LIFE = 300;

/** Returns a code as it was issued, given as a player entered it. */
export function normalizeCode(entered: string): string {
  return entered.replaceAll(/\s/g, "").toUpperCase();
}

/** Which bridge serves each temple, one at a time (S-1). */
export interface LeaseStore {
  /** Takes or renews a temple's lease for `life` ms. Returns `false` if another bridge holds it. */
  claim(templeId: string, bridge: string, life: number): Promise<boolean>;
  /** Ends a temple's lease if this bridge holds it. */
  release(templeId: string, bridge: string): Promise<void>;
}

/**
 * Returns a bead's name (C-1) as one string, like `templo-1:9f3c21aa:0:h9`. It is also the id of the command that the bead
 * means; no player's command can have such an id, for theirs have one colon (`<seat>:<id>`).
 */
export function formatBeadId(templeId: string, { epoch, generation, slot, n }: BeadName): string {
  return `${templeId}:${epoch}:${generation}:${slot}${n}`;
}
