/** The server that `lobby.ts` measures. Its matches are listed as if other servers played them. */
import { matchMaker } from "@colyseus/core";
import type { Listing } from "@flower-war/protocol";
import { readListing } from "@flower-war/protocol/server";
import { startServer } from "../src/app.ts";
import { publishListing } from "../src/match/outbound/listing.ts";
import { type Cancel, systemTime } from "../src/time.ts";

/** What the bench orders. */
export interface LobbyOrder {
  /** Lists so many matches. */
  readonly list?: number;
  /** From now on so many changes a second. */
  readonly change?: number;
}

/** What the server has used since its start. */
export interface LobbyUse {
  /** s of processor time */
  readonly processor: number;
  /** bytes resident */
  readonly memory: number;
  readonly changes: number;
}

const GAMES = ["flower-war", "mexica", "space-aztecs", "tieqchieq"] as const;
const SPEEDS = ["none", "quick", "relaxed", "days"] as const;
const NAMES = ["Marisol", "Citlali", "Jun", "Itzel", "Xochitl", "Tlalli"] as const;

/** The fields in which its matches do not differ. */
const DEFAULTS = readListing({});

const server = await startServer({ port: 0 });
const listed: Listing[] = [];
let created = 0;
let changes = 0;
let stop: Cancel = () => {};

process.on("message", ({ list = 0, change }: LobbyOrder) => {
  for (let i = 0; i < list; i++) create();
  if (change !== undefined) {
    stop();
    stop = change === 0 ? () => {} : systemTime.every(1000 / change, changeOne);
  }
  const { user, system } = process.cpuUsage();
  process.send?.({
    processor: (user + system) / 1e6,
    memory: process.memoryUsage.rss(),
    changes,
  } satisfies LobbyUse);
});
process.once("disconnect", () => void server.stop().then(() => process.exit()));
process.send?.(server.url);

/** In turn: a match is created, a seat taken, a match ends. */
function changeOne(): void {
  changes += 1;
  if (changes % 3 === 0) return create();
  const [one] = listed.splice((changes * 7919) % listed.length, 1);
  if (!one) return;
  if (changes % 3 === 1) return publishListing(matchMaker.presence, { gone: one.id });
  const open = Math.max(0, one.open - 1);
  const people = [...one.people.slice(0, one.seats - open - 1), NAMES[changes % NAMES.length] ?? ""];
  publish({ ...one, open, people, status: open === 0 ? "playing" : "gathering" });
}

/** Lists a new match; three of ten can be joined. */
function create(): void {
  created += 1;
  const i = created;
  const seats = 2 + (i % 3);
  const open = i % 10 < 3 ? 1 + (i % (seats - 1)) : 0;
  publish({
    ...DEFAULTS,
    id: `match${String(i).padStart(7, "0")}`,
    code: "4F7K",
    game: GAMES[i % GAMES.length] ?? "flower-war",
    status: open > 0 ? "gathering" : "playing",
    seats,
    open,
    host: NAMES[i % NAMES.length] ?? "",
    preset: "flower-war",
    speed: SPEEDS[(i >> 2) % SPEEDS.length] ?? "none",
    people: NAMES.slice(0, seats - open),
    temple: i % 50 === 0,
    createdAt: systemTime.now(),
  });
}

function publish(listing: Listing): void {
  listed.push(listing);
  publishListing(matchMaker.presence, { listing });
}
