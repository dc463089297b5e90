import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonical } from "./canonical.ts";

/*
 * The chain that every viewer of a match can compare with its record (docs/fair-dice.md, *What a seat has seen*): a hash over the
 * match's header and every entry as it was shown to this viewer, link by link. A seat signs the head of its chain.
 */

/** The name of this scheme. It begins what is hashed first and what is signed. */
export const CHAIN_SCHEME = "flower-war-witness-1";

/** A seat signs the head of its chain after each so many entries, and after the last. */
export const SIGNED_EVERY = 64;

/** One entry as a viewer was shown it. */
export interface SeenEntry {
  /** The entry's number, from 1, without gaps. */
  readonly n: number;
  /** The seat whose command it was. */
  readonly seat: string;
  /** The events as the viewer may see them, in order. */
  readonly events: readonly object[];
  /** The command, if the viewer's own client sent it; missing: it did not. */
  readonly command?: object;
}

/**
 * Returns the seal of a seat, which it publishes before any seat reveals its nonce: SHA-256 of the nonce's text.
 * @returns 64 lower-case hex digits
 */
export function sealOf(nonce: string): string {
  return bytesToHex(sha256(utf8ToBytes(nonce)));
}

/**
 * Returns the head of a chain before the first entry.
 * @param seat the viewer's; `public` for all without one
 * @param header the first line of the match's record, without its end of line
 * @returns 64 lower-case hex digits
 */
export function startChain(seat: string, header: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${CHAIN_SCHEME}|${seat}|${header}`)));
}

/**
 * Returns the head of a chain after the next entry: SHA-256 of the head's 32 bytes and the entry's canonical form.
 * @param head 64 lower-case hex digits
 * @param means ways to do the same faster
 * @returns 64 lower-case hex digits
 */
export function extendChain(
  head: string,
  { n, seat, events, command }: SeenEntry,
  { hash = hashLink, textOf = canonical }: ChainMeans = {},
): string {
  // The canonical form of the whole, whose keys are in this order.
  const own = command === undefined ? "" : `"command":${canonical(command)},`;
  return hash(head, `{${own}"events":${textOf(events)},"n":${n},"seat":${canonical(seat)}}`);
}

/** The functions that compute chains. */
export interface ChainMeans {
  /** Returns SHA-256 of a head's 32 bytes and a text, as 64 lower-case hex digits. Default: in JavaScript, which runs anywhere. */
  readonly hash?: (head: string, text: string) => string;
  /** Returns the canonical form of an entry's events. Default: `canonical`. */
  readonly textOf?: (events: readonly object[]) => string;
}

/** Returns `canonical` that remembers, for several chains of one match: most events look the same to all viewers. */
export function canonicalOnce(): (events: readonly object[]) => string {
  const texts = new Map<string, string>();
  return (events) => {
    const json = JSON.stringify(events);
    const text = texts.get(json) ?? canonical(events);
    texts.set(json, text);
    return text;
  };
}

function hashLink(head: string, text: string): string {
  return bytesToHex(sha256(concatBytes(hexToBytes(head), utf8ToBytes(text))));
}

/** Returns whether a seat signs the head after entry `n`. @param isLast whether the match is over with it */
export function isSigned(n: number, isLast: boolean): boolean {
  return n > 0 && (isLast || n % SIGNED_EVERY === 0);
}
