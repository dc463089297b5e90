/* Stands for `@noble/hashes/sha2.js` in worlds, as far as the house and its people use it: the same hashes by Node's own cryptography. */
import { hash } from "node:crypto";

export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash("sha256", bytes, "buffer"));
}
