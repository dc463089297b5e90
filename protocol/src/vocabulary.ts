/* The closed lists of words that cross the wire, each with its type. */

/** `gathering`: seats are open, or nonces missing. */
export const MATCH_STATUSES = ["gathering", "playing", "over"] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/**
 * When a match begins. `full`: when every seat is taken. `host`: when its host starts it, or every seat is taken and every
 * person is ready. `countdown`: when every seat is taken, which bots do after `LIMITS.countdown`.
 */
export const START_MODES = ["full", "host", "countdown"] as const;
export type StartMode = (typeof START_MODES)[number];

/**
 * Who may sit down at a table. `anyone`: whoever its name admits; `accounts`: of them, players with an account; `finishers`: of these,
 * who finished 80 % of their last 20 matches, or are new; `invited`: who has the table's invitation.
 */
export const ADMISSIONS = ["anyone", "accounts", "finishers", "invited"] as const;
export type Admission = (typeof ADMISSIONS)[number];

/** What the judge of a table may do. */
export const JUDGE_ACTS = ["pause", "resume", "give-time", "free-seat", "ask-end"] as const;

/** Whether players may hand their seats over in play: not, as they like, or unless another person at the table objects. */
export const HAND_OVERS = ["no", "yes", "asks"] as const;

/**
 * Who has a seat. `bot`: one of the server's own bots. `bot-account`: a player who is a program; its seat is else like that of a person,
 * who is `human`.
 */
export const SEAT_KINDS = ["open", "human", "bot", "bot-account"] as const;
export type SeatKind = (typeof SEAT_KINDS)[number];

/** Whether the holder of such a seat plays over a connection. */
export function isPlayer(kind: SeatKind): kind is "human" | "bot-account" {
  return kind === "human" || kind === "bot-account";
}

/** Kinds of bots, the weakest first: `easy` answers at once, `skilled` looks ahead, `strong` does so for longer. */
export const BOT_KINDS = ["easy", "skilled", "strong"] as const;
export type BotKind = (typeof BOT_KINDS)[number];

/**
 * Kinds of players: a `guest` is known by a token alone, an `account` by passkeys and recovery codes too. A `bot` is a program with an
 * account of its own, known by a token alone, and is one for ever.
 */
export const PLAYER_KINDS = ["guest", "account", "bot"] as const;
export type PlayerKind = (typeof PLAYER_KINDS)[number];

/** What a personal token is good for. */
export const SCOPES = ["play", "chat", "bot"] as const;
export type Scope = (typeof SCOPES)[number];

/** `none`: the match waits without limit. */
export const CLOCK_PROFILES = ["none", "quick", "relaxed", "days"] as const;
export type ClockProfile = (typeof CLOCK_PROFILES)[number];

/** What can be said with one press: praise, haste, pain, thanks, laughter. */
export const REACTIONS = ["bravo", "hurry", "ouch", "thanks", "laugh"] as const;
export type Reaction = (typeof REACTIONS)[number];

/** What the one who stayed may claim. */
export const CLAIMS = ["win", "abort"] as const;
export type Claim = (typeof CLAIMS)[number];

/**
 * Why a match is not rated for a player, though matches of its kind are. `short`: a player gave commands in too few turns; `repeated`:
 * players met too often while a rating was provisional; `reversed`: an operator took the rating back.
 */
export const UNRATED = ["short", "repeated", "reversed"] as const;
export type Unrated = (typeof UNRATED)[number];

/** Why a player is reported. */
export const REPORT_REASONS = ["insults", "name", "table-name", "cheating", "stalling", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Why a bot account declines a challenge. */
export const DECLINE_REASONS = ["busy", "game", "options", "clock", "other"] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Why a stream ended, in its last line. */
export const STREAM_ENDS = [
  "moved",
  "replaced",
  "closed",
  "removed",
  "withheld",
  "handed-over",
  "ended",
  "expelled",
  "banned",
] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

/** Kinds of sanctions: a banned player can neither play nor watch; a muted player cannot talk. */
export const SANCTION_KINDS = ["ban", "mute"] as const;
export type SanctionKind = (typeof SANCTION_KINDS)[number];

/** Roles of operators: moderators deal with players and reports; administrators can do everything, and manage operators. */
export const OPERATOR_ROLES = ["moderator", "administrator"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
