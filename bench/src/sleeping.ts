/** What matches by days cost that sleep, and how punctually they wake (docs/architecture.md, "Matches that sleep"). */
import { mkdtempDisposableSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "@flower-war/loadtest/percentiles";
import { PATHS } from "@flower-war/protocol";
import { post } from "./http.ts";
import { playCommands } from "./measures.ts";
import { collectGarbage, residentBytes } from "./process.ts";
import { copyId, copyMatch, openStored } from "./stored-copies.ts";
import { FlowerWarMatch, type StartedServer, startServer } from "./subjects/flower-war.ts";

/** Matches that sleep; commands of each. */
const [SLEEPING, COMMANDS] = [100_000, 40] as const;
/** Clocks that end while the server runs, and s in which they do: from when on, and for how long. */
const [ENDING, FROM, LONG] = [400, 20, 40] as const;
/** s after the start at which the server is killed, once. */
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
  /** ms by which what follows from a clock's end was late, with one server, and with one that is killed and started again. */
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

export async function measureSleeping(): Promise<Sleeping> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-sleeping-"));
  const environment = { DATA_DIR: folder.path };
  const file = join(folder.path, "flower-war.db");
  const { bytes } = await measureAsleep(folder.path, SLEEPING);
  const woken = await wakeSome(environment);
  const late = await endClocks(environment, file, 0, false);
  const lateAfterKill = await endClocks(environment, file, ENDING, true);
  return { bytes, woken, late, lateAfterKill };
}

export interface Asleep {
  /** Bytes that a server holds more with so many matches asleep than with one. */
  readonly bytes: number;
  /** Bytes of its database. */
  readonly stored: number;
}

/** Stores so many sleeping matches of 40 commands in a data folder, and measures what a server holds for them. */
export async function measureAsleep(folder: string, copies: number): Promise<Asleep> {
  const environment = { DATA_DIR: folder };
  const file = join(folder, "flower-war.db");
  await storeSleeper(environment);
  const one = await holdAsleep(environment);
  copyMatch(file, { copies, isOver: false });
  storeWakes(file);
  return { bytes: (await holdAsleep(environment)) - one, stored: statSync(file).size };
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

/** Lets all copies wake when the match does. */
function storeWakes(file: string): void {
  using database = openStored(file);
  database.exec(`INSERT INTO wakes (match, due_at)
    SELECT heads.match, wakes.due_at FROM heads JOIN wakes WHERE heads.match LIKE 'copy%'`);
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
async function endClocks(
  environment: NodeJS.ProcessEnv,
  file: string,
  after: number,
  isKilled: boolean,
): Promise<Late> {
  const ends = bringForward(file, after);
  let server: StartedServer = await startServer(environment);
  if (isKilled) {
    await pause(KILLED * 1000);
    process.kill(server.pid, "SIGKILL");
    await server.stop();
    server = await startServer(environment);
  }
  await pause(Math.max(0, ...ends.map(({ at }) => at - Date.now())) + SETTLE);
  await server.stop();
  return readLate(file, ends);
}

interface End {
  readonly match: string;
  /** When its clock ends if a server runs until then, ms since 1970. */
  readonly at: number;
}

/** Makes everything in some copies have happened so long ago that their clocks end soon, evenly. */
function bringForward(file: string, after: number): End[] {
  using database = openStored(file);
  const begin = Date.now() + FROM * 1000;
  const { ended } = database
    .prepare("SELECT due_at + 1500 AS ended FROM wakes WHERE match NOT LIKE 'copy%'")
    .get() as { ended: number };
  const ends = Array.from({ length: ENDING }, (_, i) => ({
    match: copyId(after + i + 1),
    at: begin + Math.round((i / ENDING) * LONG * 1000),
  }));
  const facts = database.prepare(`UPDATE facts SET (at, text, crc) = (
      SELECT at, text, checksum(match, n, at, text)
      FROM (SELECT at + :by AS at, json_set(text, '$.at', at + :by) AS text)
    ) WHERE match = (SELECT id FROM heads WHERE heads.match = :match)`);
  const wakes = database.prepare("UPDATE wakes SET due_at = due_at + :by WHERE match = :match");
  // As if a server had always run: times without one are given back.
  database.exec("BEGIN; DELETE FROM downtimes; DELETE FROM heartbeats");
  for (const { match, at } of ends)
    for (const change of [facts, wakes]) change.run({ match, by: BigInt(at - ended) });
  database.exec("COMMIT");
  return ends;
}

/** Returns how late the first command after each clock's end was: times without a server are given back. */
function readLate(file: string, ends: readonly End[]): Late {
  using database = openStored(file);
  const entries =
    database.prepare(`SELECT text ->> 'at' AS at FROM facts WHERE text ->> 'type' = 'entry' AND at > :from
    AND match = (SELECT id FROM heads WHERE heads.match = :match) ORDER BY n LIMIT 1`);
  const downtime = database.prepare(
    "SELECT coalesce(sum(ended_at - began_at), 0) AS ms FROM downtimes WHERE ended_at <= ?",
  );
  const late = ends.flatMap(({ match, at }) => {
    const entry = entries.get({ match, from: at - 1000 }) as { at: number } | undefined;
    if (entry === undefined) return [];
    const { ms } = downtime.get(entry.at) as { ms: number };
    return [entry.at - at - ms];
  });
  const missed = ends.length - late.length;
  const punctual = late.filter((ms) => ms <= 1_000);
  const [waiting, worst] = [late.length - punctual.length, percentile(punctual, 1)];
  return { p50: percentile(late, 0.5), worst, waiting, missed };
}
