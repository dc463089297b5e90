import { type ArraySchema, type FieldBuilder, type SchemaType, schema, t } from "@colyseus/schema";
import { isJoinable } from "./free-seats.ts";
import { fieldOf } from "./games/options.ts";
import type { Listing, TablePage } from "./schemas/lobby.ts";
import { entriesOf, pure, type Synced, type Told } from "./synced.ts";
import { writeFields, writeList } from "./write.ts";

/** A listing's fields in their synced order, with their defaults where a server of another version leaves them out. */
const EMPTY: Listing = {
  id: "",
  code: "",
  game: "flower-war",
  status: "gathering",
  seats: 0,
  open: 0,
  host: "",
  preset: "",
  speed: "none",
  people: [],
  temple: false,
  createdAt: 0,
  replaceable: 0,
  silent: false,
  language: "",
  bots: [],
  admission: "anyone",
  title: "",
  watchDelay: 0,
  unwatched: false,
  takeBacks: false,
  pauses: 0,
  holidays: 0,
  handOvers: "no",
  judges: false,
};
const FIELDS = Object.entries(EMPTY) as readonly [keyof Listing, Listing[keyof Listing]][];

type SyncedFields = {
  [K in keyof Listing]: Listing[K] extends readonly (infer Item)[]
    ? FieldBuilder<ArraySchema<Item>, true>
    : FieldBuilder<Listing[K], true>;
};

/** Numbers are up to 255, but for those that are named here. */
function syncedFields(): SyncedFields {
  const fields = FIELDS.map(([name, standard]) => [
    name,
    typeof standard === "object" ? t.array("string") : fieldOf([standard]).default(standard),
  ]);
  return {
    ...Object.fromEntries(fields),
    createdAt: t.float64().default(0),
    watchDelay: t.uint16().default(0),
  } as SyncedFields;
}

/** The synced state of a `Listing`. */
export const ListingState = pure(() => schema(syncedFields(), "Listing"));
type ListingState = SchemaType<typeof ListingState>;

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

/** Orders the lobby: matches that can be joined first, then those with most people, then the newest. Equal only to itself. */
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
type ReadableListing = { readonly [K in keyof Listing]?: ReadableField<Listing[K]> | undefined };
type ReadableField<V> = V extends readonly (infer Item)[] ? Iterable<Item> : V;

/** Reads the fields of a listing from any object that has them; missing ones are as in `EMPTY`. */
export function readListing(from: ReadableListing): Listing {
  const listing: Record<string, unknown> = {};
  for (const [name, standard] of FIELDS) {
    const value = from[name] ?? standard;
    listing[name] = typeof value === "object" ? [...value] : value;
  }
  return listing as unknown as Listing;
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
