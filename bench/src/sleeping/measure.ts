/** What matches by days cost that sleep, and how punctually they wake (docs/architecture.md, "Matches that sleep"). */
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "@flower-war/loadtest/percentiles";
import { PATHS } from "@flower-war/protocol";
import { post } from "../http.ts";
import { playCommands } from "../measures.ts";
import { collectGarbage, residentBytes } from "../process.ts";
import { copyId } from "../stored-copies.ts";
import { FlowerWarMatch, startServer } from "../subjects/flower-war.ts";
import { PostgresSleepers } from "./postgres.ts";
import type { End, Sleepers } from "./sleepers.ts";
import { SqliteSleepers } from "./sqlite.ts";

/** Matches that sleep; commands of each. */
const [SLEEPING, COMMANDS] = [100_000, 40] as const;
/** Clocks that end while the server runs, and s in which they do: from when on, and for how long. */
const [ENDING, FROM, LONG] = [400, 20, 40] as const;
/** s after the start at which a server is killed, once. */
const KILLED = 40;
/** Matches that a request wakes. */
const WOKEN = 300;
/** ms for a server's memory to settle, and for the last match to be stored. */
const SETTLE = 12_000;

export interface Sleeping {
  /** Bytes that a server holds more with all matches than with one, all asleep. */
  readonly bytes: number;
  /** ms from a request for a sleeping match to its answer. */
  readonly woken: { readonly p50: number; readonly p99: number };
  /** ms by which what follows from a clock's end was late; and when a server is killed: a lone one is started again, of two the other goes on. */
  readonly late: Late;
  readonly lateAfterKill: Late;
}

export interface Late {
  readonly p50: number;
  /** Of those that were not later than 1 s. */
  readonly worst: number;
  /** How many were later than 1 s: a match that was awake when its server was killed waits for its players (docs/protocol.md, "Clocks"). */
  readonly waiting: number;
  /** Clocks that ended, and nothing followed. */
  readonly missed: number;
}

export async function measureSleeping(): Promise<{
  readonly lone: Sleeping;
  readonly joined: Sleeping | null;
}> {
  const lone = await measureIn(new SqliteSleepers());
  return {
    lone,
    joined: PostgresSleepers.isInstalled ? await measureIn(await PostgresSleepers.start()) : null,
  };
}

async function measureIn(opened: Sleepers): Promise<Sleeping> {
  await using sleepers = opened;
  const bytes = await measureAsleep(sleepers, SLEEPING);
  const woken = await wakeSome(sleepers.environment);
  const late = await endClocks(sleepers, 0, false);
  const lateAfterKill = await endClocks(sleepers, ENDING, true);
  return { bytes, woken, late, lateAfterKill };
}

/** Stores so many sleeping matches of 40 commands; returns the bytes that a server holds more with all of them asleep than with one. */
export async function measureAsleep(sleepers: Sleepers, copies: number): Promise<number> {
  const { environment } = sleepers;
  await storeSleeper(environment);
  const one = await holdAsleep(environment);
  await sleepers.copy(copies);
  return (await holdAsleep(environment)) - one;
}

/** Plays a match by days, and lets it fall asleep without its players. */
async function storeSleeper(environment: NodeJS.ProcessEnv): Promise<void> {
  await using server = await startServer(environment);
  const match = await FlowerWarMatch.open(server.url, { clock: "days" });
  await playCommands([match], COMMANDS);
  match.close();
  const countRooms = async () => {
    const page = await (await fetch(`${server.operatorUrl}/metrics`)).text();
    return Number(/^flower_war_matches\{status="playing"\} (\d+)$/m.exec(page)?.[1]);
  };
  while ((await countRooms()) > 0) await pause(1_000);
}

/** Returns the bytes that a server holds while all sleep. */
async function holdAsleep(environment: NodeJS.ProcessEnv): Promise<number> {
  await using server = await startServer(environment);
  await pause(SETTLE);
  collectGarbage([server.pid]);
  await pause(SETTLE);
  return residentBytes([server.pid]);
}

/** Asks for a spectator's place at some of them, one after the other. */
async function wakeSome(environment: NodeJS.ProcessEnv): Promise<Sleeping["woken"]> {
  await using server = await startServer(environment);
  const times: number[] = [];
  for (let i = 0; i < WOKEN; i++) {
    const from = performance.now();
    await post(server.url + PATHS.seats.replace(":id", copyId(SLEEPING - i)), { spectate: true });
    times.push(performance.now() - from);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Lets clocks of sleeping matches end, and reads when something followed. @param after how many copies come before them */
async function endClocks(sleepers: Sleepers, after: number, isKilled: boolean): Promise<Late> {
  const begin = Date.now() + FROM * 1000;
  const ends = Array.from({ length: ENDING }, (_, i) => ({
    match: copyId(after + i + 1),
    at: begin + Math.round((i / ENDING) * LONG * 1000),
  }));
  await sleepers.bringForward(ends);
  const start = () => startServer(sleepers.environment);
  const servers = await Promise.all(Array.from({ length: sleepers.servers }, start));
  const [first] = servers;
  if (isKilled && first !== undefined) {
    await pause(KILLED * 1000);
    process.kill(first.pid, "SIGKILL");
    await first.stop();
    servers.shift();
    if (servers.length === 0) servers.push(await start());
  }
  await pause(Math.max(0, ...ends.map(({ at }) => at - Date.now())) + SETTLE);
  await Promise.all(servers.map((server) => server.stop()));
  const late: (number | null)[] = [];
  for (const end of ends) late.push(await readLate(sleepers, end));
  return summarizeLate(late);
}

/** Returns by how many ms a command came after its clock's end; `null`: none came. Times without a server are given back. */
async function readLate(sleepers: Sleepers, end: End): Promise<number | null> {
  const followed = await sleepers.readFollowed(end);
  return followed && followed.at - end.at - followed.downtime;
}

function summarizeLate(all: readonly (number | null)[]): Late {
  const late = all.filter((ms) => ms !== null);
  const punctual = late.filter((ms) => ms <= 1_000);
  return {
    p50: percentile(late, 0.5),
    worst: percentile(punctual, 1),
    waiting: late.length - punctual.length,
    missed: all.length - late.length,
  };
}
