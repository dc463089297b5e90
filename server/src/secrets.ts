import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** 32 random bytes as text. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
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
