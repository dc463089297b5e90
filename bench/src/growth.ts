/** What a command costs as everything around it grows. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { openMatches } from "./measures.ts";
import { mean } from "./percentiles.ts";
import { processorTime } from "./process.ts";
import { FlowerWarMatch, startServer } from "./subjects/flower-war.ts";

/** How large each thing grows, from what it is compared with. */
const SIZES = { matches: [100, 1_000, 5_000], entries: [50, 5_000], stored: [0, 100_000] } as const;
/** Matches that are played while the others idle, and those that become long. */
const [PLAYED, LONG] = [100, 8] as const;
/** Commands of each match that is played: before the measurement, so that V8 has compiled what is run often, and in it. */
const COMMANDS = { before: 60, measured: 60 } as const;
/** Commands of each long match in one turn, and how many turns each length has. */
const TURN = { commands: 20, turns: 6 } as const;

const ENDLESS_GAME = join(import.meta.dirname, "../games/endless.mjs");

export interface Cost {
  /** µs of the server's processor time for a command: its own, and the system's for it. */
  readonly user: number;
  readonly system: number;
  /** Bytes that a client receives for it. */
  readonly bytes: number;
}

export interface Growth {
  readonly matches: { readonly [count: string]: Cost };
  readonly entries: { readonly [count: string]: Cost };
  readonly stored: { readonly [count: string]: Cost };
}

export async function measureGrowth(): Promise<Growth> {
  return {
    matches: await measureEach(SIZES.matches, beside),
    entries: await measureLengths(),
    stored: await measureEach(SIZES.stored, withStored),
  };
}

async function measureEach(sizes: readonly number[], measure: (size: number) => Promise<Cost>) {
  const costs: { [size: string]: Cost } = {};
  for (const size of sizes) costs[size] = await measure(size);
  return costs;
}

/** Plays matches beside others that idle. To spare the machine sockets, each of the others has one client left. */
async function beside(matches: number): Promise<Cost> {
  const { url, pid, stop } = await startServer();
  try {
    const idle = await openMatches(matches - PLAYED, async () => {
      const match = await FlowerWarMatch.open(url);
      match.closeAllButOne();
      return match;
    });
    const played = await openMatches(PLAYED, () => FlowerWarMatch.open(url));
    await play(played, COMMANDS.before);
    const cost = await measureCost(pid, () => play(played, COMMANDS.measured));
    for (const match of [...idle, ...played]) match.close();
    return cost;
  } finally {
    await stop();
  }
}

/** Plays matches of both lengths in turns, on one server. They are of a game that never ends, as Flower War does after some hundred entries. */
async function measureLengths(): Promise<{ readonly [entries: string]: Cost }> {
  const { url, pid, stop } = await startServer({}, [], ["--game", ENDLESS_GAME]);
  try {
    const sides = [];
    for (const entries of SIZES.entries.toReversed()) {
      const matches = await openMatches(LONG, () => FlowerWarMatch.open(url, { game: "endless" }));
      await play(matches, entries);
      sides.push({ entries, matches, costs: [] as Cost[] });
    }
    for (let turn = 0; turn < TURN.turns; turn++)
      for (const { matches, costs } of sides)
        costs.push(await measureCost(pid, () => play(matches, TURN.commands)));
    for (const match of sides.flatMap(({ matches }) => matches)) match.close();
    return Object.fromEntries(sides.map(({ entries, costs }) => [entries, averageOf(costs)]));
  } finally {
    await stop();
  }
}

/** Plays matches on a server whose database has others, none of which is in memory. */
async function withStored(matches: number): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-bench-"));
  try {
    const first = await startServer({ DATA_DIR: folder });
    const match = await FlowerWarMatch.open(first.url);
    await play([match], COMMANDS.before);
    match.close();
    await first.stop();
    copyMatch(join(folder, "flower-war.db"), matches);
    const { url, pid, stop } = await startServer({ DATA_DIR: folder });
    try {
      const played = await openMatches(PLAYED, () => FlowerWarMatch.open(url));
      await play(played, COMMANDS.before);
      const cost = await measureCost(pid, () => play(played, COMMANDS.measured));
      for (const each of played) each.close();
      return cost;
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stores the only match of a database so many more times, as finished matches under other names. */
function copyMatch(file: string, copies: number): void {
  const database = new DatabaseSync(file);
  database.function("checksum", { varargs: true, deterministic: true }, (...values) =>
    crc32(values.join("\n")),
  );
  database.exec(`
    BEGIN;
    CREATE TEMP TABLE copies AS
      WITH RECURSIVE c(i) AS (SELECT 1 WHERE ${copies} > 0 UNION ALL SELECT i + 1 FROM c WHERE i < ${copies})
      SELECT (SELECT max(id) FROM heads) + i AS id, printf('copy%08d', i) AS match, printf('%06d', i) AS code FROM c;
    INSERT INTO heads
      SELECT copies.id, copies.match, copies.code, game, epoch, n, 1, touched,
        checksum(copies.match, copies.code, game, epoch, n, 1, touched)
      FROM copies JOIN (SELECT * FROM heads LIMIT 1);
    INSERT INTO facts (match, n, at, text, crc)
      SELECT copies.id, n, at, text, checksum(copies.id, n, at, text)
      FROM copies JOIN (SELECT * FROM facts WHERE n <= 12) ORDER BY copies.id, n;
    COMMIT;`);
  database.close();
}

interface Played {
  readonly commands: number;
  /** Bytes that each client received for each command. */
  readonly bytes: readonly number[];
}

/** Plays so many commands of each match, fewer of one that ends. */
async function play(matches: readonly FlowerWarMatch[], commands: number): Promise<Played> {
  const bytes: number[] = [];
  let played = 0;
  const playOn = async (match: FlowerWarMatch): Promise<void> => {
    for (let i = 0; i < commands && !match.isOver; i++) {
      bytes.push(...(await match.play()).bytes);
      played += 1;
    }
  };
  await Promise.all(matches.map(playOn));
  return { commands: played, bytes };
}

async function measureCost(pid: number, run: () => Promise<Played>): Promise<Cost> {
  const before = processorTime([pid]);
  const { commands, bytes } = await run();
  const after = processorTime([pid]);
  const each = (used: number): number => (used / commands) * 1e6;
  return {
    user: each(after.user - before.user),
    system: each(after.system - before.system),
    bytes: mean(bytes),
  };
}

function averageOf(costs: readonly Cost[]): Cost {
  const average = (part: keyof Cost): number => mean(costs.map((cost) => cost[part]));
  return { user: average("user"), system: average("system"), bytes: average("bytes") };
}
