import type { OperationId, Trait } from "./schemas/operations.ts";

/**
 * Why the server refuses a request, besides a game's own refusal codes: the HTTP status, the sentence of each code, and the
 * operations over HTTP that may have it, by name or by what they have in common. Codes without any are of operators, temples and bots.
 * The code is stable, the sentence is for people. docs/protocol.md lists the same codes.
 */
export const REFUSAL_CODES = {
  "bad-request": {
    status: 400,
    message: "the request's body is not what this path takes",
    operations: ["input", "requestPasskeyOptions", "requestSignInOptions"],
  },
  "client-too-old": {
    status: 400,
    message: "this server no longer understands this version of the client",
    operations: ["versioned"],
  },
  "bad-option": {
    status: 400,
    message: "a host option is unknown or out of range",
    operations: ["creation"],
  },
  "name-characters": {
    status: 400,
    message: "the name has characters that no name has, or that nobody sees",
    operations: ["name"],
  },
  "name-marks": { status: 400, message: "the name has too many marks on one letter", operations: ["name"] },
  "name-scripts": {
    status: 400,
    message: "the name mixes letters of different scripts",
    operations: ["name"],
  },
  "name-reserved": {
    status: 400,
    message: "the name is one of the server's own words, or looks like one",
    operations: ["name"],
  },
  "name-refused": { status: 400, message: "this server takes no such name", operations: ["name"] },
  "unknown-match": { status: 404, message: "no such match", operations: ["match"] },
  "unknown-player": { status: 404, message: "no such player", operations: ["getPlayer", "getHistory"] },
  "unknown-seat": {
    status: 404,
    message: "the match has no such seat",
    operations: ["takeSeat", "moveSeat", "seatBot", "freeSeat", "challengeBot", "handOver", "reportPlayer"],
  },
  "seat-taken": {
    status: 409,
    message: "the seat is taken and no token for it was given",
    operations: ["takeSeat", "moveSeat", "seatBot", "challengeBot"],
  },
  "match-full": {
    status: 409,
    message: "no seat is open",
    operations: ["takeSeat", "rematch", "moveSeat", "seatBot"],
  },
  "bad-token": {
    status: 403,
    message: "the token is not one for a seat of this match, or for a player",
    operations: ["token", "rematch"],
  },
  "expired-token": {
    status: 403,
    message: "the token has expired: it was not used for a long time",
    operations: ["token", "rematch"],
  },
  "bad-nonce": {
    status: 400,
    message: "not a nonce, or not the one that was sealed",
    operations: ["giveNonce"],
  },
  "bad-seal": { status: 400, message: "not a seal, or not a public key", operations: ["giveSeal"] },
  "seal-required": {
    status: 409,
    message: "this table takes sealed nonces only: send their seal first",
    operations: ["giveNonce"],
  },
  "seals-open": {
    status: 409,
    message: "the seals are not fixed yet: reveal the nonce when they are",
    operations: ["giveNonce"],
  },
  "seals-fixed": {
    status: 409,
    message: "the seals of this match are fixed: it takes no more, and who sits stays as they are",
    operations: ["giveSeal", "moveSeat", "seatBot", "freeSeat"],
  },
  withheld: {
    status: 403,
    message: "you did not reveal a nonce that you sealed at this table, so you cannot sit here again",
    operations: ["takeSeat", "rematch"],
  },
  "too-many-withheld": {
    status: 429,
    message: "too many sealed nonces were not revealed from here",
    operations: ["creation", "takeSeat"],
  },
  "bad-signature": {
    status: 400,
    message: "not a signature of this head by the seat's key",
    operations: ["signEntry"],
  },
  "no-key": {
    status: 409,
    message: "the seat signs nothing: it has given no key",
    operations: ["signEntry"],
  },
  "no-header": {
    status: 409,
    message: "the match began on an older server: its record is of format 1, and has no witness",
    operations: ["getHeader", "signEntry"],
  },
  "match-not-started": {
    status: 409,
    message: "not all seats are taken yet, or not all nonces given",
    operations: ["begun", "getHeader", "signEntry"],
  },
  "match-begun": {
    status: 409,
    message: "the match has begun: its seats stay as they are",
    operations: ["host", "takeSeat", "rematch", "giveSeal", "giveNonce", "setReady", "moveSeat", "leaveSeat"],
  },
  "not-host": { status: 403, message: "only the table's host can do this", operations: ["host"] },
  "no-player": { status: 409, message: "no person has this seat", operations: ["handOver", "reportPlayer"] },
  "own-seat": {
    status: 409,
    message: "this is your own seat: leave the match to free it",
    operations: ["freeSeat", "handOver", "reportPlayer"],
  },
  "too-few-players": {
    status: 409,
    message: "fewer seats are taken than the game needs",
    operations: ["startMatch"],
  },
  "offer-open": { status: 409, message: "another offer is open: answer it first", operations: ["offerEnd"] },
  "no-offer": {
    status: 409,
    message: "this offer is no longer open",
    operations: ["acceptOffer", "declineOffer"],
  },
  "too-many-offers": {
    status: 429,
    message: "your last offer was not accepted: offer again later",
    operations: ["offerEnd"],
  },
  "no-opponent": {
    status: 409,
    message: "no other person plays who could agree to a draw",
    operations: ["offerEnd"],
  },
  "abort-too-late": {
    status: 409,
    message: "a match can be aborted only before its third turn",
    operations: ["offerEnd"],
  },
  "not-away": {
    status: 409,
    message: "not all others have been away for long enough",
    operations: ["claimEnd"],
  },
  "match-not-over": {
    status: 409,
    message: "the match is not over: its record becomes available when it is",
    operations: ["rematch", "getRecord"],
  },
  "match-ended": {
    status: 409,
    message: "the match is over and closed: its record is available",
    operations: ["room"],
  },
  "match-damaged": {
    status: 409,
    message: "the match can no longer be read; the operator has been told",
    operations: ["match"],
  },
  banned: {
    status: 403,
    message: "an operator of this server has banned you",
    operations: ["token", "rematch", "createPlayer"],
  },
  muted: { status: 403, message: "an operator of this server has muted you", operations: ["line"] },
  "bad-addresses": {
    status: 400,
    message: "not an address or a network like 203.0.113.0/24 or 2001:db8::/48",
    operations: [],
  },
  "unknown-server": { status: 404, message: "no such server", operations: [] },
  "unknown-report": { status: 404, message: "no such report", operations: [] },
  "unknown-sanction": {
    status: 404,
    message: "no such ban or mute, or it was lifted already",
    operations: [],
  },
  "too-many-reports": {
    status: 429,
    message: "too many reports from this address",
    operations: ["reportPlayer"],
  },
  "too-many-attempts": { status: 429, message: "too many wrong secrets", operations: [] },
  unauthorized: {
    status: 401,
    message: "the credentials are missing or wrong",
    operations: ["player", "takeSeat"],
  },
  "too-many-creations": {
    status: 429,
    message: "too many matches created from this address",
    operations: ["creation"],
  },
  "too-many-seats": {
    status: 429,
    message: "too many seats taken from this address",
    operations: ["quickPlay", "takeSeat", "rematch"],
  },
  "too-many-players": {
    status: 429,
    message: "too many players created from this address",
    operations: ["createPlayer"],
  },
  "too-many-sign-ins": {
    status: 429,
    message: "too many attempts to sign in from this address",
    operations: ["requestPasskeyOptions", "requestSignInOptions", "signIn"],
  },
  "too-many-changes": {
    status: 429,
    message: "too many changes from this address",
    operations: [
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
    ],
  },
  "too-many-records": {
    status: 429,
    message: "too many records of matches read from this address",
    operations: ["getRecord"],
  },
  "too-many-spectators": {
    status: 429,
    message: "too many watch this match, or from this address",
    operations: ["takeSeat", "streamMatch"],
  },
  "too-many-watchers": {
    status: 429,
    message: "too many watch the lobby, or from this address",
    operations: ["watchLobby", "streamLobby"],
  },
  "too-many-reservations": {
    status: 429,
    message: "too many reserved places are unused",
    operations: ["takeSeat", "streamMatch", "watchLobby", "streamLobby", "watchChallenges"],
  },
  "server-full": {
    status: 503,
    message: "the server holds as many matches as it can",
    operations: ["room", "creation"],
  },
  "bad-passkey": {
    status: 400,
    message: "the passkey's answer is not valid, or too old: try again",
    operations: ["addPasskey", "signIn"],
  },
  "unknown-passkey": {
    status: 404,
    message: "no account has this passkey",
    operations: ["removePasskey", "signIn"],
  },
  "passkey-known": {
    status: 409,
    message: "an account has this passkey already",
    operations: ["addPasskey"],
  },
  "too-many-passkeys": {
    status: 409,
    message: "the account has as many passkeys as it can have",
    operations: ["requestPasskeyOptions", "addPasskey"],
  },
  "last-passkey": {
    status: 409,
    message: "this is the account's last passkey: add another one first",
    operations: ["removePasskey"],
  },
  "no-account": {
    status: 409,
    message: "the player is a guest: add a passkey first",
    operations: ["renewRecoveryCodes"],
  },
  "bad-recovery-code": {
    status: 403,
    message: "not a recovery code, or one that was used",
    operations: ["signIn"],
  },
  "no-push": { status: 409, message: "this server sends no Web Push notices", operations: ["addPush"] },
  "bad-push": {
    status: 400,
    message: "not a subscription at a push service that this server uses",
    operations: ["addPush"],
  },
  "unknown-push": { status: 404, message: "the player has no such subscription", operations: ["removePush"] },
  "too-many-pushes": {
    status: 429,
    message: "too many subscriptions from this address",
    operations: ["addPush"],
  },
  "no-mail": { status: 409, message: "this server sends no e-mails", operations: ["setMail"] },
  "bad-mail": { status: 400, message: "not an e-mail address", operations: ["setMail"] },
  "bad-mail-token": {
    status: 403,
    message: "the link is too old, or its address was removed",
    operations: ["confirmMail", "stopMail"],
  },
  "too-many-mails": {
    status: 429,
    message: "too many e-mails to this address, or from here",
    operations: ["setMail"],
  },
  "too-many-messages": { status: 429, message: "too many messages", operations: ["any"] },
  "bot-account": {
    status: 409,
    message: "a bot account plays where a host invites it, and has no passkeys",
    operations: ["creation", "requestPasskeyOptions", "addPasskey"],
  },
  "not-bot-account": {
    status: 409,
    message: "the player is not a bot account",
    operations: ["watchChallenges"],
  },
  "not-challenged": {
    status: 403,
    message: "a bot account takes a seat only if the table's host has invited it there",
    operations: ["takeSeat"],
  },
  "unknown-bot": {
    status: 404,
    message: "no bot account of this name or id is online",
    operations: ["challengeBot"],
  },
  "several-bots": {
    status: 409,
    message: "several bot accounts of this name are online: invite one by its id",
    operations: ["challengeBot"],
  },
  "bot-busy": {
    status: 409,
    message: "too many challenges to this bot account are open",
    operations: ["challengeBot"],
  },
  "challenge-open": {
    status: 409,
    message: "another bot account has been invited to this seat, or this one to another seat",
    operations: ["challengeBot"],
  },
  "too-many-challenges": {
    status: 429,
    message: "too many challenges from this address",
    operations: ["challengeBot"],
  },
  silent: { status: 409, message: "this table has no chat", operations: ["line"] },
  "text-missing": { status: 400, message: "there is nothing to say in the text", operations: ["line"] },
  "text-too-long": { status: 400, message: "the text is too long for one line", operations: ["line"] },
  "too-many-lines": { status: 429, message: "too many lines in a short time", operations: ["line"] },
  "chat-full": { status: 409, message: "the match's chat is full", operations: ["line"] },
  "too-large": { status: 413, message: "the payload is over the limit", operations: ["body"] },
  "bad-code": { status: 404, message: "no temple shows this code", operations: ["pairTemple"] },
  "too-many-codes": { status: 429, message: "too many wrong codes", operations: ["match"] },
  "temple-elsewhere": {
    status: 409,
    message: "this temple is bound to another match",
    operations: ["pairTemple", "pairNearby"],
  },
  "no-nearby": {
    status: 403,
    message: "no temple is offered to this address: enter the code of one",
    operations: ["pairNearby"],
  },
  "temple-away": {
    status: 409,
    message: "this temple shows no code now",
    operations: ["pairTemple", "pairNearby"],
  },
  "temple-busy": {
    status: 409,
    message: "another request to this temple is under way: wait until it ends",
    operations: ["pairNearby"],
  },
  "pairing-open": { status: 409, message: "this seat asks a temple already", operations: ["pairNearby"] },
  "too-many-pairings": {
    status: 429,
    message: "too many temples asked from this address",
    operations: ["pairNearby"],
  },
  "no-temples": { status: 409, message: "this game is not played with temples", operations: ["temple"] },
  "bad-temple-id": { status: 400, message: "not a temple id", operations: [] },
  "temple-known": { status: 409, message: "a temple of this id is enrolled already", operations: [] },
  "unknown-temple": { status: 404, message: "no temple of this id is enrolled", operations: [] },
  "temple-offline": { status: 409, message: "the temple is offline", operations: [] },
  "no-image": {
    status: 409,
    message: "the server has no firmware image for the temple's chip: put one into FIRMWARE_DIR",
    operations: [],
  },
  "no-firmware": {
    status: 404,
    message: "this server has no firmware to install: no chip has all of its files in FIRMWARE_DIR",
    operations: ["getInstallManifest"],
  },
  "no-update": {
    status: 409,
    message: "the server's image is not newer than the firmware that runs",
    operations: [],
  },
  "no-database": {
    status: 409,
    message: "this server has no database of its own: its data is in PostgreSQL, or not stored",
    operations: [],
  },
  "bad-database": {
    status: 400,
    message: "this is not a whole database that this server can use",
    operations: [],
  },
  "restore-busy": {
    status: 409,
    message: "another request for the database's files is under way: ask again when it is over",
    operations: [],
  },
  "unknown-restore": {
    status: 404,
    message: "no such upload, or it waited too long and was deleted, and no such kept database",
    operations: [],
  },
  "disk-full": { status: 507, message: "the server's disk has too little room for this", operations: [] },
  "not-found": { status: 404, message: "no such path", operations: ["getFirmware"] },
  draining: {
    status: 503,
    message: "the server is shutting down: ask again in a moment",
    operations: ["any"],
  },
  unavailable: {
    status: 503,
    message: "the server cannot do this now; try again in a moment",
    operations: ["any"],
  },
  internal: { status: 500, message: "the server failed", operations: ["any"] },
} as const satisfies Record<
  string,
  { status: number; message: string; operations: readonly (OperationId | Trait)[] }
>;
export type RefusalCode = keyof typeof REFUSAL_CODES;

/** Whether a code is one of `REFUSAL_CODES`; a game's own codes are not. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, code);
}
