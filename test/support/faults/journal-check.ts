import { appendFileSync } from "node:fs";
import { begin, fold } from "@flower-war/rules";
import { type FlowerWar, flowerWar } from "@flower-war/rules/flower-war";
import { expect } from "vitest";
import type { Journal } from "../../../server/src/storage/journal/journal.ts";
import { readPlayedMatch } from "../../../server/src/storage/journal/record.ts";
import { until } from "../until.ts";
import type { Outages } from "./outages.ts";
import type { History, Table } from "./table.ts";

/** A file to which each check appends its figures, as a line of JSON. */
const REPORT = process.env["FLOWER_WAR_FAULTS_REPORT"];

/** What is wrong with a match's journal. Each text names the match and the command or seat. */
interface Findings {
  /** Acknowledged commands that are not there as the acknowledged entry. */
  readonly lost: readonly string[];
  /** Commands that are there more than once. */
  readonly twice: readonly string[];
  /** Refused commands that are there. */
  readonly refused: readonly string[];
  /** Entries whose events the rules do not produce again, and players who saw another state. */
  readonly wrong: readonly string[];
}

/**
 * Stops all players, and expects that the journal holds what was acknowledged, exactly once.
 * @param open opens the journal; called when all players are in sync
 * @param inspect looks at the journal too, and returns further figures for the report
 */
export async function checkJournal(
  name: string,
  tables: readonly Table[],
  outages: Outages,
  open: () => Promise<Journal>,
  inspect: (journal: Journal) => Promise<object> = async () => ({}),
): Promise<void> {
  await Promise.all(tables.map((table) => table.stop()));
  await waitUntilInSync(tables);
  const journal = await open();
  const histories = tables.flatMap((table) => table.histories);
  const found: Findings[] = [];
  // In turn: replaying keeps this process busy for longer than a connection to PostgreSQL may be waited for.
  for (const history of histories) found.push(await compare(journal, history));
  const figures = await inspect(journal);
  journal.close();
  await Promise.all(tables.map((table) => table.leave()));
  const [lost, twice] = [found.flatMap((each) => each.lost), found.flatMap((each) => each.twice)];
  const acknowledged = histories.reduce((sum, history) => sum + history.acknowledged.size, 0);
  if (REPORT) {
    const line = {
      name,
      faults: outages.faults,
      matches: histories.length,
      acknowledged,
      lost: lost.length,
      twice: twice.length,
      p50: outages.percentile(0.5),
      p99: outages.percentile(0.99),
      ...figures,
      gaps: outages.gaps,
    };
    appendFileSync(REPORT, `${JSON.stringify(line)}\n`);
  }
  const [refused, wrong] = [found.flatMap((each) => each.refused), found.flatMap((each) => each.wrong)];
  expect({ lost, twice, refused, wrong }).toEqual({ lost: [], twice: [], refused: [], wrong: [] });
  expect(acknowledged).toBeGreaterThan(0);
}

/** Waits until all players of each table's last match are connected, or see its end, and show the same entry. */
async function waitUntilInSync(tables: readonly Table[]): Promise<void> {
  for (const { seats } of tables.flatMap(({ histories }) => histories.slice(-1))) {
    const isInSync = ({ connection, status, state }: (typeof seats)[number]) =>
      (connection === "connected" || status === "over") && state.n === seats[0]?.state.n;
    await until(() => seats.every(isInSync), "all players to show the same entry");
  }
}

async function compare(journal: Journal, history: History): Promise<Findings> {
  const { match, seats, acknowledged } = history;
  const read = async () => {
    const stored = await journal.read(match);
    return stored && readPlayedMatch(stored.facts);
  };
  let played = await read();
  // An entry may come while the journal is read: what players see is stored before.
  const isBehind = seats.some(({ state }) => state.n > (played?.entries.length ?? 0));
  if (isBehind) played = await read();
  const entries = played?.entries ?? [];
  const byId = Map.groupBy(entries, ({ id }) => id);
  const lost = [...acknowledged]
    .filter(([id, n]) => byId.get(id)?.[0]?.n !== n)
    .map(([id]) => `${match} ${id}`);
  const twice = [...byId].filter(([, same]) => same.length > 1).map(([id]) => `${match} ${id}`);
  const refused = [...history.refused]
    .filter(([id, code]) => code !== "closed" && byId.has(id))
    .map(([id, code]) => `${match} ${id} ${code}`);
  const wrong: string[] = [];
  if (played) {
    let state = begin(flowerWar, played.header as never);
    const states = new Map<number, FlowerWar["state"]>([[0, state]]);
    for (const { n, seat, command, events } of entries) {
      const decided = flowerWar.decide(state, seat as never, command);
      if (JSON.stringify(decided.events) !== JSON.stringify(events)) wrong.push(`${match} entry ${n}`);
      state = fold(flowerWar, state, events as never);
      states.set(n, state);
    }
    for (const seat of seats) {
      const expected = states.get(seat.state.n);
      const view = expected && flowerWar.view(expected, seat.seat ?? "public");
      if (JSON.stringify(sortFields(view)) !== JSON.stringify(sortFields(seat.view)))
        wrong.push(
          `${match} as ${seat.seat} saw it, ${seat.status}, at entry ${seat.state.n} of ${entries.length}: ${differingFields(view, seat.view)}`,
        );
    }
  }
  return { lost, twice, refused, wrong };
}

/** Names the fields, also of the table, that differ between two views, with their values. */
function differingFields(expected: unknown, found: unknown): string {
  const fieldsOf = (view: unknown): Record<string, unknown> => ({
    ...Object(view),
    ...Object(Object(view).table),
    table: undefined,
  });
  const [one, other] = [fieldsOf(expected), fieldsOf(found)];
  const text = (value: unknown) => JSON.stringify(sortFields(value));
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((field) => text(one[field]) !== text(other[field]))
    .map((field) => `${field} ${text(one[field])}, not ${text(other[field])}`)
    .join("; ");
}

/** Returns the same value with the fields of all objects in one order. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sortFields(v)]),
  );
}
