import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** 256 random bits as 43 letters that pass a URL, a header and an MQTT password unchanged. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What may be stored of a secret, 64 hex digits. One round of SHA-256 does, since nobody can guess 256 random bits. */
export function hashSecret(secret: string): string {
  return digest(secret).toString("hex");
}

/** Whether a secret has this hash; takes as long whatever the two have in common. */
export function isSecretOf(hash: string, secret: string): boolean {
  const stored = Buffer.from(hash, "hex");
  const given = digest(secret);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** Whether two secrets are the same; takes as long whatever they have in common. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** The secret kept in a file of its own, readable by us alone; made when there is none. */
export function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  try {
    writeFileSync(file, `${newSecret()}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
