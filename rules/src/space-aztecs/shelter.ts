import { faceOf, setOf } from "./cards.ts";
import { newestTemple } from "./city.ts";
import type { Card, City } from "./vocabulary.ts";

/**
 * Returns whether a visible Agent in the city lets the Aztec that is being played go under a Temple of its set (canon
 * section 6).
 */
export function mayShelter(city: City, aztec: Card): boolean {
  const hasAgent = city.visible.some((card) => faceOf(card).role === "agent");
  return hasAgent && newestTemple(city, setOf(aztec)) !== undefined;
}
