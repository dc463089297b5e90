import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/*
 * Why no party can choose a match's dice (docs/rules/flower-war.md section 12, docs/fair-dice.md): the server commits to
 * a secret, then every seat adds a nonce, and both together make the seed of the one stream that all chance comes from.
 */

/**
 * Where a seat's nonce comes from. Only `player` is a free choice; else the nonce is the seat's id: for a bot, for a player who
 * gave nothing (`stand-in`), and for one who sealed a nonce and did not reveal it (`withheld`).
 */
export const NONCE_SOURCES = ["player", "bot", "stand-in", "withheld"] as const;
export type NonceSource = (typeof NONCE_SOURCES)[number];

/** Returns whether a value is a nonce: 1 to 64 of `A-Z a-z 0-9 _ -`. */
export function isNonce(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value);
}

/**
 * Returns what the server publishes of its secret before the first nonce: SHA-256 of the secret's 32 bytes.
 * @param secret 64 lower-case hex digits
 * @returns 64 lower-case hex digits
 */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

/**
 * Returns the seed of a match: SHA-256 of the text `<secret>|<nonce>|<nonce>...`.
 * @param secret 64 lower-case hex digits, hashed as text
 * @param nonces of all seats, in turn order from east
 * @returns 64 lower-case hex digits
 */
export function seedOf(secret: string, nonces: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes([secret, ...nonces].join("|"))));
}
