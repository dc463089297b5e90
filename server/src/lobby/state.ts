import { type SchemaType, schema, t } from "@colyseus/schema";
import type { GameName, MatchStatus } from "@flower-war/client-sdk/protocol";

/* The synced state of the lobby (client-sdk/protocol: `LobbyState`, `Listing`). */

export const ListingState = schema(
  {
    id: t.string().default(""),
    code: t.string().default(""),
    game: t.string<GameName>().default("flower-war"),
    status: t.string<MatchStatus>().default("gathering"),
    seats: t.uint8().default(0),
    open: t.uint8().default(0),
    host: t.string().default(""),
  },
  "Listing",
);
export type ListingState = SchemaType<typeof ListingState>;

export const LobbyState = schema({ matches: t.map(ListingState) }, "Lobby");
export type LobbyState = SchemaType<typeof LobbyState>;
