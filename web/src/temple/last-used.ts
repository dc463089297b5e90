import { browserStorage } from "../base/storage.ts";

/** Temples that are remembered. */
const MOST = 8;
const KEY = "flower-war/temples";

/** When this browser's player last paired a seat with each temple, ms since 1970, by its id. The server does not know it. */
export type LastUsed = ReadonlyMap<string, number>;

export function lastUsedTemples(): LastUsed {
  const stored = browserStorage.readValue(KEY);
  return new Map(Array.isArray(stored) ? stored.filter(isUse) : []);
}

/** Remembers that a temple was used, and forgets those that were not used for longest. @param at ms since 1970 */
export function rememberTemple(templeId: string, at: number): void {
  const uses = new Map(lastUsedTemples()).set(templeId, at);
  const newest = [...uses].toSorted(([, a], [, b]) => b - a).slice(0, MOST);
  browserStorage.write(KEY, JSON.stringify(newest));
}

function isUse(value: unknown): value is [templeId: string, at: number] {
  return Array.isArray(value) && typeof value[0] === "string" && Number.isFinite(value[1]);
}
