import type { OperatorOverview } from "@flower-war/client-sdk/admin";

/** Samples that are kept: 10 minutes of them. */
const MOST = 120;

/** What a look at the servers found, for curves. */
export interface Sample {
  /** ms since 1970 */
  readonly at: number;
  readonly people: number;
  readonly matches: number;
  /** The processors that the server has kept busy since the look before, 1 is one of them; `null`: not known yet. */
  readonly load: number | null;
  /** The part of the commands since then that were refused, 0 to 1; `null`: there were none. */
  readonly refused: number | null;
  readonly here: OperatorOverview["here"];
}

/** Adds a sample to those before. @param at ms since 1970 */
export function addSample(
  samples: readonly Sample[],
  { people, matches, here }: OperatorOverview,
  at: number,
): readonly Sample[] {
  const last = samples.at(-1);
  const before = last?.here;
  const sample: Sample = {
    at,
    people,
    matches: matches.playing + matches.gathering + matches.over,
    load: last === undefined || here.cpu < last.here.cpu ? null : (here.cpu - last.here.cpu) / (at - last.at),
    refused:
      before === undefined ? null : partOf(here.refused - before.refused, here.accepted - before.accepted),
    here,
  };
  return [...samples, sample].slice(-MOST);
}

/** `null`: there is nothing of either, or the server has started again meanwhile. */
function partOf(some: number, others: number): number | null {
  return some < 0 || others < 0 || some + others <= 0 ? null : some / (some + others);
}
