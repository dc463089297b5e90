/* Stands for `@noble/curves/ed25519.js` in worlds: the same keys and signatures (RFC 8032 leaves no choice) by Node's own cryptography, many times as fast. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { ed25519 as portable } from "@noble/curves/ed25519.js";

/** What stands before the 32 bytes of a private key and of a public one in DER (RFC 8410). */
const PRIVATE = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");
/** Keys of each kind that are kept: those of a run, which are used again and again. */
const MOST_KEPT = 100;

/** Returns what makes a key of 32 bytes, and remembers those that it made last. */
function keep(make: (bytes: Uint8Array) => KeyObject): (bytes: Uint8Array) => KeyObject {
  const kept = new Map<string, KeyObject>();
  return (bytes) => {
    const name = Buffer.from(bytes).toString("latin1");
    const known = kept.get(name);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = make(bytes);
    kept.set(name, made);
    return made;
  };
}

const privateKeyOf = keep((bytes) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE, bytes]), format: "der", type: "pkcs8" }),
);
const publicKeyOf = keep((bytes) =>
  createPublicKey({ key: Buffer.concat([PUBLIC, bytes]), format: "der", type: "spki" }),
);

/** Draws what the JavaScript draws to blind a multiplication: a run is the same with either. */
function blind(times: number): void {
  for (let i = 0; i < times; i += 1) crypto.getRandomValues(new Uint8Array(16));
}

export const ed25519 = {
  getPublicKey(secretKey: Uint8Array): Uint8Array {
    blind(1);
    const der = createPublicKey(privateKeyOf(secretKey)).export({ format: "der", type: "spki" });
    return new Uint8Array(der.subarray(PUBLIC.length));
  },
  sign(text: Uint8Array, secretKey: Uint8Array): Uint8Array {
    blind(2);
    return new Uint8Array(sign(null, text, privateKeyOf(secretKey)));
  },
  verify(signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean {
    return verify(null, text, publicKeyOf(key), signature);
  },
  /** Detects weak keys, which is rarely asked. */
  Point: portable.Point,
};
