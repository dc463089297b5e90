import type { GameName } from "@flower-war/client-sdk";
import { catalogEntry } from "../../games/catalog.ts";

/** Returns the game that an address names, else the newcomer's. */
export function readGame(text: string | null): GameName {
  return text !== null && catalogEntry(text) !== undefined ? (text as GameName) : "flower-war";
}

/** Returns the page that an address names, else the first. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
