import type {
  AuditLog,
  OperatorMatchPage,
  OperatorOverview,
  ReportList,
  SanctionList,
} from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { useLooks } from "../base/use-looks.ts";
import { useAnswer } from "../session/use-answer.ts";
import { get } from "./api.ts";

/** ms between two looks at the servers. */
const INTERVAL = 5_000;

/** What the page shows, as the servers said last. */
export interface OperatorNews {
  /** When they did, ms since 1970. */
  readonly at: number;
  readonly overview: OperatorOverview;
  readonly matches: OperatorMatchPage;
  readonly reports: ReportList;
  readonly sanctions: SanctionList["sanctions"];
  readonly audit: AuditLog["entries"];
}

/** Which matches are listed: a page of those that have `search` in their code or names. */
export interface MatchQuery {
  readonly search: string;
  readonly show: "all" | "reported" | "stuck";
  readonly page: number;
}

export const EVERY_MATCH: MatchQuery = { search: "", show: "all", page: 1 };

/** Reads everything again and again. */
export function useOperator({ search, show, page }: MatchQuery) {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const { answer, error, refresh, look } = useAnswer(`${page} ${show} ${search}`, () =>
    read({ search, show, page: String(page) }),
  );
  const sampled = answer === null ? samples : addSample(samples, answer.overview, answer.at);
  if (sampled !== samples) setSamples(sampled);
  useLooks(look, INTERVAL);
  return { news: answer, samples: sampled, error, refresh };
}

async function read(query: Readonly<Record<string, string>>): Promise<OperatorNews> {
  const [overview, matches, reports, { sanctions }, { entries }] = await Promise.all([
    get<OperatorOverview>("overview"),
    get<OperatorMatchPage>("matches", { query }),
    get<ReportList>("reports"),
    get<SanctionList>("sanctions"),
    get<AuditLog>("audit"),
  ]);
  return { at: Date.now(), overview, matches, reports, sanctions, audit: entries };
}

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

/** Adds a sample to those before, unless it is of the same moment as the last one. @param at ms since 1970 */
export function addSample(
  samples: readonly Sample[],
  { people, matches, here }: OperatorOverview,
  at: number,
): readonly Sample[] {
  const last = samples.at(-1);
  if (last?.at === at) return samples;
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
