import { i18n } from "../texts/index.ts";

/** Returns a change of a rating, in whole points with its sign. */
export function describeChange(change: number): string {
  const format = { signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(i18n.locale, format).format(change);
}
