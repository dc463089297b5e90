import type {
  Announcement,
  ChatLine,
  Entry,
  GameMap,
  GameName,
  Offer,
  Rematch,
  SeatRequest,
  SeatReservation,
  SyncedSeat,
} from "@flower-war/protocol";
import type { AgreedOutcome } from "@flower-war/rules";
import type { Abortable } from "./abort.ts";
import type { Drop, SessionSettings } from "./connection/room-session.ts";
import type { LogEntry } from "./match-log.ts";
import type { Owed } from "./reported.ts";
import type { WitnessStore } from "./witness/stored-witness.ts";

/** A seat as everyone sees it. */
export interface SeatInfo<G extends GameName = GameName> extends Readonly<SyncedSeat> {
  readonly seat: GameMap[G]["seat"];
}

/** A seat reservation of one game. */
export type GameReservation<G extends GameName = GameName> = Omit<SeatReservation, "game" | "seat"> & {
  game: G;
  seat: GameMap[G]["seat"] | null;
};

/** One decision that a match waits for. */
export interface AwaitedDecision<G extends GameName = GameName> {
  readonly seat: GameMap[G]["seat"];
  readonly decision: GameMap[G]["decision"];
}

/** How a match ended: the game's outcome, or what its people agreed on (`isAgreed`). */
export type OutcomeOf<G extends GameName = GameName> = GameMap[G]["outcome"] | AgreedOutcome;

/** What a strong bot would do in your seat. */
export interface Hint<G extends GameName = GameName> {
  /** The number of entries before the decision that it is for. */
  readonly n: number;
  /** One or two, the better one first by the bot's judgement. */
  readonly moves: readonly {
    readonly command: GameMap[G]["command"];
    /** Your chance to come first after it, 0 to 1, as estimated. */
    readonly chance: number;
    /** Half of the chance's interval of 95 %. */
    readonly margin: number;
    /** What would follow at once, as you would see it, the likeliest first; `share`: in which part of the tries, 0 to 1. */
    readonly follows: readonly { readonly event: GameMap[G]["event"]; readonly share: number }[];
  }[];
}

/** The open offer to end a match. */
export interface OpenOffer<G extends GameName = GameName> extends Offer {
  readonly by: GameMap[G]["seat"];
  readonly accepted: readonly GameMap[G]["seat"][];
  readonly asked: readonly GameMap[G]["seat"][];
}

/** The players of a finished match who want a rematch, and its id. */
export interface WantedRematch<G extends GameName = GameName> extends Rematch {
  readonly seats: readonly GameMap[G]["seat"][];
}

/** An `Entry` of one game. */
export interface GameEntry<G extends GameName> extends Entry {
  readonly seat: GameMap[G]["seat"];
  readonly events: readonly GameMap[G]["event"][];
}

/** A `LogEntry` of one game. */
export type MatchLogEntry<G extends GameName = GameName> = GameEntry<G> & LogEntry;

/** The events of `match.on`. */
export interface MatchListeners<G extends GameName = GameName> {
  /**
   * `state` has changed, and with it `view`, `seats` and the other getters, or `connection` or `challenges` alone. Called after every patch,
   * and when the connection is lost and back.
   */
  change: () => void;
  /**
   * An event of the match; fields that this viewer may not see are missing. `entry.n` is the number of the entry that it
   * belongs to, `entry.seat` the seat whose command caused it. `state` already shows its effect. Entries made while the
   * connection was lost are not reported: `log()` has them.
   */
  event: (
    event: GameMap[G]["event"],
    entry: { readonly n: number; readonly seat: GameMap[G]["seat"] },
  ) => void;
  /**
   * A seat's time is almost over: at `deadline` (ms since 1970, by the server's clock) the server plays for it. Once in each turn of the
   * seat, also over lost connections and servers; not reported to a `Match` that joins after it.
   */
  warning: (warning: { readonly seat: GameMap[G]["seat"]; readonly deadline: number }) => void;
  /**
   * The debt of a temple in this match has changed: `h` and `t` are the beads to take out of each half of its lake, as
   * numbers below 0 (temple protocol J-12). Both are 0 when the debt is settled.
   */
  owed: (owed: Owed) => void;
  /** A new line of the chat. Lines that were said while the connection was lost are not reported: `chat()` has them. */
  chat: (line: ChatLine) => void;
  /** An operator announced something. Announcements made before are at `host.announcement()`. */
  announcement: (announcement: Announcement) => void;
  /** Whom your account mutes and blocks has changed, here or on another device: `identity.mutes()` has it. */
  mutes: () => void;
  /** The match is over. Called once, after the last event; never if the match was over when you joined. */
  ended: (outcome: OutcomeOf<G>) => void;
  /**
   * The connection was lost without `leave()`. Unless `drop.gone`, the SDK reconnects: `resumed` follows, or another
   * `dropped` that says why it gave up.
   */
  dropped: (drop: Drop) => void;
  /** The seat was taken again after a drop; `state` is complete and new. */
  resumed: () => void;
}

/** The parts that all matches of a `FlowerWar` share. */
export interface MatchSettings extends SessionSettings {
  /** The server's address, without a trailing slash. */
  readonly server: string;
  readonly store: WitnessStore | undefined;
}

/** Lets a match reserve, store and delete its viewer's seat. */
export interface SeatHandle {
  /** The viewer's name when they talk as a spectator. */
  readonly name: string;
  /** Takes a seat in the rematch of the match, which is a `Match` of the same game. */
  rematch(token: string, options: Abortable): Promise<object>;
  /** Connects with a reservation for the match. Resolves with a `Match` of the same game. */
  open(reserving: Promise<SeatReservation>): Promise<object>;
  /**
   * Reserves a place in the match: the seat of the viewer again, a spectator's, or another seat.
   * @param lost the public address of a server that was lost a moment ago: another one is better asked
   */
  reserve(request: SeatRequest, lost?: string): Promise<SeatReservation>;
  /** Stores the seat for `host.resume()`. */
  save(reservation: SeatReservation): void;
  /** Deletes the stored seat: the match is over, or the seat was given up. */
  delete(): void;
}
