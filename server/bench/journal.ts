/**
 * `npm run bench -w server`: durable changes a second that the journal makes on this disk, and how long each takes, by
 * the number of matches that write at the same time; then how long it takes to read a match and to open the file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pino } from "pino";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "../src/migrations.ts";
import { PostgresStore } from "../src/storage/journal/postgres-store.ts";
import { SqliteStore } from "../src/storage/journal/sqlite-store.ts";
import type { JournalStore } from "../src/storage/journal/journal.ts";
import { openDatabase } from "../src/storage/open.ts";
import { PostgresDatabase } from "../src/storage/postgres/postgres-database.ts";
import { systemTime } from "../src/time.ts";
import { parseCommandLine } from "../../protocol/tools/tool.ts";

/** Matches in the journal. */
const MATCHES = 2048;
/** Matches that write at the same time. */
const WRITERS = [1, 16, 64, 256, 1024] as const;
/** ms for each number of writers. */
const TIME = 3_000;
/** Matches that are created at the same time before that. */
const CREATED_AT_ONCE = 64;
const { DATABASE_URL } = process.env;
/** A fact about as long as an entry of Flower War. */
const FACT = "x".repeat(400);

const USAGE = `Measures the journal on this disk: durable changes a second, reading a match, opening.

usage: npm run bench -w server

environment:
  BENCH_DIR      a folder on the disk to measure; default: the temporary folder
  DATABASE_URL   measures PostgreSQL instead of SQLite, in this database, which must be empty`;

parseCommandLine(USAGE, {});

const RETENTION = {
  finished: Number.MAX_SAFE_INTEGER,
  unfinished: Number.MAX_SAFE_INTEGER,
  results: Number.MAX_SAFE_INTEGER,
};
const folder = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "flower-war-bench-"));
const file = join(folder, "flower-war.db");
const ports = { time: systemTime, log: pino({ level: "warn" }) };
const names = Array.from(
  { length: MATCHES },
  (_, i) => `match${String((i * 7919) % 100_000).padStart(7, "0")}`,
);
const facts = new Map(names.map((name) => [name, 1]));

let { store, close } = await open();
for (let i = 0; i < MATCHES; i += CREATED_AT_ONCE) {
  const some = names.slice(i, i + CREATED_AT_ONCE);
  await Promise.all(
    some.map((match, j) => store.create({ match, code: `c${i + j}`, game: "flower-war" }, [FACT])),
  );
}
console.log(
  "| writers | changes/s | p50 ms | p99 ms | max ms | main thread busy |\n|---|---|---|---|---|---|",
);
for (const writers of WRITERS) console.log(`| ${(await measureWrites(writers)).join(" | ")} |`);
await measureReads();
await measureOpening();
await close();
rmSync(folder, { recursive: true });

/** Opens the store that is measured. */
async function open(): Promise<{ readonly store: JournalStore; readonly close: () => Promise<void> }> {
  if (DATABASE_URL) {
    const options = { migrations: POSTGRES_MIGRATIONS, log: ports.log };
    const postgres = await PostgresDatabase.open(DATABASE_URL, options);
    return { store: new PostgresStore(postgres, RETENTION, systemTime), close: () => postgres.close() };
  }
  const database = await openDatabase(file, MIGRATIONS, ports);
  return { store: new SqliteStore(database, RETENTION, systemTime), close: () => database.close() };
}

/** Lets so many matches write for `TIME`; returns a row of the table. */
async function measureWrites(writers: number): Promise<(string | number)[]> {
  const waits: number[] = [];
  const began = performance.now();
  const loop = performance.eventLoopUtilization();
  await Promise.all(Array.from({ length: writers }, (_, i) => runWriter(i, writers, began + TIME, waits)));
  const busy = performance.eventLoopUtilization(loop).utilization;
  const rate = Math.round((waits.length / (performance.now() - began)) * 1000);
  return [
    writers,
    rate,
    percentile(waits, 0.5),
    percentile(waits, 0.99),
    percentile(waits, 1),
    `${Math.round(busy * 100)} %`,
  ];
}

/** Appends to every `step`th match in turn. */
async function runWriter(first: number, step: number, end: number, waits: number[]): Promise<void> {
  for (let i = first; performance.now() < end; i = (i + step) % MATCHES) {
    const match = names[i] ?? "";
    const n = facts.get(match) ?? 0;
    facts.set(match, n + 1);
    const start = performance.now();
    await store.append(match, { epoch: 1, n }, [FACT], false);
    waits.push(performance.now() - start);
  }
}

async function measureReads(): Promise<void> {
  const waits: number[] = [];
  for (const match of names.slice(0, 200)) {
    const start = performance.now();
    await store.read(match);
    waits.push(performance.now() - start);
  }
  const rows = Math.round([...facts.values()].reduce((sum, n) => sum + n, 0) / MATCHES);
  console.log(
    `\nReading a whole match of about ${rows} facts: p50 ${percentile(waits, 0.5)} ms, p99 ${percentile(waits, 0.99)} ms.`,
  );
}

async function measureOpening(): Promise<void> {
  await close();
  const began = performance.now();
  ({ store, close } = await open());
  console.log(`Opening it again: ${Math.round(performance.now() - began)} ms.`);
}

/** Returns the value below which a share of the values lies. */
function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
}
