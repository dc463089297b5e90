import type {
  AuditLog,
  OperatorMatchPage,
  OperatorOverview,
  ReportList,
  SanctionList,
} from "@flower-war/client-sdk/admin";
import { useEffect, useState } from "react";
import { get } from "./api.ts";
import { addSample, type Sample } from "./samples.ts";

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
  const refresh = async (): Promise<void> => {
    try {
      const latest = await read(search, page);
      setLooks((before) => add(before, latest));
      setError(null);
    } catch (reason) {
      setError(reason);
    }
  };
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      try {
        const latest = await read(search, page);
        if (isGone) return;
        setLooks((before) => add(before, latest));
        setError(null);
      } catch (reason) {
        if (!isGone) setError(reason);
      }
    };
    void look();
    const timer = setInterval(() => void look(), INTERVAL);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [search, page]);
  return { looks, error, refresh };
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
