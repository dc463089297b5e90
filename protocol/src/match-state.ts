import { type SchemaType, schema, t } from "@colyseus/schema";
import { pure, type Synced, type SyncedMap, type Told } from "./synced.ts";
import type { MatchStatus, SeatKind } from "./vocabulary.ts";

export const SeatState = pure(() =>
  schema(
    {
      kind: t.string<SeatKind>().default("open"),
      name: t.string().default(""),
      /** The seat's part of the match's dice; `""`: none yet. */
      nonce: t.string().default(""),
      connected: t.boolean().default(false),
      /** The temple this seat is local to; `""`: none. */
      temple: t.string().default(""),
      templeOnline: t.boolean().default(false),
      /**
       * Beads to take out of Huitzilopochtli's and Tlaloc's half of the lake there, as numbers below 0 (temple protocol
       * J-12). They block no player.
       */
      fixH: t.int32().default(0),
      fixT: t.int32().default(0),
      /** The player says that the match can begin. Bots are always ready. */
      ready: t.boolean().default(false),
      /** The player runs the table while it gathers. */
      host: t.boolean().default(false),
      /** The id of the player whose seat it is; `""`: unknown here. */
      player: t.string().default(""),
      /** The number of the last entry that the seat has signed (request `witness`); 0: none. */
      signed: t.number().default(0),
    },
    "Seat",
  ),
);
export type SeatState = SchemaType<typeof SeatState>;

export const ClockState = pure(() =>
  schema(
    {
      /** ms left beyond the turn's own time, when that began. */
      reserve: t.number().default(0),
      /** When this turn's own time is over and the reserve runs, ms since 1970; 0: the seat is not awaited. */
      turnEnds: t.float64().default(0),
      /** The player is away, and the seat is played at once. */
      away: t.boolean().default(false),
    },
    "Clock",
  ),
);
export type ClockState = SchemaType<typeof ClockState>;

/** The part that only one seat sees. `cards` is in its owner's view only, `undefined` for all others; the game defines their meaning. */
export const HandState = pure(() => schema({ cards: t.array("string").view() }, "Hand"));
export type HandState = SchemaType<typeof HandState>;

/**
 * Returns the fields of the synced state that the matches of every game share; a game's own state has `table` after them. It extends no
 * schema of them: every client's first message would describe the states of all games that do, 1.3 KB.
 */
export const matchFields = () => ({
  id: t.string().default(""),
  /** The match's short code. */
  code: t.string().default(""),
  /** A `GameName`. */
  game: t.string().default("flower-war"),
  private: t.boolean().default(false),
  status: t.string<MatchStatus>().default("gathering"),
  /** SHA-256 of the match's secret, 64 lower-case hex digits (docs/fair-dice.md). */
  commitment: t.string().default(""),
  /** The secret, 64 lower-case hex digits; `""` until the match is over. */
  secret: t.string().default(""),
  /** Number of entries applied so far. */
  n: t.number().default(0),
  /** By seat, in turn order. */
  seats: t.map(SeatState),
  /** By seat, of people: their clocks. Empty: the match has none, or has not begun. */
  clocks: t.map(ClockState),
  /** `ClockRules` as JSON; `""`: the match has no clocks. */
  clockRules: t.string().default(""),
  /** ms given back to the clocks so far, because the server was away. */
  givenBack: t.number().default(0),
  /** By seat. */
  hands: t.map(HandState),
  /** What rarely changes besides, as `writeDetails` writes it (`MatchDetails`). */
  details: t.string().default(""),
});

const MatchState = pure(() => schema(matchFields(), "Match"));
/** The synced state of a match, as all that serves every game reads and writes it. */
export type MatchState = SchemaType<typeof MatchState>;

/** A match's state as clients read it; `table` is the game's own. */
export type SyncedMatch<Table = unknown> = Omit<Synced<MatchState>, "hands"> & {
  hands: ReadonlyHands;
  table: Table;
};
/** The same as it comes from a server of any version. */
export type ReadableMatch<Table = unknown> = Told<SyncedMatch<Table>>;

/** Whether a match has not begun: its table means nothing. */
export function isGathering({ status = "gathering" }: Pick<ReadableMatch, "status">): boolean {
  return status === "gathering";
}

/**
 * The public state of a seat.
 * @interface
 */
export type SyncedSeat = Synced<SeatState>;

/** Returns a seat as everyone sees it: a plain object with its name. What the server does not tell has its default. */
export function readSeat<Seat extends string>(
  seat: Seat,
  state: Told<SyncedSeat>,
): SyncedSeat & { seat: Seat } {
  const { kind = "open", name = "", nonce = "", connected = false, ready = false, host = false } = state;
  const { player = "", signed = 0, temple = "", templeOnline = false, fixH = 0, fixT = 0 } = state;
  const who = { kind, name, nonce, connected, ready, host, player, signed };
  return { seat, ...who, temple, templeOnline, fixH, fixT };
}

/**
 * The public state of a seat's clock.
 * @interface
 */
export type SyncedClock = Synced<ClockState>;
type ReadonlyHands = SyncedMap<{ cards: Iterable<string> | undefined }>;
