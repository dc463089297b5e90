import type { OptionRanges } from "../options.ts";
import { FIRSTS, type Options } from "./vocabulary.ts";

/** The options that a host may choose (canon section 1). */
export const TIEQCHIEQ_OPTIONS: OptionRanges<Options> = { first: { values: FIRSTS, default: "random" } };
