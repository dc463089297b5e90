import type { Agreement } from "@flower-war/rules";
import type { Challenge } from "./challenges.ts";
import type { ChatLine, ChatPage, Reaction } from "./chat.ts";
import type { LoggedEntry, WireEntry } from "./entries.ts";
import type { Announcement, BotKind } from "./http.ts";

/** Requests of the room `match` (Colyseus `room.request`): payload and answer. Refused with a `RefusalBody`. */
export interface MatchRequests {
  /**
   * Seals the sender's nonce while the match gathers (docs/fair-dice.md). A seat's first seal counts; the answer says which that is,
   * with its key.
   */
  seal: { payload: Seal; answer: Seal };
  /**
   * Reveals the sender's sealed nonce once `MatchDetails.revealing` says so, 1-64 of `A-Z a-z 0-9 _ -`. Of a seat without a seal,
   * as older clients have it: adds the nonce to the match's dice, as long as no seals are fixed. A seat's first nonce counts; the
   * answer says which that is.
   */
  nonce: { payload: { nonce: string }; answer: { nonce: string } };
  /** Says whether the sender is ready for the match to begin. */
  ready: { payload: { ready: boolean }; answer: Record<string, never> };
  /** Moves the sender to an open seat; the connection closes with `CLOSE.moved`, and the sender's token is one for that seat. */
  "move-seat": { payload: { seat: string }; answer: Record<string, never> };
  /** Lets a bot take an open seat, or changes the kind of the bot there. For the host. */
  "seat-bot": { payload: { seat: string; kind: BotKind }; answer: Record<string, never> };
  /** Opens the seat of a bot or of another player, whose connection closes with `CLOSE.removed`. For the host. */
  "free-seat": { payload: { seat: string }; answer: Record<string, never> };
  /**
   * Invites a bot account that is online, by its id or its name, to an open seat, for `BOT_LIMITS.open`. The seat stays open
   * meanwhile: who takes it first has it. For the host, until the match begins. Asked again while it is open it changes nothing.
   */
  challenge: { payload: { seat: string; bot: string }; answer: Record<string, never> };
  /** Makes another player the host. For the host. */
  "hand-over": { payload: { seat: string }; answer: Record<string, never> };
  /** Begins the match with those who sit; open seats are removed. For the host. */
  start: { payload: Record<string, never>; answer: Record<string, never> };
  /** Says whether others can join this private match by its short code, until it begins. For the host. */
  "show-code": { payload: { shown: boolean }; answer: Record<string, never> };
  /** Submits a command. The answer comes when the command is durable and applied. */
  command: { payload: CommandRequest; answer: CommandAnswer };
  /** Marks the sender's player as present: a seat that was away is theirs again. Answers with the server's time. */
  here: { payload: Record<string, never>; answer: { now: number } };
  /**
   * Offers the other people to end the match; with one person in play an abort ends it at once. The answer comes when the offer
   * is shown. Asked again while it is open, or after it has ended the match, it changes nothing.
   */
  offer: { payload: { what: Agreement }; answer: Record<string, never> };
  /** Agrees to the open offer of this id. The last one ends the match: the answer comes when that is durable. */
  accept: { payload: { id: string }; answer: Record<string, never> };
  /** Closes the offer of this id, if it is open: its maker withdraws it, the others decline it. */
  decline: { payload: { id: string }; answer: Record<string, never> };
  /**
   * For the one who stayed when all others are away: `win` makes their seats concede, as `concede` of the game; `abort` ends the
   * match. The answer comes when that is durable.
   */
  claim: { payload: { what: Claim }; answer: Record<string, never> };
  /** Returns the commands that the sender may submit now. */
  legal: { payload: Record<string, never>; answer: { commands: { type: string }[] } };
  /**
   * Returns the next entries after number `after`, from 0, as the sender may see them: at most `LIMITS.logPage`, and at least
   * one if there are any. Ask again with the number of the last one until that is `n`.
   */
  log: { payload: { after: number }; answer: LogPage };
  /** Returns the first line of the match's record, with which every chain begins, once the match has begun (docs/fair-dice.md). */
  header: { payload: Record<string, never>; answer: { header: string } };
  /**
   * Signs the head of the seat's chain after entry `n`: each `SIGNED_EVERY`th, and the last of a match that is over. A seat's first
   * signature of each counts. The answer comes when it is durable.
   */
  witness: { payload: SeatSignature; answer: Record<string, never> };
  /**
   * Says a line in the match's chat. A repeated id gets the first answer. `name` is for spectators, and mandatory for them.
   * The answer comes when the line is durable and sent to all who see it.
   */
  say: { payload: { id: string; text: string; name?: string }; answer: { n: number } };
  /** The same with one of `REACTIONS`. */
  react: { payload: { id: string; reaction: Reaction; name?: string }; answer: { n: number } };
  /** Returns the next lines of the chat after number `after`, from 0, that the sender may see: at most `LIMITS.logPage`. */
  chat: { payload: { after: number }; answer: ChatPage };
  /** Returns the server's time. Unlike `here`, it says nothing about the sender's player. */
  time: { payload: Record<string, never>; answer: { now: number } };
  /**
   * Tells the operator of another player, with the end of the match's log. The player is not told. A repeated report of the same seat
   * changes nothing.
   */
  report: { payload: ReportRequest; answer: Record<string, never> };
  /** Makes the sender's seat local to the temple that shows this code. */
  "pair-temple": { payload: { code: string }; answer: { templeId: string } };
  /**
   * Returns the temples that show codes now and that this seat can ask, and those at other matches, ordered by id; `null`: none is
   * offered to this address.
   */
  "nearby-temples": { payload: Record<string, never>; answer: { temples: readonly NearbyTemple[] | null } };
  /**
   * Shows the sender's name on one of the `nearby-temples`: its pair button makes the sender's seat local to it, and the state shows that
   * (temple protocol P-6). `wait`: ms until that is over.
   */
  "pair-nearby": { payload: { templeId: string }; answer: { wait: number } };
  /** Takes the sender's name off the temple that `pair-nearby` asked, if it is still shown there. */
  "stop-nearby": { payload: Record<string, never>; answer: Record<string, never> };
  /** Makes the sender's seat local to no temple. */
  "unpair-temple": { payload: Record<string, never>; answer: Record<string, never> };
}

/** A temple in the players' own network (temple protocol P-6). */
export interface NearbyTemple {
  readonly templeId: string;
  /** Whether it takes part in another match, so that it cannot be asked. The answer does not say in which. */
  readonly elsewhere: boolean;
}

/** The part of its nonce that a seat publishes before any seat reveals its own. */
export interface Seal {
  /** SHA-256 of the nonce's text, 64 lower-case hex digits. */
  seal: string;
  /** The public key with which the seat signs (Ed25519), 64 lower-case hex digits; `""`: it signs nothing. */
  key: string;
}

/** A signature of what a seat has seen. */
export interface SeatSignature {
  /** The number of the entry after which the chain has this head. */
  n: number;
  /** 64 lower-case hex digits. */
  head: string;
  /** The signature of `signedText` by the seat's key, 128 lower-case hex digits. */
  signature: string;
}

/** The claims of the one who stayed. */
export const CLAIMS = ["win", "abort"] as const;
export type Claim = (typeof CLAIMS)[number];

export interface CommandRequest {
  /** The sender's id for this command, 1-64 of `A-Z a-z 0-9 _ -`: a repeated request gets the first answer. */
  id: string;
  command: { type: string };
}

export interface CommandAnswer {
  /** The number of the match's entry that this command made, from 1. */
  n: number;
  /** The commands that the sender may submit now, as `legal` answers. Missing from older servers. */
  legal?: { type: string }[];
}

/** A part of a match's log. */
export interface LogPage {
  /** In order, without a gap. */
  entries: LoggedEntry[];
  /** The number of the match's entries so far. */
  n: number;
  /**
   * The entries of this page that came from a client of the reader's own seat, with their commands as the rules read them: they are
   * part of the seat's chain. Empty for a spectator; missing from older servers.
   */
  own?: [n: number, command: { type: string }][];
}

/** Why a player is reported. */
export const REPORT_REASONS = ["insults", "name", "cheating", "stalling", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export interface ReportRequest {
  /** The reported player's. */
  seat: string;
  reason: ReportReason;
  /** At most `LIMITS.reportText` characters; may be empty. */
  text: string;
}

/** Messages of the room `match` from the server. */
export interface MatchMessages {
  /** One entry of the match, as this viewer may see it; `parseEntry` reads it. Follows the patch that shows its effect. */
  entry: WireEntry;
  /**
   * A seat's time is almost over: at `deadline` (ms since 1970) the server plays for it. Sent once in each turn of the seat; only after
   * a server's sudden death perhaps again. `turn` counts those from 1; older servers do not send it.
   */
  warning: { seat: string; deadline: number; turn?: number };
  /** The challenges of this table, one for each seat at most, after each change. Sent to who joins if there are any. */
  challenges: readonly Challenge[];
  /** A new line of the chat that this client may see. */
  chat: ChatLine;
  /** An operator announced something, e.g. maintenance. */
  announcement: Announcement;
}
