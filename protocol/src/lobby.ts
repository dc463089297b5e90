import { type SchemaType, schema, t } from "@colyseus/schema";
import type { GameName } from "./games/game-map.ts";
import type { MatchStatus } from "./match-state.ts";
import { pure, type PlainFields, type Synced } from "./synced.ts";
import { writeFields } from "./write.ts";

/** One public match that is not over, as the lobby lists it. */
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
    },
    "Listing",
  ),
);
type ListingState = SchemaType<typeof ListingState>;

export type Listing = PlainFields<ListingState>;

/** The synced state of the room `lobby`: every public match that is not over, by id. */
export const LobbyState = pure(() => schema({ matches: t.map(ListingState) }, "Lobby"));
export type LobbyState = SchemaType<typeof LobbyState>;

/** The lobby's state as clients read it. */
export type SyncedLobby = Synced<LobbyState>;

/** Adds a listing to the lobby's state, or updates the one of the same id. */
export function writeListing({ matches }: LobbyState, listing: Listing): void {
  const state = matches.get(listing.id) ?? new ListingState();
  writeFields(state, listing);
  if (!matches.has(listing.id)) matches.set(listing.id, state);
}

/** Reads all listings as plain values, in the order in which they were added. */
export function readListings({ matches }: SyncedLobby): readonly Listing[] {
  return [...matches.entries()].map(([, listing]) => readListing(listing));
}

/** Reads the fields of a listing from anything that has them among others. */
export function readListing({ id, code, game, status, seats, open, host }: Listing): Listing {
  return { id, code, game, status, seats, open, host };
}
