import type { Report } from "@flower-war/protocol/temple";
import type { Temple } from "./temple.ts";

/* Which of a temple's boots is alive (C-10), and whether two devices have its name (C-12). Times are ms of `Time.monotonic`. */

/** A boot in doubt is the live one if no other was heard for so long. */
const PROOF = 5_000;
/** As many new doubts in so many ms are of two devices: late bytes of a boot cause one. */
const TWINS = { doubts: 3, within: 60_000 } as const;

/** What becomes of a doubtful report. */
export type Doubt = "new" | "open" | "proved";

/** Notes a report of a boot that may be alive although another one is the current one. */
export function doubt(temple: Temple, { boot, seq }: Report, now: number): Doubt {
  const open = temple.doubt;
  if (open?.boot === boot) return seq > open.seq && now - open.since >= PROOF ? "proved" : "open";
  temple.doubt = { boot, seq, since: now };
  temple.doubtedAt = [...temple.doubtedAt, now].slice(-TWINS.doubts);
  return "new";
}

/** Whether two devices have sent as this temple just now. */
export function hasTwin({ doubtedAt }: Pick<Temple, "doubtedAt">, now: number): boolean {
  return doubtedAt.filter((at) => now - at <= TWINS.within).length >= TWINS.doubts;
}
