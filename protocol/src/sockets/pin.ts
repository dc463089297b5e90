import { createHash, type X509Certificate } from "node:crypto";

/**
 * Returns the pin of a certificate (temple protocol A-4): SHA-256 of its public key (SubjectPublicKeyInfo, DER), as 64 lower-case hex
 * digits. It stays the same when the certificate is renewed.
 */
export function pinOf({ publicKey }: X509Certificate): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}
