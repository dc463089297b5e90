/**
 * A process of people at some tables, who use the SDK as `new FlowerWar(url)` does: forked by `RemotePlayers`, so that the work of
 * players is not that of the test, and a server's is not held up by theirs.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { PlayersAsk, PlayersTell } from "./remote-players.ts";
import { Table } from "./table.ts";

/** ms between two reports. */
const REPORT_INTERVAL = 20;
/** Tables that start at a time. */
const AT_ONCE = 5;

const tables: Table[] = [];
const told: { times: number; drops: number }[] = [];

process.on("message", (ask: PlayersAsk) => {
  void play(ask).catch(fail);
});
process.on("disconnect", () => process.exit());

async function play({ url, tables: count, pace }: PlayersAsk): Promise<void> {
  const reports = setInterval(report, REPORT_INTERVAL);
  reports.unref();
  while (tables.length < count) {
    const next = Array.from({ length: Math.min(AT_ONCE, count - tables.length) }, () => {
      return new Table([url, url], { pace, players: {} });
    });
    for (const table of next) {
      tables.push(table);
      told.push({ times: 0, drops: 0 });
      table.failed.catch(fail);
    }
    while (!next.every(({ times }) => times.length > 0)) await sleep(10);
  }
}

/** Tells when commands were accepted and connections lost since the last report. */
function report(): void {
  for (const [i, table] of tables.entries()) {
    const last = told[i];
    if (last === undefined) continue;
    const drops = table.drops.flat();
    const [accepted, dropped] = [table.times.slice(last.times), drops.length > last.drops ? drops : []];
    last.times = table.times.length;
    last.drops = drops.length;
    if (accepted.length + dropped.length === 0) continue;
    tell({ type: "report", table: i, accepted: accepted.map(toEpoch), dropped: dropped.map(toEpoch) });
  }
}

function fail(error: unknown): void {
  tell({ type: "failed", reason: String(error instanceof Error ? error.stack : error) });
}

/** Turns ms of `performance.now()` into ms since 1970, which processes of one machine share. */
function toEpoch(time: number): number {
  return performance.timeOrigin + time;
}

function tell(message: PlayersTell): void {
  process.send?.(message);
}
