import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "@flower-war/loadtest/percentiles";
import { type AnyMatch, FlowerWar, memoryStore } from "@flower-war/client-sdk";
import { PATHS } from "@flower-war/protocol";
import type { Player } from "@flower-war/protocol/players";
import { TOURNAMENT_PATHS } from "@flower-war/protocol/tournaments";
import { retry } from "../../test/support/retry.ts";
import { newOrganiser } from "../../test/support/tournament-player.ts";
import { post } from "./http.ts";
import { processorSeconds } from "./process.ts";
import { startServer } from "./subjects/flower-war.ts";

const PLAYERS = 200;
/** Tables beside the arena, each with a person and a bot, and ms between two of their commands. */
const TABLES = 20;
const PACE = 50;
/** ms that are measured. */
const MEASURED = 10_000;

export interface Crowd {
  readonly players: number;
  /** ms after the start until all were paired, and until all of their matches were there. */
  readonly paired: number;
  readonly created: number;
  /** ms that 99 % of the commands of the tables beside it took at most: without it, and while it was paired. */
  readonly without: number;
  readonly during: number;
  /** s of the server's processor time in 10 s: without it, and while it was paired. */
  readonly processor: { readonly without: number; readonly during: number };
}

/** Measures what an arena of 200 players costs the server, and the tables beside it. */
export async function measureTournament(): Promise<Crowd> {
  await using server = await startServer({
    TRUST_PROXY: "loopback",
    PLAYERS_PER_MINUTE: "100000",
    CREATIONS_PER_MINUTE: "1000000",
    SEATS_PER_MINUTE: "1000000",
  });
  const { url, pid } = server;
  const organiser = await newOrganiser(url);
  const { id } = await organiser.create({ name: "Crowd", kind: "arena", game: "tieqchieq", seats: 2 });
  const path = url + TOURNAMENT_PATHS.registration.replace(":id", id);
  for (let i = 0; i < PLAYERS; i += 1) {
    const { token } = await post<Player>(url + PATHS.players, { name: `Player ${i}` });
    await post(path, {}, { authorization: `Bearer ${token}` });
  }
  const without = await measureTables(url, pid);
  const from = performance.now();
  await organiser.direct(id, { act: "start" });
  const measuring = measureTables(url, pid);
  let { tables } = await organiser.find(id);
  for (; tables.length < PLAYERS / 2; { tables } = await organiser.find(id)) await pause(20);
  const paired = performance.now() - from;
  for (const { match } of tables) {
    const isThere = async () => (await fetch(url + PATHS.match.replace(":id", match))).ok;
    while (!(await isThere())) await pause(20);
  }
  const created = performance.now() - from;
  const during = await measuring;
  return {
    players: PLAYERS,
    paired,
    created,
    without: without.p99,
    during: during.p99,
    processor: { without: without.processor, during: during.processor },
  };
}

/** Plays so many tables, and returns the ms that 99 % of their commands took at most. */
async function measureTables(url: string, pid: number) {
  const took: number[] = [];
  const before = processorSeconds([pid]);
  const until = performance.now() + MEASURED;
  await Promise.all(Array.from({ length: TABLES }, () => playOn(url, until, took)));
  return { p99: percentile(took, 0.99), processor: processorSeconds([pid]) - before };
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
