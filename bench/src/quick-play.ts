import { setTimeout as pause } from "node:timers/promises";
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { isInstalled } from "../../test/support/programs.ts";
import { post } from "./http.ts";
import { openMatches } from "./measures.ts";
import { processorSeconds } from "./process.ts";
import { type StartedServer, startServer } from "./subjects/flower-war.ts";
import { startJoinedServers } from "./subjects/joined-servers.ts";
import { RoomClient } from "./subjects/room-client.ts";

/** Open tables of another game that are listed. */
const LISTED = [0, 5_000] as const;
/** Requests that do not count, since the server's code is compiled then, and those that count. */
const [WARM_UP, COUNTED] = [100, 400] as const;
/** ms for what was sent to arrive. */
const SETTLE = 1_000;

export interface QuickPlay {
  readonly servers: number;
  /** Open tables of another game, each with a player who waits. */
  readonly listed: number;
  /** ms of the servers' processor time for a request: the first of four creates a match, the others join it. */
  readonly processor: number;
  /** ms from the request to its answer, one after the other. */
  readonly took: number;
}

/** Measures what a quick play costs beside so many listed matches, with one server, and with two that are joined if they can be. */
export async function measureQuickPlay(): Promise<readonly QuickPlay[]> {
  const results: QuickPlay[] = [];
  for (const listed of LISTED) {
    await using server = await startServer();
    results.push(await measureBeside(listed, [server]));
  }
  if (!isInstalled("redis", "postgres")) return results;
  for (const listed of LISTED) {
    await using joined = await startJoinedServers(2);
    results.push(await measureBeside(listed, joined.servers));
  }
  return results;
}

async function measureBeside(listed: number, servers: readonly StartedServer[]): Promise<QuickPlay> {
  const url = servers[0]?.url ?? "";
  const pids = servers.map(({ pid }) => pid);
  const waiting = await openMatches(listed, async () => {
    const table = { game: "tieqchieq", name: "Citlali", clock: { profile: "none" } };
    const { reservation } = await post<SeatReservation>(url + PATHS.matches, table);
    return RoomClient.join(url, reservation, false, () => {});
  });
  await requestQuickPlays(url, WARM_UP);
  await pause(SETTLE);
  const before = processorSeconds(pids);
  const from = performance.now();
  await requestQuickPlays(url, COUNTED);
  const took = (performance.now() - from) / COUNTED;
  const processor = ((processorSeconds(pids) - before) / COUNTED) * 1000;
  for (const client of waiting) client.close();
  return { servers: servers.length, listed, processor, took };
}

async function requestQuickPlays(url: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await post(url + PATHS.quickPlay, { game: "flower-war", name: "Citlali" });
}
