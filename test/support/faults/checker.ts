import { begin, fold } from "@flower-war/rules";
import { type FlowerWar, flowerWar } from "@flower-war/rules/flower-war";
import type { Journal } from "../../../server/src/journal/journal.ts";
import { playedMatch } from "../../../server/src/journal/record.ts";
import { until } from "../until.ts";
import type { History, Table } from "./table.ts";

/** What became of all that was acknowledged. */
export interface Findings {
  readonly matches: number;
  readonly acknowledged: number;
  /** Acknowledged, but not in the journal, or not as the entry that was told. */
  readonly lost: readonly string[];
  /** In the journal more than once. */
  readonly twice: readonly string[];
  /** Refused, and in the journal all the same. */
  readonly ghosts: readonly string[];
  /** Matches whose rules, played again from the seed, tell other events, or whose players saw something else. */
  readonly untrue: readonly string[];
}

/** Waits until everybody shows the newest entry that anybody knows of. */
export async function allAgree(tables: readonly Table[]): Promise<void> {
  for (const { seats } of tables.flatMap(({ histories }) => histories.slice(-1))) {
    const isHere = ({ connection, status }: (typeof seats)[number]) =>
      connection === "connected" || status === "over";
    const agree = () => seats.every(({ state }) => state.n === seats[0]?.state.n) && seats.every(isHere);
    await until("all players to see the same", agree, (news) => {
      const stops = seats.flatMap((seat) => [seat.on("change", news), seat.on("resumed", news)]);
      return () => stops.forEach((stop) => stop());
    });
  }
}

/** Reads every match's log, and compares it with what its players were told. */
export async function check(journal: Journal, tables: readonly Table[]): Promise<Findings> {
  const histories = tables.flatMap((table) => table.histories);
  const found = await Promise.all(histories.map((history) => checkOne(journal, history)));
  return {
    matches: histories.length,
    acknowledged: histories.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
    lost: found.flatMap(({ lost }) => lost),
    twice: found.flatMap(({ twice }) => twice),
    ghosts: found.flatMap(({ ghosts }) => ghosts),
    untrue: found.flatMap(({ untrue }) => untrue),
  };
}

async function checkOne(journal: Journal, { match, seats, acknowledged, refused }: History) {
  const kept = await journal.read(match);
  const played = kept && playedMatch(kept.facts);
  const entries = played?.entries ?? [];
  const byId = Map.groupBy(entries, ({ id }) => id);
  const lost = [...acknowledged]
    .filter(([id, n]) => byId.get(id)?.[0]?.n !== n)
    .map(([id]) => `${match} ${id}`);
  const twice = [...byId].filter(([, same]) => same.length > 1).map(([id]) => `${match} ${id}`);
  const ghosts = [...refused]
    .filter(([id, code]) => code !== "closed" && byId.has(id))
    .map(([id, code]) => `${match} ${id} ${code}`);
  const untrue: string[] = [];
  if (played) {
    let state = begin(flowerWar, played.header as never);
    const views = new Map<number, FlowerWar["state"]>([[0, state]]);
    for (const { n, seat, command, events } of entries) {
      const decided = flowerWar.decide(state, seat as never, command);
      if (JSON.stringify(decided.events) !== JSON.stringify(events)) untrue.push(`${match} entry ${n}`);
      state = fold(flowerWar, state, events as never);
      views.set(n, state);
    }
    for (const seat of seats) {
      const truth = views.get(seat.state.n);
      const seen = truth && flowerWar.view(truth, seat.seat ?? "public");
      if (JSON.stringify(sorted(seen)) !== JSON.stringify(sorted(seat.view)))
        untrue.push(`${match} as ${seat.seat} saw it`);
    }
  }
  return { lost, twice, ghosts, untrue };
}

/** The same value with every object's fields in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
}
