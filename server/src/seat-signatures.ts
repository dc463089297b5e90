import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { type SignedHead, signedText } from "@flower-war/rules/witness";

/*
 * Chains and signatures of seats (docs/fair-dice.md) by Node's own cryptography, about ten times as fast as the JavaScript with which the
 * rules do the same anywhere. Which weak keys it takes is OpenSSL's matter: `isStrongKey` says which are.
 */

const verifyInPool = promisify<null, Buffer, KeyObject, Buffer, boolean>(verify);

/** As `isSignedBy` of the rules, in a thread of libuv's pool: it costs the loop nothing. */
export async function verifySignature(key: string, signed: SignedHead, signature: string): Promise<boolean> {
  try {
    return await verifyInPool(null, textOf(signed), publicKeyOf(key), Buffer.from(signature, "hex"));
  } catch {
    return false;
  }
}

/** As `verifySignature`, at once. */
export function isSignedBy(key: string, signed: SignedHead, signature: string): boolean {
  try {
    return verify(null, textOf(signed), publicKeyOf(key), Buffer.from(signature, "hex"));
  } catch {
    return false;
  }
}

/** As `hash` of the rules' `ChainMeans`. */
export function hashLink(head: string, text: string): string {
  return createHash("sha256").update(head, "hex").update(text).digest("hex");
}

function textOf(signed: SignedHead): Buffer {
  return Buffer.from(signedText(signed));
}

/** Takes 10 us; kept for each seat of each match, keys would cost kilobytes. */
function publicKeyOf(key: string): KeyObject {
  const x = Buffer.from(key, "hex").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
