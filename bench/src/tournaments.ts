import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { percentile } from "@flower-war/loadtest/percentiles";
import { type AnyMatch, FlowerWar, memoryStore } from "@flower-war/client-sdk";
import { PATHS } from "@flower-war/protocol";
import { retry } from "../../test/support/retry.ts";
import { newOrganiser } from "../../test/support/tournament-player.ts";
import { processorSeconds } from "./process.ts";
import { startServer } from "./subjects/flower-war.ts";
import type { CrowdOrder, CrowdReport } from "./tournament-crowd.ts";

const PLAYERS = 200;
/** Tables beside the arena, each with a person and a bot, and ms between two of their commands. */
const TABLES = 20;
const PACE = 50;
/** ms of each part: without the arena, and with it. */
const WITHOUT = 20_000;
const WITH = 40_000;
/** How often the parts take turns. */
const TURNS = 2;

/** The tables beside an arena, without it or while it is played. */
interface Beside {
  /** ms that 99 % of their commands took at most. */
  readonly p99: number;
  readonly commands: number;
  /** s of the server's processor time in 10 s. */
  readonly processor: number;
}

export interface Crowd {
  readonly players: number;
  /** ms after the start until all were paired, and until all of their matches were there. */
  readonly paired: number;
  readonly created: number;
  /** Matches that the players played to their end meanwhile, each counted by both. */
  readonly played: number;
  /** ms that 99 % of the looks at the standings took at most, how many there were, and what of the players failed, by its code. */
  readonly looksP99: number;
  readonly looks: number;
  readonly failures: { readonly [code: string]: number };
  /** In turns. */
  readonly without: readonly Beside[];
  readonly during: readonly Beside[];
  /** Of the machine, over the last minute: at the beginning and at the end. */
  readonly loadAverage: readonly [number, number];
}

/**
 * Measures what an arena costs the server, and the tables beside it, whose 200 players look at its page, play, concede and are paired again. With
 * and without it in turns: other programs use the machine too.
 */
export async function measureTournament(): Promise<Crowd> {
  const before = loadavg()[0] ?? 0;
  await using server = await startServer({
    TRUST_PROXY: "loopback",
    PLAYERS_PER_MINUTE: "100000",
    CREATIONS_PER_MINUTE: "1000000",
    SEATS_PER_MINUTE: "1000000",
  });
  const { url, pid } = server;
  const organiser = await newOrganiser(url);
  const { id } = await organiser.create({ name: "Crowd", kind: "arena", game: "tieqchieq", seats: 2 });
  const order: CrowdOrder = { url, tournament: id, players: PLAYERS };
  const crowd = new Worker(new URL("./tournament-crowd.ts", import.meta.url), { workerData: order });
  const reported = async () => ((await once(crowd, "message")) as [CrowdReport])[0];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  const tell = (what: "on" | "off") => crowd.postMessage(what);
  const reports = [await reported()];
  const [without, during]: [Beside[], Beside[]] = [[], []];
  let made = { paired: 0, created: 0 };
  for (let turn = 0; turn < TURNS; turn += 1) {
    without.push(await measureTables(url, pid, WITHOUT));
    const measuring = measureTables(url, pid, WITH);
    tell("on");
    await organiser.direct(id, { act: turn === 0 ? "start" : "resume" });
    if (turn === 0) made = await untilMade(url, async () => (await organiser.find(id)).tables);
    during.push(await measuring);
    await organiser.direct(id, { act: "pause" });
    tell("off");
    reports.push(await reported());
  }
  await crowd.terminate();
  const looks = reports.flatMap((each) => each.looks);
  const failed = Map.groupBy(
    reports.flatMap(({ failures }) => failures),
    (code) => code,
  );
  const sum = (of: (report: CrowdReport) => number) => reports.reduce((all, each) => all + of(each), 0);
  return {
    players: PLAYERS,
    ...made,
    played: sum(({ matches }) => matches),
    looksP99: percentile(looks, 0.99),
    looks: looks.length,
    failures: Object.fromEntries([...failed].map(([code, all]) => [code, all.length])),
    without,
    during,
    loadAverage: [before, loadavg()[0] ?? 0],
  };
}

/** Returns the ms until all were paired, and until all of their matches were there. */
async function untilMade(url: string, read: () => Promise<readonly { readonly match: string }[]>) {
  const from = performance.now();
  let tables = await read();
  for (; tables.length < PLAYERS / 2; tables = await read()) await pause(20);
  const paired = performance.now() - from;
  for (const { match } of tables) {
    const isThere = async () => (await fetch(url + PATHS.match.replace(":id", match))).ok;
    while (!(await isThere())) await pause(20);
  }
  return { paired, created: performance.now() - from };
}

/** Plays so many tables for so many ms. */
async function measureTables(url: string, pid: number, ms: number): Promise<Beside> {
  const took: number[] = [];
  const before = processorSeconds([pid]);
  const until = performance.now() + ms;
  await Promise.all(Array.from({ length: TABLES }, () => playOn(url, until, took)));
  const processor = ((processorSeconds([pid]) - before) * 10_000) / ms;
  return { p99: percentile(took, 0.99), commands: took.length, processor };
}

/** Plays a table until a time, and notes how long each command took, ms. A table that is over is followed by another. */
async function playOn(url: string, until: number, took: number[]): Promise<void> {
  const host = new FlowerWar(url, { name: "Citlali", store: memoryStore() });
  const open = () => retry<AnyMatch>(() => host.create({ game: "tieqchieq", bots: 1, private: true }));
  let match = await open();
  for (let n = 0; performance.now() < until; n += 1) {
    const legal = match.legal().filter(({ type }) => type !== "concede");
    const command = legal[n % legal.length];
    if (command) {
      const sent = performance.now();
      await match.send(command as never).then(
        () => took.push(performance.now() - sent),
        () => {},
      );
    }
    if (match.status === "over") {
      await match.leave();
      match = await open();
    }
    await pause(PACE);
  }
  await match.leave();
}
