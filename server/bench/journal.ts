/**
 * `npm run bench -w server`: durable changes that the journal's thread takes in a second on this disk, and how long each
 * waits, by the number of matches that write at the same time; then reading and opening it with all that in it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Database } from "../src/database/database.ts";
import { SqliteStore } from "../src/journal/sqlite-store.ts";

/** Matches that are kept. */
const MATCHES = 2048;
/** Matches that write at the same time. */
const WRITERS = [1, 16, 64, 256, 1024] as const;
/** ms for each number of writers. */
const TIME = 3_000;
/** Characters of a fact: about what an entry of Flower War takes. */
const FACT = "x".repeat(400);

const KEEPING = { finished: Number.MAX_SAFE_INTEGER, unfinished: Number.MAX_SAFE_INTEGER };
const folder = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "flower-war-bench-"));
const file = join(folder, "flower-war.db");
const log = pino({ level: "warn" });
const names = Array.from(
  { length: MATCHES },
  (_, i) => `match${String((i * 7919) % 100_000).padStart(7, "0")}`,
);
const facts = new Map(names.map((name) => [name, 1]));

let database = await Database.open(file, log);
let store = new SqliteStore(database, KEEPING);
await Promise.all(
  names.map((match, i) => store.create({ match, code: `c${i}`, game: "flower-war" }, [FACT])),
);
console.log(
  "| writers | changes/s | p50 ms | p99 ms | most ms | main thread busy |\n|---|---|---|---|---|---|",
);
for (const writers of WRITERS) console.log(`| ${(await write(writers)).join(" | ")} |`);
await measureReads();
await measureOpening();
await database.close();
rmSync(folder, { recursive: true });

async function write(writers: number): Promise<(string | number)[]> {
  const waits: number[] = [];
  const began = performance.now();
  const loop = performance.eventLoopUtilization();
  await Promise.all(Array.from({ length: writers }, (_, i) => writeOn(i, writers, began + TIME, waits)));
  const busy = performance.eventLoopUtilization(loop).utilization;
  const rate = Math.round((waits.length / (performance.now() - began)) * 1000);
  return [writers, rate, at(waits, 0.5), at(waits, 0.99), at(waits, 1), `${Math.round(busy * 100)} %`];
}

/** One writer plays every so-manieth match in turn. */
async function writeOn(first: number, step: number, end: number, waits: number[]): Promise<void> {
  for (let i = first; performance.now() < end; i = (i + step) % MATCHES) {
    const match = names[i] ?? "";
    const n = facts.get(match) ?? 0;
    facts.set(match, n + 1);
    const asked = performance.now();
    await store.append(match, { epoch: 1, n }, [FACT], false);
    waits.push(performance.now() - asked);
  }
}

async function measureReads(): Promise<void> {
  const waits: number[] = [];
  for (const match of names.slice(0, 200)) {
    const asked = performance.now();
    await store.read(match);
    waits.push(performance.now() - asked);
  }
  const rows = Math.round([...facts.values()].reduce((sum, n) => sum + n, 0) / MATCHES);
  console.log(
    `\nReading a whole match of about ${rows} facts: p50 ${at(waits, 0.5)} ms, p99 ${at(waits, 0.99)} ms.`,
  );
}

async function measureOpening(): Promise<void> {
  await database.close();
  const began = performance.now();
  database = await Database.open(file, log);
  store = new SqliteStore(database, KEEPING);
  console.log(`Opening it again: ${Math.round(performance.now() - began)} ms.`);
}

function at(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2);
}
