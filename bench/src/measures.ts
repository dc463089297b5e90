/** The measures, the same for every subject: only its `Table` differs. */
import { setTimeout as pause } from "node:timers/promises";
import { mean, median, percentile } from "./percentiles.ts";
import { processorSeconds, residentBytes } from "./process.ts";
import type { Played, Running, Table } from "./subject.ts";

/** How much is done; what a measure is worth depends on it, so the report tells it. */
export interface Scale {
  /** Tables that stand idle (P5, P6). */
  readonly idleTables: number;
  /** Tables at which all play as fast as they can (P2, P4). */
  readonly busyTables: number;
  /** Tables that share a steady rate (P3, P7). */
  readonly pacedTables: number;
  readonly crowdTables: number;
  /** How long each measure is taken, s. */
  readonly seconds: number;
  /** Temples of P8: bound to a match, and only connected. */
  readonly boundTemples: number;
  readonly temples: number;
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** At every table. */
const SEATS = 4;
/** Tables that sit down at a time. */
const AT_ONCE = 32;
/** s before counting begins. */
const WARM_UP = 1;
/** How often what stands idle is looked at. The median counts: V8 collects once what was left of their coming. */
const LOOKS = 7;
/** ms after which a command is lost. */
const LOST = 5000;

export async function openTables<T>(count: number, open: () => Promise<T>): Promise<T[]> {
  const tables: T[] = [];
  let left = count;
  const opener = async (): Promise<void> => {
    while (left-- > 0) tables.push(await open());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  return tables;
}

export interface Idle {
  /** P6: seats taken in a second, from asking for one to its first state. */
  readonly joins: number;
  /** P5: bytes of the server's memory for a table. */
  readonly bytes: number;
  /** P5: share of a core that the idle tables take. */
  readonly processor: number;
  /** P4: bytes of a first state. */
  readonly first: number;
}

/** Everybody comes, and then nothing happens. */
export async function measureIdle(running: Running, { idleTables, seconds }: Scale): Promise<Idle> {
  const warm = await openTables(AT_ONCE, () => running.openTable());
  const before = residentBytes(running.pids);
  const begun = performance.now();
  const tables = await openTables(idleTables, () => running.openTable());
  const joins = (idleTables * SEATS) / ((performance.now() - begun) / 1000);
  await pause(seconds * 1000);
  const shares: number[] = [];
  while (shares.length < LOOKS) {
    const used = processorSeconds(running.pids);
    const from = performance.now();
    await pause(seconds * 1000);
    shares.push((processorSeconds(running.pids) - used) / ((performance.now() - from) / 1000));
  }
  const processor = median(shares);
  const bytes = (residentBytes(running.pids) - before) / idleTables;
  const first = tables.reduce((sum, table) => sum + table.first, 0) / (SEATS * idleTables);
  for (const table of [...warm, ...tables]) table.close();
  return { joins, bytes, processor, first };
}

export interface Rate {
  /** P2: commands accepted and shown to four, a second. */
  readonly rate: number;
  /** P2: the same for each second of processor that the server used, which others at the machine hardly change. */
  readonly perProcessorSecond: number;
  /** P4: what one client receives for one command, over all commands and clients. */
  readonly bytes: { readonly median: number; readonly mean: number; readonly p99: number };
}

/** Every table plays as fast as it can, until its match is over. */
export async function measureRate(running: Running, { busyTables, seconds }: Scale): Promise<Rate> {
  const tables = await openTables(busyTables, () => running.openTable());
  let bytes: number[] = [];
  const stop = new AbortController();
  const playOn = async (table: Table): Promise<void> => {
    while (!stop.signal.aborted && !table.over) bytes.push(...(await table.play()).bytes);
  };
  const players = Promise.all(tables.map(playOn));
  await pause(WARM_UP * 1000);
  bytes = [];
  const used = processorSeconds(running.pids);
  const begun = performance.now();
  await pause(seconds * 1000);
  const played = bytes.length / SEATS;
  const rate = played / ((performance.now() - begun) / 1000);
  const perProcessorSecond = played / (processorSeconds(running.pids) - used);
  const received = { median: median(bytes), mean: mean(bytes), p99: percentile(bytes, 0.99) };
  stop.abort();
  await players;
  for (const table of tables) table.close();
  return { rate, perProcessorSecond, bytes: received };
}

export interface Paced {
  readonly acknowledged: Latency;
  readonly shown: Latency;
  /** Commands that nobody was shown within 5 s. */
  readonly lost: number;
  /** Commands that were played in a second: what was asked for, if the subject stood it. */
  readonly rate: number;
  /** Bytes of the server's memory. */
  readonly memory: number;
}

/** Commands at a steady rate, spread over the tables. Each is timed from when it was due; the first ones do not count. */
export async function measurePaced(
  running: Running,
  count: number,
  perSecond: number,
  { seconds }: Scale,
): Promise<Paced> {
  const free = await openTables(count, () => running.openTable());
  const all = [...free];
  const plays: (Played & { readonly due: number })[] = [];
  let lost = 0;
  const play = async (table: Table, due: number): Promise<void> => {
    const waited = performance.now() - due;
    const { acknowledged, shown, bytes } = await table.play();
    plays.push({ acknowledged: acknowledged + waited, shown: shown + waited, bytes, due });
    if (!table.over) free.push(table);
  };
  const begun = performance.now();
  const span = seconds + WARM_UP;
  const total = perSecond * span;
  let started = 0;
  while (started < total && performance.now() - begun < span * 2000) {
    const elapsed = performance.now() - begun;
    while (started < Math.min(total, (elapsed / 1000) * perSecond)) {
      const table = free.shift();
      if (table === undefined) break;
      const due = begun + (started / perSecond) * 1000;
      started += 1;
      void play(table, due).catch(() => (lost += 1));
    }
    await pause(1);
  }
  const rate = started / ((performance.now() - begun) / 1000);
  const deadline = performance.now() + LOST;
  while (plays.length + lost < started && performance.now() < deadline) await pause(5);
  const memory = residentBytes(running.pids);
  for (const table of all) table.close();
  const counted = plays.filter(({ due }) => due - begun >= WARM_UP * 1000);
  return {
    acknowledged: latency(counted.map(({ acknowledged }) => acknowledged)),
    shown: latency(counted.map(({ shown }) => shown)),
    lost: started - plays.length,
    rate,
    memory,
  };
}

export function latency(times: readonly number[]): Latency {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
