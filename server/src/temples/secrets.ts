import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new secret: 192 random bits (P-1 asks for 128) as 32 letters that pass a URL and an MQTT password unchanged. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** What is stored of a secret, 64 hex digits. One round of SHA-256 does, since nobody can guess 192 random bits. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Whether a secret has this hash, in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  const stored = Buffer.from(hash, "hex");
  const given = Buffer.from(hashSecret(secret), "hex");
  return stored.length === given.length && timingSafeEqual(stored, given);
}
