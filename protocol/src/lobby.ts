import { type SchemaType, schema, t } from "@colyseus/schema";
import type { ClockProfile } from "./clocks.ts";
import { isJoinable } from "./free-seats.ts";
import type { GameName } from "./games/game-map.ts";
import type { MatchStatus } from "./match-state.ts";
import { entriesOf, listOf, type PlainFields, pure, type Synced, type Told } from "./synced.ts";
import { writeFields, writeList } from "./write.ts";

/** The synced state of a `Listing`. */
export const ListingState = pure(() =>
  schema(
    {
      id: t.string().default(""),
      /** The match's short code. */
      code: t.string().default(""),
      game: t.string<GameName>().default("flower-war"),
      status: t.string<MatchStatus>().default("gathering"),
      /** Seats of the match. */
      seats: t.uint8().default(0),
      /** Seats that are still open. */
      open: t.uint8().default(0),
      /** The name of the player who hosts it. */
      host: t.string().default(""),
      /** The name of the game's preset whose options it has; `""`: it has others. */
      preset: t.string().default(""),
      /** Of its clocks, as `speedOf`. */
      speed: t.string<ClockProfile>().default("none"),
      /** The names of the people who have seats, in turn order. */
      people: t.array("string"),
      /** Whether a seat is local to a temple. */
      temple: t.boolean().default(false),
      /** ms since 1970 */
      createdAt: t.float64().default(0),
      /** Seats of bots that a person may take though the match has begun: those of a countdown, before the first command. */
      replaceable: t.uint8().default(0),
      /** Whether the table has no chat. */
      silent: t.boolean().default(false),
      /** The language of its host, as in `CreateRequest`; `""`: unknown. */
      language: t.string().default(""),
      /** The names of the bot accounts that have seats, in turn order. */
      bots: t.array("string"),
    },
    "Listing",
  ),
);
type ListingState = SchemaType<typeof ListingState>;

/**
 * One public match that can be joined or watched, as the lobby lists it.
 * @interface
 */
export type Listing = PlainFields<ListingState> & {
  [K in keyof Pick<ListingState, "people" | "bots">]: readonly string[];
};

/** The synced state of the room `lobby`: one page of the listed matches that a filter selects. */
export const LobbyState = pure(() =>
  schema(
    {
      /** The matches of the page, by id. */
      matches: t.map(ListingState),
      /** Matches on all pages. */
      total: t.uint32().default(0),
      /** Which page this is: 1 to `pages`. */
      page: t.uint32().default(1),
      /** At least 1. */
      pages: t.uint32().default(1),
    },
    "Lobby",
  ),
);
export type LobbyState = SchemaType<typeof LobbyState>;

/** The lobby's state as clients read it. */
export type SyncedLobby = Synced<LobbyState>;

/** Matches on one page of the lobby. */
export const LOBBY_PAGE = 20;

/** One page of the listed matches that a filter selects, in the lobby's order. */
export interface TablePage {
  readonly tables: readonly Listing[];
  /** Matches on all pages. */
  readonly total: number;
  /** Which page this is: 1 to `pages`. */
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
}

/** Orders the lobby: first what can be joined, then where most people are, then the newest. Equal only to itself. */
export function compareListings(one: Listing, other: Listing): number {
  return (
    Number(isJoinable(other)) - Number(isJoinable(one)) ||
    other.people.length - one.people.length ||
    other.createdAt - one.createdAt ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

/** Makes the lobby's state show a page. Returns whether anything changed. */
export function writeTablePage(state: LobbyState, { tables, ...counts }: TablePage): boolean {
  const shown = readTablePage(state);
  const before = new Map(shown.tables.map((listing) => [listing.id, listing]));
  const after = new Map(tables.map((listing) => [listing.id, listing]));
  let changed = false;
  for (const id of before.keys()) {
    if (after.has(id)) continue;
    state.matches.delete(id);
    changed = true;
  }
  for (const [id, listing] of after) {
    const known = before.get(id);
    if (known && areEqual(known, listing)) continue;
    writeListing(state, listing);
    changed = true;
  }
  for (const name of ["total", "page", "pages"] as const) {
    if (state[name] === counts[name]) continue;
    state[name] = counts[name];
    changed = true;
  }
  return changed;
}

/** Reads the lobby's state as plain values. */
export function readTablePage({ matches, total, page = 1, pages = 1 }: Told<SyncedLobby>): TablePage {
  const tables = entriesOf(matches).map(([, listing]) => readListing(listing));
  // Servers that have no pages list all matches.
  return { tables: tables.sort(compareListings), total: total ?? tables.length, page, pages };
}

/** A listing, wherever it is read from: servers of other versions may not have all fields. */
type ReadableListing = { readonly [K in keyof PlainFields<ListingState>]?: Listing[K] | undefined } & {
  readonly [K in "people" | "bots"]?: Iterable<string> | undefined;
};

/** Reads the fields of a listing from anything that has them among others. */
export function readListing(from: ReadableListing): Listing {
  const { id = "", code = "", game = "flower-war", status = "gathering", seats = 0, open = 0 } = from;
  const { host = "", preset = "", speed = "none", temple = false, createdAt = 0 } = from;
  const { replaceable = 0, silent = false, language = "" } = from;
  return {
    id,
    code,
    game,
    status,
    seats,
    open,
    host,
    preset,
    speed,
    people: listOf(from.people),
    temple,
    createdAt,
    replaceable,
    silent,
    language,
    bots: listOf(from.bots),
  };
}

function writeListing({ matches }: LobbyState, { people, bots, ...fields }: Listing): void {
  const state = matches.get(fields.id) ?? new ListingState();
  writeFields(state, fields);
  writeList(state.people, people);
  writeList(state.bots, bots);
  if (!matches.has(fields.id)) matches.set(fields.id, state);
}

function areEqual(one: Listing, other: Listing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
