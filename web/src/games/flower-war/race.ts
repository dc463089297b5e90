import { type Seat, type Sign, SIGNS, type View } from "@flower-war/client-sdk/flower-war";
import { i18n } from "../../texts/index.ts";
import { discsOf, knownSigns } from "./board/signs.ts";
import { texts } from "./texts.ts";

/** How near a seat is to the three signs, as far as the viewer may know. */
export interface Race {
  readonly signs: readonly Sign[];
  readonly lacks: readonly Sign[];
  /** Whether no other seat is ahead of it in what the standings count first. A seat that has nothing of it is not ahead. */
  readonly isAhead: boolean;
}

/** Returns how near a seat is to the end: by offerings that decide, different signs, then discs, as the standings count (canon section 9). */
export function raceOf(view: View, seat: Seat): Race {
  const { tribes, seats } = view.table;
  const rank = (each: Seat) => [
    tribes[each]?.offered ?? 0,
    knownSigns(view, each).length,
    discsOf(view.table, each).length,
  ];
  const own = rank(seat);
  const isBehind = seats.some((other) => {
    const theirs = rank(other);
    const at = theirs.findIndex((count, index) => count !== own[index]);
    return tribes[other]?.out === 0 && (theirs[at] ?? 0) > (own[at] ?? 0);
  });
  const signs = knownSigns(view, seat);
  return {
    signs,
    lacks: SIGNS.filter((sign) => !signs.includes(sign)),
    isAhead: !isBehind && own.some((count) => count > 0) && tribes[seat]?.out === 0,
  };
}

/** Returns what a seat lacks to win, as far as the viewer may know: "Needs serpent, flower". */
export function needsWords({ lacks }: Race): string {
  if (lacks.length === 0) return i18n._("Has all three signs");
  if (lacks.length === SIGNS.length) return i18n._("Needs all three signs");
  return i18n._("Needs {signs}", { signs: lacks.map((sign) => texts().signs[sign]).join(", ") });
}
