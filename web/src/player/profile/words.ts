import { isAgreed, type PlayerMatch } from "@flower-war/client-sdk";
import { readStandings } from "../../result/standings.ts";
import { i18n } from "../../texts/index.ts";

/** Returns a change of a rating with its sign. */
export function describeChange(change: number): string {
  const format = { signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(i18n.locale, format).format(change);
}

/** Returns how a match ended for its player, in a few words; an empty text if that is not known any more. */
export function describeEnd({ outcome, seat: own, seats, won, left }: PlayerMatch): string {
  if (left) return i18n._("left early");
  if (won) return i18n._("won");
  if (outcome === null) return "";
  if (isAgreed(outcome)) return outcome.by === "draw" ? i18n._("a draw") : i18n._("aborted");
  const standings = readStandings(
    outcome,
    seats.map(({ seat }) => seat),
  );
  if (standings.every(({ place }) => place === null)) return i18n._("nobody won");
  const place = standings.find(({ seat }) => seat === own)?.place ?? null;
  if (place === null) return i18n._("lost");
  return i18n._("place {place} of {seats}", { place, seats: seats.length });
}

/** Returns when a match ended: among the last days by their names. @param now ms since 1970, as all dates */
export function describeDay(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days <= 1) return new Intl.RelativeTimeFormat(i18n.locale, { numeric: "auto" }).format(-days, "day");
  if (days < 7) return i18n.date(at, { weekday: "long" });
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
  return i18n.date(at, { day: "numeric", month: "short", year });
}

/** Counts the midnights between two moments, in the browser's time zone. */
function daysBetween(at: number, now: number): number {
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  return Math.max(0, Math.round((midnight(now) - midnight(at)) / (24 * 60 * 60 * 1000)));
}
