import { i18n } from "../texts/index.ts";

/** A chance from 0 to 1, and half of its interval. */
interface Chance {
  readonly chance: number;
  readonly margin: number;
}

const percent = (share: number): string =>
  new Intl.NumberFormat(i18n.locale, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** Returns a chance with half of its interval. */
export const describeChance = ({ chance, margin }: Chance): string =>
  margin === 0 ? percent(chance) : `${percent(chance)} ± ${Math.round(100 * margin)}`;

/** Says what ± is. */
export const marginWords = (): string =>
  i18n._("± is its margin: nineteen times in twenty the chance lies within it.");
