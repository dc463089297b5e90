import { i18n, type Language, LANGUAGES } from "./index.ts";

/** Returns the day of a moment: the last days by their names. @param now ms since 1970, as all dates */
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

/** Returns a language's own name. @param tag a primary tag of BCP 47 */
export function nameOfLanguage(tag: string): string {
  if (Object.hasOwn(LANGUAGES, tag)) return LANGUAGES[tag as Language];
  return new Intl.DisplayNames([tag, "en"], { type: "language" }).of(tag) ?? tag;
}
