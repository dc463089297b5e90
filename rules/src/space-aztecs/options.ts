import type { OptionRanges } from "../options.ts";
import { type Options, REMOVED_SETS } from "./vocabulary.ts";

/** The options that a host may choose (canon section 1). */
export const SPACE_AZTECS_OPTIONS: OptionRanges<Options> = {
  removedSet: { values: REMOVED_SETS, default: "random" },
  codex: { values: [true, false], default: true },
};
