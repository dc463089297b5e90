import type { OptionRanges } from "../options.ts";
import { FIRSTS, type Options } from "./vocabulary.ts";

/** What a host may choose (canon section 1). */
export const OPTIONS: OptionRanges<Options> = { first: { values: FIRSTS, default: "random" } };
