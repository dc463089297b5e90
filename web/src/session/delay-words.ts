import { i18n } from "../texts/index.ts";

/** Returns how late spectators see a table, e.g. "2 min". @param seconds from 30 to 300 */
export function delayWords(seconds: number): string {
  const [amount, unit] = seconds < 60 ? [seconds, "second"] : [seconds / 60, "minute"];
  return new Intl.NumberFormat(i18n.locale, { style: "unit", unit }).format(amount);
}
