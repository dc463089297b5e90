import type { SeatSignature } from "@flower-war/protocol";
import { isKey, isSignature, readWitness, type Witness } from "@flower-war/rules/witness";

/** Where a witness is stored: one for each viewer of a match. */
export interface WitnessId {
  /** The server's address, without a trailing slash. */
  readonly server: string;
  /** The match's id. */
  readonly match: string;
  /** The viewer's seat; `public`: it has none. */
  readonly seat: string;
}

/** A client's stored evidence of a match. Secret: the key signs for the seat. */
export interface StoredWitness {
  /** The server's address, without a trailing slash. */
  readonly server: string;
  /** When it was stored, ms since 1970. */
  readonly at: number;
  readonly witness: Witness;
  /** The part of this seat's dice that the server has taken; missing: none that is known. */
  readonly taken?: "seal" | "nonce";
  /** The seals of all seats as they were fixed when this seat revealed its nonce. */
  readonly seals?: { readonly [seat: string]: string };
  /** The key with which the seat signs: 64 lower-case hex digits. */
  readonly secretKey?: string;
  /** Signatures that the server has not confirmed. */
  readonly unsent?: readonly SeatSignature[];
}

/** Stores what clients have seen of matches, so that records can be verified after a page was reloaded. */
export interface WitnessStore {
  /** Returns all that is stored, of all servers. */
  list(): Promise<readonly StoredWitness[]>;
  /** Returns what is stored under this id; `null`: nothing. */
  load(id: WitnessId): Promise<StoredWitness | null>;
  /** Stores a witness; replaces the one of the same id. */
  save(stored: StoredWitness): Promise<void>;
  /** Deletes a witness; does nothing if it is not stored. */
  delete(id: WitnessId): Promise<void>;
}

/** Matches of which stores keep witnesses: those that were stored last. */
export const KEPT_MATCHES = 40;

/** Returns under which id a witness is stored. */
export function idOf({ server, witness: { match, seat } }: StoredWitness): WitnessId {
  return { server, match, seat };
}

/** Returns the key of an id: unique, and fit for a storage key or, encoded, for a file name. */
export function witnessKey({ server, match, seat }: WitnessId): string {
  return [server, match, seat].map(encodeURIComponent).join("/");
}

/** Parses a witness stored as JSON; `null` if it is not one. */
export function parseStoredWitness(json: string): StoredWitness | null {
  try {
    const value: { readonly [K in keyof StoredWitness]?: unknown } | null = JSON.parse(json);
    const { server, at, witness: found, taken, seals, secretKey, unsent } = value ?? {};
    const { witness } = readWitness(found);
    if (typeof server !== "string" || typeof at !== "number" || witness === undefined) return null;
    return {
      server,
      at,
      witness,
      ...((taken === "seal" || taken === "nonce") && { taken }),
      ...(typeof seals === "object" && seals !== null && { seals: seals as { [seat: string]: string } }),
      ...(isKey(secretKey) && { secretKey }),
      ...(Array.isArray(unsent) && { unsent: unsent.filter(isSeatSignature) }),
    };
  } catch {
    return null;
  }
}

function isSeatSignature(value: unknown): value is SeatSignature {
  if (typeof value !== "object" || value === null) return false;
  const { n, head, signature } = value as { readonly [K in keyof SeatSignature]?: unknown };
  return Number.isInteger(n) && isKey(head) && isSignature(signature);
}

/** Deletes the witnesses of all but the newest matches. @param kept matches to keep */
export async function deleteOldWitnesses(store: WitnessStore, kept: number): Promise<void> {
  const stored = (await store.list()).toSorted((a, b) => b.at - a.at);
  const newest = new Set<string>();
  for (const each of stored) {
    const { server, match } = idOf(each);
    const key = witnessKey({ server, match, seat: "" });
    if (newest.size < kept) newest.add(key);
    if (!newest.has(key)) await store.delete(idOf(each));
  }
}
