import { type SchemaType, schema, t } from "@colyseus/schema";
import type { GameName, MatchStatus, SeatState as SyncedSeat } from "@flower-war/client-sdk/protocol";

/*
 * The synced state that every game's matches share (client-sdk/protocol: `MatchState` says what the fields mean). A game
 * extends it by its `table`.
 */

export const SeatState = schema(
  {
    kind: t.string<SyncedSeat["kind"]>().default("open"),
    name: t.string().default(""),
    nonce: t.string().default(""),
    connected: t.boolean().default(false),
    temple: t.string().default(""),
    templeOnline: t.boolean().default(false),
    fixH: t.int32().default(0),
    fixT: t.int32().default(0),
  },
  "Seat",
);
export type SeatState = SchemaType<typeof SeatState>;

export const ClockState = schema(
  {
    reserve: t.number().default(0),
    turnEnds: t.float64().default(0),
    away: t.boolean().default(false),
  },
  "Clock",
);
export type ClockState = SchemaType<typeof ClockState>;

/** One seat's hand: its cards are in its owner's view alone. */
export const HandState = schema({ cards: t.array("string").view() }, "Hand");
export type HandState = SchemaType<typeof HandState>;

export const MatchState = schema(
  {
    id: t.string().default(""),
    code: t.string().default(""),
    game: t.string<GameName>().default("flower-war"),
    private: t.boolean().default(false),
    status: t.string<MatchStatus>().default("gathering"),
    commitment: t.string().default(""),
    secret: t.string().default(""),
    n: t.number().default(0),
    seats: t.map(SeatState),
    clocks: t.map(ClockState),
    clockRules: t.string().default(""),
    givenBack: t.number().default(0),
    hands: t.map(HandState),
  },
  "Match",
);
export type MatchState = SchemaType<typeof MatchState>;
