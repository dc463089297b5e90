import type { OperationId, Trait } from "./schemas/operations.ts";

/**
 * Why the server refuses a request, besides a game's own refusal codes: the HTTP status, the sentence of each code, and the
 * operations over HTTP that may have it, by name or by what they have in common. Codes without any are of operators, temples and bots.
 * The code is stable, the sentence is for people. docs/protocol.md lists them (`npm run generate`).
 */
export const REFUSAL_CODES = {
  "bad-request": refusal(400, "the request's body is not what this path takes", [
    "input",
    "requestPasskeyOptions",
    "requestProofOptions",
    "requestSignInOptions",
  ]),
  "client-too-old": refusal(400, "this server no longer understands this version of the client", [
    "versioned",
  ]),
  "bad-option": refusal(400, "a host option is unknown or out of range", ["creation"]),
  "name-characters": refusal(400, "the name has characters that no name has, or invisible ones", ["name"]),
  "name-marks": refusal(400, "the name has too many marks on one letter", ["name"]),
  "name-scripts": refusal(400, "the name mixes letters of different scripts", ["name"]),
  "name-reserved": refusal(400, "the name is one of the server's own words, or looks like one", ["name"]),
  "name-refused": refusal(400, "this server takes no such name", ["name"]),
  "unknown-match": refusal(404, "no such match", ["match"]),
  "unknown-player": refusal(404, "no such player", ["getPlayer", "getHistory"]),
  "unknown-seat": refusal(404, "the match has no such seat", [
    "takeSeat",
    "moveSeat",
    "seatBot",
    "freeSeat",
    "challengeBot",
    "handOver",
    "reportPlayer",
  ]),
  "seat-taken": refusal(409, "the seat is taken and no token for it was given", [
    "takeSeat",
    "moveSeat",
    "seatBot",
    "challengeBot",
  ]),
  "match-full": refusal(409, "no seat is open", ["takeSeat", "rematch", "moveSeat", "seatBot"]),
  "bad-token": refusal(403, "the token is not one for a seat of this match, or for a player", [
    "token",
    "rematch",
  ]),
  "expired-token": refusal(403, "the token has expired: it was not used for a long time", [
    "token",
    "rematch",
  ]),
  "bad-nonce": refusal(400, "not a nonce, or not the one that was sealed", ["giveNonce"]),
  "bad-seal": refusal(400, "not a seal, or not a public key", ["giveSeal"]),
  "seal-required": refusal(409, "this table takes sealed nonces only: send their seal first", ["giveNonce"]),
  "seals-open": refusal(409, "the seals are not fixed yet: reveal the nonce when they are", ["giveNonce"]),
  "seals-fixed": refusal(
    409,
    "the seals of this match are fixed: it takes no more, and who sits stays as they are",
    ["giveSeal", "moveSeat", "seatBot", "freeSeat"],
  ),
  withheld: refusal(
    403,
    "you did not reveal a nonce that you sealed at this table, so you cannot sit here again",
    ["takeSeat", "rematch"],
  ),
  blocked: refusal(403, "the host of this table has blocked you there", ["takeSeat", "guest"]),
  "accounts-only": refusal(
    403,
    "only players with an account may sit down at this table: create one, or watch",
    ["takeSeat"],
  ),
  "invitation-only": refusal(
    403,
    "only who has the invitation may sit down at this table: ask its host, or watch",
    ["takeSeat"],
  ),
  silenced: refusal(403, "the host of this table lets you watch, but not talk", ["line"]),
  "unknown-speaker": refusal(
    404,
    "no spectator said this line, or the server does not know any more who did",
    ["barring"],
  ),
  "too-many-barred": refusal(409, "the table blocks or silences as many people as it can: lift one first", [
    "barring",
    "freeSeat",
  ]),
  "too-many-withheld": refusal(429, "too many sealed nonces were not revealed from here", [
    "creation",
    "takeSeat",
  ]),
  "bad-signature": refusal(400, "not a signature of this head by the seat's key", ["signEntry"]),
  "no-key": refusal(409, "the seat signs nothing: it has given no key", ["signEntry"]),
  "no-header": refusal(
    409,
    "the match began on an older server: its record is of format 1, and has no witness",
    ["getHeader", "signEntry"],
  ),
  "match-not-started": refusal(409, "not all seats are taken yet, or not all nonces given", [
    "begun",
    "getHeader",
    "signEntry",
  ]),
  "match-begun": refusal(409, "the match has begun: its seats stay as they are", [
    "host",
    "takeSeat",
    "rematch",
    "giveSeal",
    "giveNonce",
    "setReady",
    "moveSeat",
    "leaveSeat",
  ]),
  "not-host": refusal(403, "only the table's host can do this", ["host", "moderation"]),
  "no-player": refusal(409, "no person has this seat", ["handOver", "reportPlayer"]),
  "own-seat": refusal(409, "this is your own seat: leave the match to free it", [
    "freeSeat",
    "handOver",
    "reportPlayer",
  ]),
  "too-few-players": refusal(409, "fewer seats are taken than the game needs", ["startMatch"]),
  "offer-open": refusal(409, "another offer is open: answer it first", ["offerEnd"]),
  "no-offer": refusal(409, "this offer is no longer open", ["acceptOffer", "declineOffer"]),
  "too-many-offers": refusal(429, "your last offer was not accepted: offer again later", ["offerEnd"]),
  "no-opponent": refusal(409, "no other person plays who could agree to a draw", ["offerEnd"]),
  "abort-too-late": refusal(409, "a match can be aborted only before its third turn", ["offerEnd"]),
  "not-away": refusal(409, "not all others have been away for long enough", ["claimEnd"]),
  "match-not-over": refusal(409, "the match is not over: its record becomes available when it is", [
    "rematch",
    "getRecord",
  ]),
  "match-ended": refusal(409, "the match is over and closed: its record is available", ["room"]),
  "match-damaged": refusal(409, "the match can no longer be read; the operator has been told", ["match"]),
  banned: refusal(403, "an operator of this server has banned you", ["token", "rematch", "createPlayer"]),
  muted: refusal(403, "an operator of this server has muted you: you play on, but cannot talk", ["line"]),
  "wrong-host": refusal(421, "this listener is not asked by that name (OPERATOR_HOSTS)"),
  "bad-addresses": refusal(400, "not an address or a network like 203.0.113.0/24 or 2001:db8::/48"),
  "unknown-server": refusal(404, "no such server"),
  "unknown-report": refusal(404, "no such report"),
  "not-administrator": refusal(403, "only administrators may do this"),
  "unknown-operator": refusal(404, "no such operator, or they were removed"),
  "operator-known": refusal(409, "an operator has this name, or one that looks like it"),
  "bad-invitation": refusal(403, "the link was used, is too old, or another one took its place"),
  "passkey-required": refusal(403, "an administrator has a passkey: operators sign in with theirs"),
  "unknown-sanction": refusal(404, "no such ban or mute, or it was lifted already"),
  "too-many-reports": refusal(429, "too many reports from this address", ["reportPlayer"]),
  "too-many-attempts": refusal(429, "too many wrong secrets: even the right one has to wait"),
  unauthorized: refusal(401, "the credentials are missing or wrong", ["player", "takeSeat"]),
  "too-many-creations": refusal(429, "too many matches created from this address", ["creation"]),
  "too-many-seats": refusal(429, "too many seats taken from this address", [
    "quickPlay",
    "takeSeat",
    "rematch",
  ]),
  "too-many-players": refusal(429, "too many players created from this address", ["createPlayer"]),
  "too-many-sign-ins": refusal(429, "too many attempts to sign in, or to prove it, from this address", [
    "requestPasskeyOptions",
    "requestProofOptions",
    "prove",
    "requestSignInOptions",
    "signIn",
  ]),
  "too-many-changes": refusal(429, "too many changes of players, passkeys or notices from this address", [
    "renameMe",
    "deleteMe",
    "renewToken",
    "addPasskey",
    "removePasskey",
    "renewRecoveryCodes",
    "removePush",
    "setMail",
    "removeMail",
    "confirmMail",
    "stopMail",
  ]),
  "too-many-records": refusal(429, "too many records of matches read from this address", ["getRecord"]),
  "too-many-spectators": refusal(429, "too many watch this match, or from this address", [
    "takeSeat",
    "streamMatch",
  ]),
  "too-many-watchers": refusal(
    429,
    "too many watch the lobby, or from this address, or too many different lists are watched",
    ["watchLobby", "streamLobby"],
  ),
  "too-many-reservations": refusal(429, "too many reserved places of this address, or of all, are unused", [
    "takeSeat",
    "streamMatch",
    "watchLobby",
    "streamLobby",
    "watchChallenges",
  ]),
  "server-full": refusal(
    503,
    "people are in as many matches as the server can hold: join one, or create yours later",
    ["room", "creation"],
  ),
  "proof-required": refusal(
    403,
    "an account proves first, at most 5 minutes before, by a passkey or by a recovery code",
    ["proven"],
  ),
  "bad-passkey": refusal(
    400,
    "the passkey's answer is not valid, or too old, or was used: ask for new options",
    ["addPasskey", "prove", "signIn"],
  ),
  "unknown-passkey": refusal(404, "no account has this passkey", ["removePasskey", "prove", "signIn"]),
  "passkey-known": refusal(409, "an account has this passkey already", ["addPasskey"]),
  "too-many-passkeys": refusal(409, "the account has as many passkeys as it can have", [
    "requestPasskeyOptions",
    "addPasskey",
  ]),
  "last-passkey": refusal(409, "this is the account's last passkey: add another one first", [
    "removePasskey",
  ]),
  "no-account": refusal(409, "the player is a guest: add a passkey first", [
    "renewRecoveryCodes",
    "requestProofOptions",
    "prove",
  ]),
  "bad-recovery-code": refusal(403, "not a recovery code, or one that was used", ["prove", "signIn"]),
  "no-push": refusal(409, "this server sends no Web Push notices", ["addPush"]),
  "bad-push": refusal(400, "not a subscription at a push service that this server uses", ["addPush"]),
  "unknown-push": refusal(404, "the player has no such subscription", ["removePush"]),
  "too-many-pushes": refusal(429, "too many subscriptions from this address", ["addPush"]),
  "no-mail": refusal(409, "this server sends no e-mails", ["setMail"]),
  "bad-mail": refusal(400, "not an e-mail address, or one that the SMTP server refuses", ["setMail"]),
  "bad-mail-token": refusal(403, "the link is too old, or its address was removed or replaced", [
    "confirmMail",
    "stopMail",
  ]),
  "too-many-mails": refusal(
    429,
    "too many e-mails to this mailbox, of this player, from this network or of new players",
    ["setMail"],
  ),
  "too-many-messages": refusal(429, "too many messages", ["any"]),
  "bot-account": refusal(409, "a bot account plays where a host invites it, and has no passkeys", [
    "creation",
    "requestPasskeyOptions",
    "addPasskey",
  ]),
  "not-bot-account": refusal(409, "the player is not a bot account", ["watchChallenges"]),
  "not-challenged": refusal(403, "a bot account takes a seat only if the table's host has invited it there", [
    "takeSeat",
  ]),
  "unknown-bot": refusal(404, "no bot account of this name or id is online", ["challengeBot"]),
  "several-bots": refusal(409, "several bot accounts of this name are online: invite one by its id", [
    "challengeBot",
  ]),
  "bot-busy": refusal(409, "too many challenges to this bot account are open", ["challengeBot"]),
  "challenge-open": refusal(
    409,
    "another bot account has been invited to this seat, or this one to another seat",
    ["challengeBot"],
  ),
  "too-many-challenges": refusal(429, "too many challenges from this address", ["challengeBot"]),
  silent: refusal(409, "this table has no chat", ["line"]),
  "text-missing": refusal(400, "there is nothing to say in the text", ["line"]),
  "text-too-long": refusal(400, "the text is too long for one line", ["line"]),
  "not-watching": refusal(403, "a spectator speaks only while they watch: open a stream of the match first", [
    "line",
  ]),
  "too-many-lines": refusal(429, "too many lines in a short time", ["line"]),
  "chat-full": refusal(409, "the match's chat is full", ["line"]),
  "too-large": refusal(413, "the payload is over the limit", ["body"]),
  "bad-code": refusal(404, "no temple shows this code", ["pairTemple"]),
  "too-many-codes": refusal(429, "too many wrong codes", ["match"]),
  "temple-elsewhere": refusal(409, "this temple is bound to another match", ["pairTemple", "pairNearby"]),
  "no-nearby": refusal(403, "no temple is offered to this address: enter the code of one", ["pairNearby"]),
  "temple-away": refusal(409, "this temple shows no code now", ["pairTemple", "pairNearby"]),
  "temple-busy": refusal(409, "another request to this temple is under way: wait until it ends", [
    "pairNearby",
  ]),
  "pairing-open": refusal(409, "this seat asks a temple already", ["pairNearby"]),
  "too-many-pairings": refusal(429, "too many temples asked from this address", ["pairNearby"]),
  "no-temples": refusal(409, "this game is not played with temples", ["temple"]),
  "bad-temple-id": refusal(400, "not a temple id"),
  "temple-known": refusal(409, "a temple of this id is enrolled already"),
  "unknown-temple": refusal(404, "no temple of this id is enrolled"),
  "temple-offline": refusal(409, "the temple is offline"),
  "no-image": refusal(
    409,
    "the server has no firmware image for the temple's chip: put one into FIRMWARE_DIR",
  ),
  "no-firmware": refusal(
    404,
    "this server has no firmware to install: no chip has all of its files in FIRMWARE_DIR",
    ["getInstallManifest"],
  ),
  "no-update": refusal(409, "the server's image is not newer than the firmware that runs"),
  "no-database": refusal(
    409,
    "this server has no database of its own: its data is in PostgreSQL, or not stored",
  ),
  "bad-database": refusal(400, "this is not a whole database that this server can use"),
  "restore-busy": refusal(
    409,
    "another request for the database's files is under way: ask again when it is over",
  ),
  "unknown-restore": refusal(
    404,
    "no such upload, or it waited too long and was deleted, and no such kept database",
  ),
  "disk-full": refusal(507, "the server's disk has too little room for this"),
  "not-found": refusal(404, "no such path", ["getFirmware"]),
  draining: refusal(503, "the server is shutting down: ask again in a moment", ["any"]),
  unavailable: refusal(503, "the server cannot do this now; try again in a moment", ["any"]),
  internal: refusal(500, "the server failed", ["any"]),
};
export type RefusalCode = keyof typeof REFUSAL_CODES;

// #__NO_SIDE_EFFECTS__
function refusal(status: number, message: string, operations: readonly (OperationId | Trait)[] = []) {
  return { status, message, operations };
}

/** Whether a code is one of `REFUSAL_CODES`; a game's own codes are not. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, code);
}
