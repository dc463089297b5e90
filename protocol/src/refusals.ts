import type { ProtocolRange } from "./version.ts";

/**
 * Why the server refuses a request, besides a game's own refusal codes: the HTTP status and the sentence of each code.
 * The code is stable, the sentence is for people. docs/protocol.md lists the same codes.
 */
export const REFUSAL_CODES = {
  "bad-request": { status: 400, message: "the request's body is not what this path takes" },
  "client-too-old": { status: 400, message: "this server no longer understands this version of the client" },
  "bad-option": { status: 400, message: "a host option is unknown or out of range" },
  "name-characters": {
    status: 400,
    message: "the name has characters that no name has, or that nobody sees",
  },
  "name-marks": { status: 400, message: "the name has too many marks on one letter" },
  "name-scripts": { status: 400, message: "the name mixes letters of different scripts" },
  "name-reserved": { status: 400, message: "the name is one of the server's own words, or looks like one" },
  "name-refused": { status: 400, message: "this server takes no such name" },
  "unknown-match": { status: 404, message: "no such match" },
  "unknown-player": { status: 404, message: "no such player" },
  "unknown-seat": { status: 404, message: "the match has no such seat" },
  "seat-taken": { status: 409, message: "the seat is taken and no token for it was given" },
  "match-full": { status: 409, message: "no seat is open" },
  "bad-token": { status: 403, message: "the token is not one for a seat of this match, or for a player" },
  "expired-token": { status: 403, message: "the token has expired: it was not used for a long time" },
  "bad-nonce": { status: 400, message: "not a nonce, or not the one that was sealed" },
  "bad-seal": { status: 400, message: "not a seal, or not a public key" },
  "seal-required": { status: 409, message: "this table takes sealed nonces only: send their seal first" },
  "seals-open": { status: 409, message: "the seals are not fixed yet: reveal the nonce when they are" },
  "seals-fixed": {
    status: 409,
    message: "the seals of this match are fixed: it takes no more, and who sits stays as they are",
  },
  withheld: {
    status: 403,
    message: "you did not reveal a nonce that you sealed at this table, so you cannot sit here again",
  },
  "too-many-withheld": { status: 429, message: "too many sealed nonces were not revealed from here" },
  "bad-signature": { status: 400, message: "not a signature of this head by the seat's key" },
  "no-key": { status: 409, message: "the seat signs nothing: it has given no key" },
  "no-header": {
    status: 409,
    message: "the match began on an older server: its record is of format 1, and has no witness",
  },
  "match-not-started": { status: 409, message: "not all seats are taken yet, or not all nonces given" },
  "match-begun": { status: 409, message: "the match has begun: its seats stay as they are" },
  "not-host": { status: 403, message: "only the table's host can do this" },
  "no-player": { status: 409, message: "no person has this seat" },
  "own-seat": { status: 409, message: "this is your own seat: leave the match to free it" },
  "too-few-players": { status: 409, message: "fewer seats are taken than the game needs" },
  "offer-open": { status: 409, message: "another offer is open: answer it first" },
  "no-offer": { status: 409, message: "this offer is no longer open" },
  "too-many-offers": { status: 429, message: "your last offer was not accepted: offer again later" },
  "no-opponent": { status: 409, message: "no other person plays: nobody can agree to a draw" },
  "abort-too-late": { status: 409, message: "a match can be aborted only before its third turn" },
  "not-away": { status: 409, message: "not all others have been away for long enough" },
  "match-not-over": {
    status: 409,
    message: "the match is not over: its record becomes available when it is",
  },
  "match-ended": { status: 409, message: "the match is over and closed: its record is available" },
  "match-damaged": { status: 409, message: "the match can no longer be read; the operator has been told" },
  banned: { status: 403, message: "an operator of this server has banned you" },
  muted: { status: 403, message: "an operator of this server has muted you" },
  "bad-addresses": {
    status: 400,
    message: "not an address or a network like 203.0.113.0/24 or 2001:db8::/48",
  },
  "unknown-server": { status: 404, message: "no such server" },
  "unknown-report": { status: 404, message: "no such report" },
  "unknown-sanction": { status: 404, message: "no such ban or mute, or it was lifted already" },
  "too-many-reports": { status: 429, message: "too many reports from this address" },
  "too-many-attempts": { status: 429, message: "too many wrong secrets" },
  unauthorized: { status: 401, message: "the credentials are missing or wrong" },
  "too-many-creations": { status: 429, message: "too many matches created from this address" },
  "too-many-seats": { status: 429, message: "too many seats taken from this address" },
  "too-many-players": { status: 429, message: "too many players created from this address" },
  "too-many-sign-ins": { status: 429, message: "too many attempts to sign in from this address" },
  "too-many-changes": { status: 429, message: "too many changes from this address" },
  "too-many-records": { status: 429, message: "too many records of matches read from this address" },
  "too-many-spectators": { status: 429, message: "too many watch this match, or from this address" },
  "too-many-watchers": { status: 429, message: "too many watch the lobby, or from this address" },
  "too-many-reservations": { status: 429, message: "too many reserved places that nobody has used" },
  "server-full": { status: 503, message: "the server holds as many matches as it can" },
  "bad-passkey": { status: 400, message: "the passkey's answer is not valid, or too old: try again" },
  "unknown-passkey": { status: 404, message: "no account has this passkey" },
  "passkey-known": { status: 409, message: "an account has this passkey already" },
  "too-many-passkeys": { status: 409, message: "the account has as many passkeys as it can have" },
  "last-passkey": { status: 409, message: "this is the account's last passkey: add another one first" },
  "no-account": { status: 409, message: "the player is a guest: add a passkey first" },
  "bad-recovery-code": { status: 403, message: "not a recovery code, or one that was used" },
  "no-push": { status: 409, message: "this server sends no Web Push notices" },
  "bad-push": { status: 400, message: "not a subscription at a push service that this server uses" },
  "unknown-push": { status: 404, message: "the player has no such subscription" },
  "too-many-pushes": { status: 429, message: "too many subscriptions from this address" },
  "no-mail": { status: 409, message: "this server sends no e-mails" },
  "bad-mail": { status: 400, message: "not an e-mail address" },
  "bad-mail-token": { status: 403, message: "the link is too old, or its address was removed" },
  "too-many-mails": { status: 429, message: "too many e-mails to this address, or from here" },
  "too-many-messages": { status: 429, message: "too many messages" },
  "bot-account": { status: 409, message: "a bot account plays where a host invites it, and has no passkeys" },
  "not-bot-account": { status: 409, message: "the player is not a bot account" },
  "not-challenged": {
    status: 403,
    message: "a bot account takes a seat only if the table's host has invited it there",
  },
  "unknown-bot": { status: 404, message: "no bot account of this name or id is online" },
  "several-bots": {
    status: 409,
    message: "several bot accounts of this name are online: invite one by its id",
  },
  "bot-busy": { status: 409, message: "too many challenges to this bot account are open" },
  "challenge-open": {
    status: 409,
    message: "another bot account has been invited to this seat, or this one to another seat",
  },
  "too-many-challenges": { status: 429, message: "too many challenges from this address" },
  silent: { status: 409, message: "nobody talks at this table" },
  "text-missing": { status: 400, message: "there is nothing to say in the text" },
  "text-too-long": { status: 400, message: "the text is too long for one line" },
  "too-many-lines": { status: 429, message: "too many lines in a short time" },
  "chat-full": { status: 409, message: "the match's chat is full" },
  "too-large": { status: 413, message: "the payload is over the limit" },
  "bad-code": { status: 404, message: "no temple shows this code" },
  "too-many-codes": { status: 429, message: "too many wrong codes" },
  "temple-elsewhere": { status: 409, message: "this temple is bound to another match" },
  "no-nearby": { status: 403, message: "no temple is offered to this address: enter the code of one" },
  "temple-away": { status: 409, message: "this temple shows no code now" },
  "temple-busy": { status: 409, message: "somebody else asks this temple: wait until that is over" },
  "pairing-open": { status: 409, message: "this seat asks a temple already" },
  "too-many-pairings": { status: 429, message: "too many temples asked from this address" },
  "no-temples": { status: 409, message: "this game is not played with temples" },
  "bad-temple-id": { status: 400, message: "not a temple id" },
  "temple-known": { status: 409, message: "a temple of this id is enrolled already" },
  "unknown-temple": { status: 404, message: "no temple of this id is enrolled" },
  "temple-offline": { status: 409, message: "the temple is offline" },
  "no-image": {
    status: 409,
    message: "the server has no firmware image for the temple's chip: put one into FIRMWARE_DIR",
  },
  "no-firmware": {
    status: 404,
    message: "this server has no firmware to install: no chip has all of its files in FIRMWARE_DIR",
  },
  "no-update": { status: 409, message: "the server's image is not newer than the firmware that runs" },
  "no-database": {
    status: 409,
    message: "this server has no database of its own: its data is in PostgreSQL, or not stored",
  },
  "bad-database": { status: 400, message: "this is not a whole database that this server can use" },
  "restore-busy": {
    status: 409,
    message: "another request for the database's files is under way: ask again when it is over",
  },
  "unknown-restore": {
    status: 404,
    message: "no such upload, or it waited too long and was deleted, and no such kept database",
  },
  "disk-full": { status: 507, message: "the server's disk has too little room for this" },
  "not-found": { status: 404, message: "no such path" },
  draining: { status: 503, message: "the server is shutting down: ask again in a moment" },
  unavailable: { status: 503, message: "the server cannot do this now; try again in a moment" },
  internal: { status: 500, message: "the server failed" },
} as const satisfies Record<string, { status: number; message: string }>;
export type RefusalCode = keyof typeof REFUSAL_CODES;

/** A refusal on the wire: an HTTP error's body, and the reason of a rejected room request. */
export interface RefusalBody {
  /** A `RefusalCode`, or one of the game's own. */
  code: string;
  message: string;
  /** What is at fault: a field, an option, a variable. */
  field?: string;
  /** ms until it makes sense to ask again. */
  wait?: number;
  /** With `banned`: the operator's reason. With `bad-database`: a `DatabaseFlaw`. */
  reason?: string;
  /** With `banned`: when the ban ends, ms since 1970. */
  until?: number;
  /** With `client-too-old`: the protocol numbers that the server understands. */
  supported?: ProtocolRange;
}

/** Whether a code is one of `REFUSAL_CODES`; a game's own codes are not. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, code);
}
