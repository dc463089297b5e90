import { setTimeout as pause } from "node:timers/promises";
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { post } from "./http.ts";
import { measureCost, playCommands } from "./measures.ts";
import type { ProcessorTime } from "./process.ts";
import { FlowerWarMatch, startServer } from "./subjects/flower-war.ts";
import { RoomClient } from "./subjects/room-client.ts";

/** How many watch one match. */
const CROWDS = [0, 4, 100, 1_000] as const;
/** Matches without spectators, and commands of each: the server's code is compiled when it counts. */
const [WARM_UP, WARM_UP_COMMANDS] = [20, 150] as const;
/** Commands that count, at most. */
const COUNTED = 500;
/** ms for what was sent to arrive. */
const SETTLE = 500;

/** µs for a command: the server's own, and the system's for it, which is mostly that of writing to sockets. */
export interface Crowd extends ProcessorTime {
  readonly spectators: number;
}

/** Plays a match that so many watch, each time on a server of its own. Returns what a command costs. */
export async function measureSpectators(): Promise<readonly Crowd[]> {
  const crowds: Crowd[] = [];
  for (const spectators of CROWDS) crowds.push(await measureCrowd(spectators));
  return crowds;
}

async function measureCrowd(spectators: number): Promise<Crowd> {
  await using server = await startServer();
  const { url, pid } = server;
  await warmUp(url);
  const watched = await FlowerWarMatch.open(url);
  const seats = url + PATHS.seats.replace(":id", watched.state.id);
  const clients: RoomClient[] = [];
  while (clients.length < spectators) {
    const { reservation } = await post<SeatReservation>(seats, { spectate: true });
    clients.push(await RoomClient.join(url, reservation, false, () => {}));
  }
  await pause(SETTLE);
  const cost = await measureCost(pid, async () => {
    const played = await playCommands([watched], COUNTED);
    await pause(SETTLE);
    return played;
  });
  for (const client of clients) client.close();
  watched.close();
  return { spectators, user: Math.round(cost.user), system: Math.round(cost.system) };
}

async function warmUp(url: string): Promise<void> {
  const matches = await Promise.all(Array.from({ length: WARM_UP }, () => FlowerWarMatch.open(url)));
  await playCommands(matches, WARM_UP_COMMANDS);
  for (const match of matches) match.close();
}
