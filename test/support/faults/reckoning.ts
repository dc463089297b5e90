import { appendFileSync } from "node:fs";
import { expect } from "vitest";
import type { Journal } from "../../../server/src/journal/journal.ts";
import { allAgree, check } from "./checker.ts";
import type { Outages } from "./outages.ts";
import type { Table } from "./table.ts";

/** A file to which every reckoning's figures are added, a line of JSON each. */
const REPORT = process.env["FLOWER_WAR_FAULTS_REPORT"];

/**
 * Lets the players come to rest, and demands that the journal holds what they were told, exactly once.
 * @param open opens the journal, when the players are at rest
 * @param look looks at the journal too, and has further figures for the report
 */
export async function reckon(
  name: string,
  tables: readonly Table[],
  outages: Outages,
  open: () => Promise<Journal>,
  look: (journal: Journal) => Promise<object> = async () => ({}),
): Promise<void> {
  await Promise.all(tables.map((table) => table.stop()));
  await allAgree(tables);
  const journal = await open();
  const found = await check(journal, tables);
  const more = await look(journal);
  await journal.close();
  await Promise.all(tables.map((table) => table.leave()));
  const { matches, acknowledged, lost, twice } = found;
  const [p50, p99] = [outages.percentile(0.5), outages.percentile(0.99)];
  const figures = {
    name,
    faults: outages.faults,
    matches,
    acknowledged,
    lost: lost.length,
    twice: twice.length,
  };
  if (REPORT)
    appendFileSync(REPORT, `${JSON.stringify({ ...figures, p50, p99, ...more, gaps: outages.gaps })}\n`);
  expect(found).toMatchObject({ lost: [], twice: [], ghosts: [], untrue: [] });
  expect(acknowledged).toBeGreaterThan(0);
}
