/** The measures, the same for every subject. */
import { setTimeout as pause } from "node:timers/promises";
import { runConcurrently } from "@flower-war/loadtest/temples";
import { mean, median, percentile } from "@flower-war/loadtest/percentiles";
import {
  collectGarbage,
  type ProcessorTime,
  processorSeconds,
  processorTime,
  residentBytes,
} from "./process.ts";
import { type CommandTiming, type Match, type RunningSubject, SEATS } from "./subject.ts";

/** How much is done. The figures depend on it, so the report names it. */
export interface Scale {
  /** Idle matches (P5, P6). */
  readonly idleMatches: number;
  /** Idle matches in which much has happened (P5). */
  readonly underWayMatches: number;
  /** s until V8 has returned the memory that playing left behind. */
  readonly settle: number;
  /** s for which idle matches are watched. */
  readonly watch: number;
  /** Matches that are played as fast as possible (P2, P4). */
  readonly busyMatches: number;
  /** Matches that share a steady rate of commands: few (P3) and many (P7). */
  readonly fewMatches: number;
  readonly manyMatches: number;
  /** s that each measure takes. */
  readonly seconds: number;
  /** Temples of P8: those bound to a match, for beads and for lamps, and those that are only connected. */
  readonly boundTemples: number;
  readonly lampMatches: number;
  readonly temples: number;
}

/** Percentiles, in ms. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Matches that are opened at the same time. */
const CONCURRENCY = 32;
/** s of play that do not count, at the start. */
const WARM_UP = 1;
/** ms after which a command counts as lost. */
const TIMEOUT = 5000;

/** Opens so many matches, `CONCURRENCY` at a time. */
export async function openMatches<T>(count: number, open: () => Promise<T>): Promise<T[]> {
  return runConcurrently(count, open, CONCURRENCY);
}

export interface Joins {
  /** P6: seats taken in a second, from the request for a seat to the first state. */
  readonly rate: number;
  /** P6: the same per second of processor time of the server. */
  readonly perProcessorSecond: number;
}

/** P6: takes the seats of so many new matches. */
export async function measureJoins(running: RunningSubject, { idleMatches }: Scale): Promise<Joins> {
  const warm = await seatMatches(running, idleMatches / 5);
  const { matches, took, used } = await seatMatches(running, idleMatches);
  for (const match of [...warm.matches, ...matches]) match.close();
  const seats = SEATS * idleMatches;
  return { rate: seats / took, perProcessorSecond: seats / used };
}

/** How often each of two subjects has its turn, and the matches of a turn. */
const JOIN_TURNS = { turns: 10, matches: 60 } as const;

/** Takes seats in two subjects in turns. Returns the joins of the second per second of processor time, as a share of those of the first. */
export async function measureJoinsInTurns(
  subjects: readonly [RunningSubject, RunningSubject],
): Promise<number> {
  const sides = subjects.map((running) => ({ running, used: 0, matches: [] as Seated[] }));
  for (let turn = 0; turn < JOIN_TURNS.turns; turn++) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      const { matches, used } = await seatMatches(side.running, JOIN_TURNS.matches);
      side.matches.push(...matches);
      // The first turns warm up.
      if (turn >= 2) side.used += used;
    }
  }
  for (const match of sides.flatMap(({ matches }) => matches)) match.close();
  return (sides[0]?.used ?? 0) / (sides[1]?.used ?? 0);
}

type Seated = Pick<Match, "close">;

/** Takes the seats of so many matches. `took` and `used`: s, and those of processor time of the server. */
async function seatMatches(running: RunningSubject, count: number) {
  const begun = performance.now();
  const before = processorSeconds(running.pids);
  const matches = await openMatches<Seated>(count, () => running.seatMatch?.() ?? running.openMatch());
  const took = (performance.now() - begun) / 1000;
  return { matches, took, used: processorSeconds(running.pids) - before };
}

export interface Idle {
  /** P5: bytes of the server's memory per match. */
  readonly bytes: number;
  /** P5: share of a core that all idle matches take. */
  readonly processor: number;
  /** P4: bytes of a first state, with the handshake. */
  readonly first: number;
}

/** Opens matches in which nothing happens, and watches them when the garbage of opening them is collected. */
export async function measureIdle(
  running: RunningSubject,
  { idleMatches, settle, watch }: Pick<Scale, "idleMatches" | "settle" | "watch">,
): Promise<Idle> {
  const warm = await openMatches(CONCURRENCY, () => running.openMatch());
  const before = residentBytes(running.pids);
  const matches = await openMatches(idleMatches, () => running.openMatch());
  collectGarbage(running.pids);
  await pause(settle * 1000);
  const used = processorSeconds(running.pids);
  const from = performance.now();
  await pause(watch * 1000);
  const processor = (processorSeconds(running.pids) - used) / ((performance.now() - from) / 1000);
  const bytes = (residentBytes(running.pids) - before) / idleMatches;
  const first = matches.reduce((sum, match) => sum + match.first, 0) / (SEATS * idleMatches);
  for (const match of [...warm, ...matches]) match.close();
  return { bytes, processor, first };
}

/** Commands of each match that is under way. */
export const UNDER_WAY = 300;
/** P5: plays matches to an entry, then lets them idle. Returns bytes of the server's memory per match, without garbage. */
export async function measureUnderWay(
  running: RunningSubject,
  { underWayMatches, settle }: Pick<Scale, "underWayMatches" | "settle">,
): Promise<number> {
  const openUnderWay = async (count: number): Promise<Match[]> => {
    const matches = await openMatches(count, () => running.openMatch());
    await playCommands(matches, UNDER_WAY);
    collectGarbage(running.pids);
    await pause(settle * 1000);
    return matches;
  };
  // As many again leave as much garbage and code behind.
  const warm = await openUnderWay(underWayMatches / 2);
  const before = residentBytes(running.pids);
  const matches = await openUnderWay(underWayMatches);
  const bytes = (residentBytes(running.pids) - before) / underWayMatches;
  for (const match of [...warm, ...matches]) match.close();
  return bytes;
}

export interface Rate {
  /** P2: commands acknowledged and shown to all four clients in a second. */
  readonly rate: number;
  /** P2: the same per second of processor time of the server, which other load on the machine hardly changes. */
  readonly perProcessorSecond: number;
  /** P4: bytes that one client receives for one command, over all commands and clients. */
  readonly bytes: { readonly median: number; readonly mean: number; readonly p99: number };
}

/** Plays each match as fast as possible until it is over. */
export async function measureRate(running: RunningSubject, { busyMatches, seconds }: Scale): Promise<Rate> {
  const matches = await openMatches(busyMatches, () => running.openMatch());
  const { played, took, used, bytes } = await playFast(running, matches, WARM_UP, seconds);
  for (const match of matches) match.close();
  const received = { median: median(bytes), mean: mean(bytes), p99: percentile(bytes, 0.99) };
  return { rate: played / took, perProcessorSecond: played / used, bytes: received };
}

export interface Turns {
  /** Commands per second of processor time over all turns, of the first and the second subject. */
  readonly perProcessorSecond: readonly [number, number];
  /** The second's as a share of the first's. */
  readonly ratio: number;
  /** The same of each turn. */
  readonly ratios: readonly number[];
}

/** How often each of two subjects has its turn. */
const TURNS = 12;

/** Plays the matches of two subjects in turns, so that both find the machine as busy. Each goes first every other time. */
export async function measureTurns(
  subjects: readonly [RunningSubject, RunningSubject],
  { busyMatches, seconds }: Scale,
): Promise<Turns> {
  const sides = await Promise.all(
    subjects.map(async (running) => {
      const matches = await openMatches(busyMatches, () => running.openMatch());
      return { running, matches, turns: [] as Played[] };
    }),
  );
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { running, matches, turns } of turn % 2 === 0 ? sides : sides.toReversed()) {
      turns.push(await playFast(running, matches, turn === 0 ? WARM_UP : 0, seconds / 2));
    }
  }
  for (const match of sides.flatMap(({ matches }) => matches)) match.close();
  const [first = [], second = []] = sides.map(({ turns }) => turns);
  const perProcessorSecond = [rateOf(first), rateOf(second)] as const;
  const ratios = first.map((turn, i) => rateOf(second.slice(i, i + 1)) / rateOf([turn]));
  return { perProcessorSecond, ratio: perProcessorSecond[1] / perProcessorSecond[0], ratios };
}

function rateOf(turns: readonly Played[]): number {
  const sum = (read: (turn: Played) => number) => turns.reduce((total, turn) => total + read(turn), 0);
  return sum(({ played }) => played) / sum(({ used }) => used);
}

export interface Played {
  /** Commands. */
  readonly played: number;
  /** s; and those of processor time of the server. */
  readonly took: number;
  readonly used: number;
  /** Bytes that each client received for each command. */
  readonly bytes: readonly number[];
}

/** Plays matches as fast as possible for some seconds. @param warmUp s before that which do not count */
export async function playFast(
  running: RunningSubject,
  matches: readonly Match[],
  warmUp: number,
  seconds: number,
): Promise<Played> {
  let bytes: number[] = [];
  const stop = new AbortController();
  const playOn = async (match: Match): Promise<void> => {
    while (!stop.signal.aborted && !match.isOver) bytes.push(...(await match.play()).bytes);
  };
  const players = Promise.all(matches.map(playOn));
  players.catch(() => {}); // thrown below, when the time is over
  await pause(warmUp * 1000);
  bytes = [];
  const before = processorSeconds(running.pids);
  const begun = performance.now();
  await pause(seconds * 1000);
  // A machine that is very busy may need longer for the first one.
  while (bytes.length === 0 && performance.now() - begun < TIMEOUT) await pause(5);
  const took = (performance.now() - begun) / 1000;
  const used = processorSeconds(running.pids) - before;
  const received = bytes.slice();
  stop.abort();
  await players;
  return { played: received.length / SEATS, took, used, bytes: received };
}

/** Plays so many commands of each match, fewer of one that ends. */
export async function playCommands(matches: readonly Match[], most: number): Promise<PlayedCommands> {
  const bytes: number[] = [];
  let played = 0;
  const playOn = async (match: Match): Promise<void> => {
    for (let i = 0; i < most && !match.isOver; i++) {
      bytes.push(...(await match.play()).bytes);
      played += 1;
    }
  };
  await Promise.all(matches.map(playOn));
  return { played, bytes };
}

type PlayedCommands = Pick<Played, "played" | "bytes">;

export interface Cost extends ProcessorTime {
  /** Bytes that a client receives for it. */
  readonly bytes: number;
}

/** Measures what a command costs that is played meanwhile: µs of the server's processor time. */
export async function measureCost(pid: number, run: () => Promise<PlayedCommands>): Promise<Cost> {
  const before = processorTime([pid]);
  const { played, bytes } = await run();
  const after = processorTime([pid]);
  const each = (part: keyof ProcessorTime) => ((after[part] - before[part]) / played) * 1e6;
  return { user: each("user"), system: each("system"), bytes: mean(bytes) };
}

export interface Paced {
  readonly acknowledged: Latency;
  readonly shown: Latency;
  /** Commands that were not shown within 5 s. */
  readonly lost: number;
  /** Commands that were played in a second: the requested rate, if the subject kept up. */
  readonly rate: number;
  /** Bytes of the server's memory. */
  readonly memory: number;
  /** s of the server's processor time for a second of play. */
  readonly processor: number;
}

/** Plays commands at a steady rate over all matches. Each is timed from when it was due; the first ones do not count. */
export async function measurePaced(
  running: RunningSubject,
  count: number,
  perSecond: number,
  { seconds }: Pick<Scale, "seconds">,
): Promise<Paced> {
  const free = await openMatches(count, () => running.openMatch());
  const all = [...free];
  const plays: (Omit<CommandTiming, "at"> & { readonly due: number })[] = [];
  let lost = 0;
  const play = async (match: Match, due: number): Promise<void> => {
    const waited = performance.now() - due;
    const { acknowledged, shown, bytes } = await match.play();
    plays.push({ acknowledged: acknowledged + waited, shown: shown + waited, bytes, due });
    if (!match.isOver) free.push(match);
  };
  const usedBefore = processorSeconds(running.pids);
  const begun = performance.now();
  const span = seconds + WARM_UP;
  const total = perSecond * span;
  let started = 0;
  // A subject that cannot keep up gets twice the time, and a minute more until a command that counts was started.
  const isInTime = (): boolean => {
    const extra = started <= perSecond * WARM_UP ? 60_000 : 0;
    return performance.now() - begun < span * 2000 + extra;
  };
  while (started < total && isInTime()) {
    const elapsed = performance.now() - begun;
    while (started < Math.min(total, (elapsed / 1000) * perSecond)) {
      const match = free.shift();
      if (match === undefined) break;
      const due = begun + (started / perSecond) * 1000;
      started += 1;
      void play(match, due).catch(() => (lost += 1));
    }
    await pause(1);
  }
  const took = (performance.now() - begun) / 1000;
  const processor = (processorSeconds(running.pids) - usedBefore) / took;
  const rate = started / took;
  const deadline = performance.now() + TIMEOUT;
  while (plays.length + lost < started && performance.now() < deadline) await pause(5);
  const memory = residentBytes(running.pids);
  for (const match of all) match.close();
  const counted = plays.filter(({ due }) => due - begun >= WARM_UP * 1000);
  return {
    acknowledged: summarize(counted.map(({ acknowledged }) => acknowledged)),
    shown: summarize(counted.map(({ shown }) => shown)),
    lost: started - plays.length,
    rate,
    memory,
    processor,
  };
}

/** Returns the percentiles of times. */
export function summarize(times: readonly number[]): Latency {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
