/** What a command costs as everything around it grows. */
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cost, measureCost, openMatches, playCommands } from "./measures.ts";
import { mean } from "@flower-war/loadtest/percentiles";
import { copyMatch } from "./stored-copies.ts";
import { FlowerWarMatch, type StartedServer, startServer } from "./subjects/flower-war.ts";

/** How large each thing grows, from what it is compared with. */
const SIZES = { matches: [100, 1_000, 5_000], entries: [50, 5_000], stored: [0, 100_000] } as const;
/** Matches that are played while the others idle, and those that become long. */
const [PLAYED, LONG] = [100, 8] as const;
/** Commands of each match that is played: before the measurement, so that V8 has compiled what is run often, and in it. */
const COMMANDS = { before: 60, measured: 60 } as const;
/** Commands of each long match in one turn, and how many turns each length has. */
const TURN = { commands: 20, turns: 6 } as const;

const ENDLESS_GAME = join(import.meta.dirname, "../games/endless.mjs");

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
  await using server = await startServer();
  const idle = await openMatches(matches - PLAYED, async () => {
    const match = await FlowerWarMatch.open(server.url);
    match.closeAllButOne();
    return match;
  });
  return measurePlayed(server, idle);
}

/** Plays matches of both lengths in turns, on one server. They are of a game that never ends, as Flower War does after some hundred entries. */
async function measureLengths(): Promise<{ readonly [entries: string]: Cost }> {
  await using server = await startServer({}, [], ["--game", ENDLESS_GAME]);
  const { url, pid } = server;
  const sides = [];
  for (const entries of SIZES.entries.toReversed()) {
    const matches = await openMatches(LONG, () => FlowerWarMatch.open(url, { game: "endless" }));
    await playCommands(matches, entries);
    sides.push({ entries, matches, costs: [] as Cost[] });
  }
  for (let turn = 0; turn < TURN.turns; turn++)
    for (const { matches, costs } of sides)
      costs.push(await measureCost(pid, () => playCommands(matches, TURN.commands)));
  for (const match of sides.flatMap(({ matches }) => matches)) match.close();
  return Object.fromEntries(sides.map(({ entries, costs }) => [entries, averageOf(costs)]));
}

/** Plays matches on a server whose database has others, none of which is in memory. */
async function withStored(matches: number): Promise<Cost> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-bench-"));
  const { path: DATA_DIR } = folder;
  const first = await startServer({ DATA_DIR });
  const match = await FlowerWarMatch.open(first.url);
  await playCommands([match], COMMANDS.before);
  match.close();
  await first.stop();
  copyMatch(join(DATA_DIR, "flower-war.db"), { copies: matches, isOver: true, facts: 12 });
  await using server = await startServer({ DATA_DIR });
  return measurePlayed(server, []);
}

/** Measures commands of matches that are new on a server, then closes these and others. */
async function measurePlayed({ url, pid }: StartedServer, others: readonly FlowerWarMatch[]): Promise<Cost> {
  const played = await openMatches(PLAYED, () => FlowerWarMatch.open(url));
  await playCommands(played, COMMANDS.before);
  const cost = await measureCost(pid, () => playCommands(played, COMMANDS.measured));
  for (const match of [...others, ...played]) match.close();
  return cost;
}

function averageOf(costs: readonly Cost[]): Cost {
  const average = (part: keyof Cost): number => mean(costs.map((cost) => cost[part]));
  return { user: average("user"), system: average("system"), bytes: average("bytes") };
}
