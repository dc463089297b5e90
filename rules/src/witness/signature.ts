import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { CHAIN_SCHEME } from "./chain.ts";

/** The head of a seat's chain after entry `n`. */
export interface SignedHead {
  /** The match's id. */
  readonly match: string;
  readonly seat: string;
  readonly n: number;
  /** 64 lower-case hex digits. */
  readonly head: string;
}

/** Returns the text that a seat signs. */
export function signedText({ match, seat, n, head }: SignedHead): string {
  return [CHAIN_SCHEME, match, seat, n, head].join("|");
}

/**
 * Returns the public key of a seat.
 * @param secretKey 32 random bytes as 64 lower-case hex digits
 * @returns 64 lower-case hex digits
 */
export function publicKeyOf(secretKey: string): string {
  return bytesToHex(ed25519.getPublicKey(hexToBytes(secretKey)));
}

/**
 * Signs a head with Ed25519 (RFC 8032).
 * @param secretKey as in `publicKeyOf`
 * @returns 128 lower-case hex digits
 */
export function sign(signed: SignedHead, secretKey: string): string {
  return bytesToHex(ed25519.sign(utf8ToBytes(signedText(signed)), hexToBytes(secretKey)));
}

/**
 * Returns whether a signature is that of a seat's key. It takes any text and never throws.
 * @param key 64 lower-case hex digits
 */
export function isSignedBy(key: string, signed: SignedHead, signature: string): boolean {
  if (!isKey(key) || !isSignature(signature)) return false;
  try {
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(signedText(signed)), hexToBytes(key), {
      zip215: false,
    });
  } catch {
    return false;
  }
}

/**
 * Returns whether signatures by a key tell who signed: it is encoded canonically and its point has no small order. Those that anyone
 * can make fit other keys.
 */
export function isStrongKey(key: string): boolean {
  try {
    return isKey(key) && !ed25519.Point.fromHex(key).isSmallOrder();
  } catch {
    return false;
  }
}

/** Returns whether a value is written as a public key: 64 lower-case hex digits. */
export function isKey(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/** Returns whether a value is written as a signature: 128 lower-case hex digits. */
export function isSignature(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{128}$/.test(value);
}
