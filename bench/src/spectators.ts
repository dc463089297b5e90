import { setTimeout as pause } from "node:timers/promises";
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { post } from "./http.ts";
import { type ProcessorTime, processorTime } from "./process.ts";
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

export interface Crowd {
  readonly spectators: number;
  /** µs of the server's processor time for a command: its own, and the system's for it, which is mostly that of writing to sockets. */
  readonly user: number;
  readonly system: number;
}

/** Plays a match that so many watch, each time on a server of its own. Returns what a command costs. */
export async function measureSpectators(): Promise<readonly Crowd[]> {
  const crowds: Crowd[] = [];
  for (const spectators of CROWDS) crowds.push(await measureCrowd(spectators));
  return crowds;
}

async function measureCrowd(spectators: number): Promise<Crowd> {
  const { url, pid, stop } = await startServer();
  try {
    await warmUp(url);
    const watched = await FlowerWarMatch.open(url);
    const seats = url + PATHS.seats.replace(":id", watched.state.id);
    const clients: RoomClient[] = [];
    while (clients.length < spectators) {
      const { reservation } = await post<SeatReservation>(seats, { spectate: true });
      clients.push(await RoomClient.join(url, reservation, false, () => {}));
    }
    await pause(SETTLE);
    const before = processorTime([pid]);
    const played = await play(watched, COUNTED);
    await pause(SETTLE);
    const used = processorTime([pid]);
    for (const client of clients) client.close();
    watched.close();
    const perCommand = (part: keyof ProcessorTime) =>
      Math.round(((used[part] - before[part]) / played) * 1e6);
    return { spectators, user: perCommand("user"), system: perCommand("system") };
  } finally {
    await stop();
  }
}

async function warmUp(url: string): Promise<void> {
  const matches = await Promise.all(Array.from({ length: WARM_UP }, () => FlowerWarMatch.open(url)));
  await Promise.all(matches.map((match) => play(match, WARM_UP_COMMANDS)));
  for (const match of matches) match.close();
}

/** Plays a match, for so many commands at most. Returns how many it were. */
async function play(match: FlowerWarMatch, most: number): Promise<number> {
  let played = 0;
  for (; played < most && !match.isOver; played++) await match.play();
  return played;
}
