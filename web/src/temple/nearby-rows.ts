import type { NearbyTemple } from "@flower-war/client-sdk";
import { describeDay } from "../texts/describe-day.ts";
import { i18n } from "../texts/index.ts";
import type { LastUsed } from "./last-used.ts";

/** A temple of the list, and what is said of it. */
export interface NearbyRow extends NearbyTemple {
  readonly state: string;
}

/**
 * Returns the list of temples nearby: first those that the viewer used last, then the others, last those that cannot be chosen.
 * @param now ms since 1970
 */
export function rowsOf(
  temples: readonly NearbyTemple[],
  lastUsed: LastUsed,
  now: number,
): readonly NearbyRow[] {
  const rank = ({ templeId, elsewhere }: NearbyTemple) => (elsewhere ? -1 : (lastUsed.get(templeId) ?? 0));
  return temples
    .toSorted((a, b) => rank(b) - rank(a))
    .map((temple) => ({ ...temple, state: describe(temple, lastUsed, now) }));
}

function describe({ templeId, elsewhere }: NearbyTemple, lastUsed: LastUsed, now: number): string {
  if (elsewhere) return i18n._("at another match");
  const used = lastUsed.get(templeId);
  return used === undefined
    ? i18n._("free")
    : i18n._("yours, last used {day}", { day: describeDay(used, now) });
}
