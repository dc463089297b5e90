/** What each part of an installation takes: measured on real server processes, by processor time and memory alone. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { measureTemples } from "@flower-war/loadtest/temples";
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { post } from "../http.ts";
import { measureIdle, measurePaced, measureUnderWay, openMatches, playCommands } from "../measures.ts";
import { collectGarbage, processorSeconds, residentBytes } from "../process.ts";
import { measureAsleep } from "../sleeping/measure.ts";
import { SqliteSleepers } from "../sleeping/sqlite.ts";
import { type RunningSubject, SEATS } from "../subject.ts";
import { FlowerWarMatch, flowerWar, SMALL_SEMI_SPACE, startServer } from "../subjects/flower-war.ts";
import { RoomClient } from "../subjects/room-client.ts";
import { startServerAndBridge } from "../temple-hosts.ts";
import { BOT_KINDS, type BotKind, BotTable } from "./bot-table.ts";

/** How much is done. The report names it beside each row. */
export interface CapacityScale {
  /** Tables that are played at people's pace; and s that they are. */
  readonly tables: number;
  readonly seconds: number;
  /** Tables that have just begun, and those at entry 300. */
  readonly early: number;
  readonly late: number;
  readonly sleeping: number;
  /** Tables that are watched, and spectators of each. */
  readonly watched: number;
  readonly watchers: number;
  readonly temples: number;
  /** Tables with three bots of each kind. */
  readonly bots: { readonly [kind in BotKind]: number };
  /** s until V8 has returned the memory that was used before. */
  readonly settle: number;
}

/** Takes about eight minutes. */
export const FULL: CapacityScale = {
  tables: 200,
  seconds: 15,
  early: 200,
  late: 100,
  sleeping: 20_000,
  watched: 20,
  watchers: 20,
  temples: 300,
  bots: { easy: 20, skilled: 4, strong: 1 },
  settle: 12,
};

/** Takes about five minutes: the order of magnitude, but for memory, which needs more tables to show. */
export const QUICK: CapacityScale = {
  ...FULL,
  tables: 60,
  seconds: 8,
  early: 100,
  late: 30,
  sleeping: 5_000,
  watched: 5,
  temples: 100,
  bots: { easy: 8, skilled: 2, strong: 1 },
  settle: 6,
};

/** s between two decisions at a table of people. */
export const PACE = 3;
/** Decisions a second at a watched table: more than people make, so that what a watcher costs shows. */
const WATCHED_RATE = 5;
/** Beads a second, over all temples. */
const BEADS = 50;
/** Commands of each table before what counts: V8 compiles the server's code then. */
const WARM_UP = 40;

/** Processor times are s of one core; memory and storage are bytes. */
export interface CapacityFigures {
  /** A server process without a table. */
  readonly server: { readonly memory: number };
  /** A table of four people that is played: for a second of play, for a decision, and what it holds. */
  readonly table: {
    readonly processor: number;
    readonly decision: number;
    readonly early: number;
    readonly late: number;
  };
  /** A person who takes a seat. */
  readonly seat: { readonly processor: number };
  readonly sleeping: { readonly memory: number; readonly stored: number };
  /** A spectator with a WebSocket: what it holds, and what each entry costs that it is shown. */
  readonly watcher: { readonly memory: number; readonly entry: number };
  /** A temple at the bridge's own broker: what it holds there, and a bead in both processes. */
  readonly temple: { readonly memory: number; readonly bead: number };
  /** A bridge without a temple. */
  readonly bridge: { readonly memory: number };
  readonly bots: { readonly [kind in BotKind]: BotFigures };
}

export interface BotFigures {
  /** s of a core for a decision: in the bots' processes; and in the server, for a command of such a table. */
  readonly thought: number;
  readonly command: number;
  /** Bytes of each bots' process; 0: such bots need none. */
  readonly memory: number;
  /** Decisions that were measured. */
  readonly decisions: number;
}

/** @param log called with what is measured next */
export async function measureCapacity(
  scale: CapacityScale,
  log: (message: string) => void,
): Promise<CapacityFigures> {
  let step = 0;
  const total = 5 + BOT_KINDS.length;
  const tell = (message: string) => log(`${++step} of ${total}: ${message}`);
  tell(`${scale.tables} tables of four at a decision every ${PACE} s, for ${scale.seconds} s`);
  const played = await measurePlayed(scale);
  tell(`what ${scale.early} new tables hold, and ${scale.late} at entry 300`);
  const held = await measureHeld(scale);
  tell(`what ${scale.sleeping} sleeping tables hold`);
  await using sleepers = new SqliteSleepers();
  const bytes = await measureAsleep(sleepers, scale.sleeping);
  const { stored } = sleepers;
  tell(`${scale.watched * scale.watchers} watchers of ${scale.watched} tables`);
  const watcher = await measureWatchers(scale);
  tell(`${scale.temples} temples, ${BEADS} beads a second for ${scale.seconds} s`);
  const { temple, bridge } = await measureTemple(scale);
  const bots: Partial<Record<BotKind, BotFigures>> = {};
  for (const kind of BOT_KINDS) {
    tell(`${scale.bots[kind]} tables with three ${kind} bots, for ${scale.seconds} s`);
    bots[kind] = await measureBots(kind, scale);
  }
  return {
    server: { memory: held.server },
    table: { ...played.table, early: held.early, late: held.late },
    seat: played.seat,
    sleeping: { memory: Math.max(0, bytes) / scale.sleeping, stored: stored / scale.sleeping },
    watcher,
    temple,
    bridge,
    bots: bots as Record<BotKind, BotFigures>,
  };
}

async function measurePlayed({ tables, seconds }: CapacityScale) {
  await using server = await startServer();
  const pids = [server.pid];
  const open = () => FlowerWarMatch.open(server.url);
  const warm = await openMatches(tables / 2, open);
  await playCommands(warm, WARM_UP);
  for (const match of warm) match.close();
  const before = processorSeconds(pids);
  const matches = await openMatches(tables, open);
  const seat = (processorSeconds(pids) - before) / (tables * SEATS);
  await playCommands(matches, WARM_UP);
  const paced = await playAtPace(pids, matches, tables / PACE, seconds);
  return {
    seat: { processor: seat },
    table: { processor: paced.processor / tables, decision: paced.processor / paced.rate },
  };
}

/** Plays matches that are there. They are closed afterwards. */
function playAtPace(pids: readonly number[], matches: FlowerWarMatch[], perSecond: number, seconds: number) {
  const rest = matches.slice();
  const openMatch = async () => rest.pop() as FlowerWarMatch;
  const running: RunningSubject = { pids, openMatch, stop: async () => {} };
  return measurePaced(running, matches.length, perSecond, { seconds });
}

async function measureHeld({ early, late, settle }: CapacityScale) {
  const running = await flowerWar.start(true);
  await pause(settle * 1000);
  const server = residentBytes(running.pids);
  const { bytes } = await measureIdle(running, { idleMatches: early, settle, watch: 0.1 });
  await running.stop();
  const another = await flowerWar.start(true);
  const lateBytes = await measureUnderWay(another, { underWayMatches: late, settle });
  await another.stop();
  return { server, early: bytes, late: lateBytes };
}

async function measureWatchers({ watched, watchers, seconds, settle }: CapacityScale) {
  await using server = await startServer({ NODE_OPTIONS: SMALL_SEMI_SPACE });
  const { url, pid } = server;
  const open = () => openMatches(watched, () => FlowerWarMatch.open(url));
  const warm = await open();
  await playCommands(warm, WARM_UP);
  for (const match of warm) match.close();
  const rate = watched * WATCHED_RATE;
  const alone = await playAtPace([pid], await open(), rate, seconds);
  const matches = await open();
  const settled = async () => {
    collectGarbage([pid]);
    await pause(settle * 1000);
    return residentBytes([pid]);
  };
  const before = await settled();
  const seats = matches.map(({ state }) => url + PATHS.seats.replace(":id", state.id));
  let next = 0;
  const clients = await openMatches(watched * watchers, async () => {
    const path = seats[next++ % watched] ?? "";
    const { reservation } = await post<SeatReservation>(path, { spectate: true });
    return RoomClient.join(url, reservation, false, () => {});
  });
  const memory = (await settled()) - before;
  const beside = await playAtPace([pid], matches, rate, seconds);
  for (const client of clients) client.close();
  const extra = beside.processor / beside.rate - alone.processor / alone.rate;
  return { memory: Math.max(0, memory) / clients.length, entry: Math.max(0, extra) / watchers };
}

async function measureTemple({ temples, seconds, settle }: CapacityScale) {
  const host = await startServerAndBridge();
  const pids = [host.server, host.bridge];
  await pause(settle * 1000);
  const memory = residentBytes([host.bridge]);
  let [connected, used] = [0, 0];
  const load = { ...host, temples, beads: BEADS, seconds, ack: 0 };
  const { beads, lost } = await measureTemples(load, () => {
    connected = residentBytes([host.bridge]);
    used = processorSeconds(pids);
  });
  const bead = (processorSeconds(pids) - used) / beads;
  await host.stop();
  if (lost > 0) throw new Error(`${lost} temples lost their connection`);
  return { bridge: { memory }, temple: { memory: Math.max(0, connected - memory) / temples, bead } };
}

async function measureBots(kind: BotKind, { bots, seconds }: CapacityScale): Promise<BotFigures> {
  await using server = await startServer();
  const { url, pid, operatorUrl } = server;
  const tables = await openMatches(bots[kind], () => BotTable.open(url, kind));
  // Bots' processes start with the first thoughts.
  await pause(5_000);
  const thinkers = listChildren(pid);
  const read = async () => {
    const commands = await countCommands(operatorUrl);
    return { ...commands, server: processorSeconds([pid]), thought: processorSeconds(thinkers) };
  };
  const before = await read();
  await pause(seconds * 1000);
  const after = await read();
  const memory = thinkers.length === 0 ? 0 : residentBytes(thinkers) / thinkers.length;
  for (const table of tables) table.close();
  const decisions = after.bots - before.bots;
  return {
    thought: (after.thought - before.thought) / decisions,
    command: (after.server - before.server) / (after.all - before.all),
    memory,
    decisions,
  };
}

/** Returns the ids of the processes that a process has started and that run. */
function listChildren(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  const lists = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/children`, "utf8"));
  return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

/** Reads how many commands a server has accepted, of bots and of all. */
async function countCommands(operatorUrl: string) {
  const page = await (await fetch(`${operatorUrl}/metrics`)).text();
  const counts = [...page.matchAll(/^flower_war_commands_accepted_total\{by="(\w+)"\} (\d+)$/gm)];
  const all = counts.reduce((sum, [, , count]) => sum + Number(count), 0);
  return { all, bots: Number(counts.find(([, by]) => by === "bot")?.[2] ?? 0) };
}
