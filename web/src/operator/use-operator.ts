import type {
  AuditLog,
  OperatorMatchPage,
  OperatorOverview,
  ReportList,
  SanctionList,
} from "@flower-war/client-sdk/admin";
import { useCallback, useEffect, useState } from "react";
import { get } from "./api.ts";

/** ms between two looks at the servers. */
const INTERVAL = 5_000;

/** What the page shows, as the servers said last. */
export interface OperatorNews {
  readonly overview: OperatorOverview;
  readonly matches: OperatorMatchPage;
  readonly reports: ReportList["reports"];
  readonly sanctions: SanctionList["sanctions"];
  readonly audit: AuditLog["entries"];
}

/** What the looks until now found. */
export interface Looks {
  readonly news: OperatorNews;
  readonly samples: readonly Sample[];
}

/** What the page shows; `null`: nothing yet. */
export interface Operator {
  readonly looks: Looks | null;
  /** Why it could not be read again; `null`: it could. */
  readonly error: unknown;
  /** Reads it again, now. */
  readonly refresh: () => Promise<void>;
}

/** Reads everything again and again. @param page of the matches that have `search` in their code or names */
export function useOperator(search: string, page: number): Operator {
  const [looks, setLooks] = useState<Looks | null>(null);
  const [error, setError] = useState<unknown>(null);
  const look = useCallback(
    async (isOutdated: () => boolean = () => false): Promise<void> => {
      try {
        const latest = await read(search, page);
        if (isOutdated()) return;
        setLooks((before) => add(before, latest));
        setError(null);
      } catch (reason) {
        if (!isOutdated()) setError(reason);
      }
    },
    [search, page],
  );
  useEffect(() => {
    let isGone = false;
    const again = () => void look(() => isGone);
    again();
    const timer = setInterval(again, INTERVAL);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [look]);
  return { looks, error, refresh: look };
}

function add(before: Looks | null, news: OperatorNews): Looks {
  return { news, samples: addSample(before?.samples ?? [], news.overview, Date.now()) };
}

async function read(search: string, page: number): Promise<OperatorNews> {
  const [overview, matches, { reports }, { sanctions }, { entries }] = await Promise.all([
    get<OperatorOverview>("overview"),
    get<OperatorMatchPage>("matches", { query: { search, page: String(page) } }),
    get<ReportList>("reports"),
    get<SanctionList>("sanctions"),
    get<AuditLog>("audit"),
  ]);
  return { overview, matches, reports, sanctions, audit: entries };
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
