/** What a server allocates for a command: it is collected later, at the cost of those who play then. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { FlowerWarMatch, type StartedServer, startServer } from "../src/subjects/flower-war.ts";

/** Bytes of V8's heap that a command may take on its way from one client to the journal and to all four. */
const BUDGET = 49_000;

const MATCHES = 16;
/** Commands of each match that are measured, and those before, after which V8 has compiled what is run often. */
const COMMANDS = { before: 160, measured: 40 };

let server: StartedServer;
beforeAll(async () => {
  // Room for all of it: nothing is collected.
  server = await startServer({}, ["--min-semi-space-size=512", "--max-semi-space-size=512"]);
});
afterAll(() => server.stop());

test(`a command of a match of four allocates at most ${BUDGET} bytes`, async () => {
  const matches = await Promise.all(Array.from({ length: MATCHES }, () => FlowerWarMatch.open(server.url)));
  await Promise.all(matches.map((match) => play(match, COMMANDS.before)));
  const [before, idle] = [await readHeap(), await readHeap()];
  const played = await Promise.all(matches.map((match) => play(match, COMMANDS.measured)));
  const after = await readHeap();
  expect(after.collections).toBe(before.collections);
  const reading = idle.used - before.used;
  const each = (after.used - idle.used - reading) / played.reduce((sum, count) => sum + count);
  expect(each).toBeGreaterThan(BUDGET / 10);
  expect(each).toBeLessThanOrEqual(BUDGET);
  for (const match of matches) match.close();
});

/** Returns how many commands were played: a match may end. */
async function play(match: FlowerWarMatch, commands: number): Promise<number> {
  let played = 0;
  for (; played < commands && !match.isOver; played++) await match.play();
  return played;
}

interface Heap {
  /** Bytes. */
  readonly used: number;
  /** How often V8 collected. */
  readonly collections: number;
}

/** Reads the server's metrics. */
async function readHeap(): Promise<Heap> {
  const page = await (await fetch(`${server.operatorUrl}/metrics`)).text();
  const [, used] = /^nodejs_heap_size_used_bytes (\d+)$/m.exec(page) ?? [];
  if (used === undefined) throw new Error("the metrics do not tell the heap's size");
  const counts = [...page.matchAll(/^nodejs_gc_duration_seconds_count\{.*\} (\d+)$/gm)];
  return { used: Number(used), collections: counts.reduce((sum, [, count]) => sum + Number(count), 0) };
}
