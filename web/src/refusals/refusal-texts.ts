import type { AnyRefusalCode, Ban, ConnectionCode, Refusal, RefusalCode } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import { describeNameFault } from "../texts/name-faults.ts";

type Texts<Code extends AnyRefusalCode> = Readonly<Record<Code, (refusal: Refusal) => string>>;

/** Texts of a part of the page for some codes. */
export type RefusalTexts = Partial<Texts<AnyRefusalCode>>;

/** A list of codes that the compiler checks: each is one of the server's. */
type Codes<Code extends RefusalCode> = Code;

/** Codes that the page meets in one part only, or that mean something else in each. The part has their texts: `PartTexts`. */
interface PartCodes {
  chat: Codes<
    | "silent"
    | "silenced"
    | "unknown-speaker"
    | "too-many-barred"
    | "text-missing"
    | "text-too-long"
    | "too-many-lines"
    | "chat-full"
    | "too-many-mutes"
  >;
  door: Codes<"accounts-only" | "finishers-only" | "invitation-only">;
  gather: Codes<"too-many-barred" | "unknown-bot" | "bot-busy" | "challenge-open" | "too-many-challenges">;
  notices: Codes<
    | "proof-required"
    | "no-push"
    | "bad-push"
    | "unknown-push"
    | "too-many-pushes"
    | "no-mail"
    | "bad-mail"
    | "bad-mail-token"
    | "too-many-mails"
  >;
  operator: Codes<
    | "bad-match-file"
    | "match-known"
    | "unauthorized"
    | "too-many-attempts"
    | "bad-addresses"
    | "unknown-server"
    | "unknown-report"
    | "unknown-sanction"
    | "not-administrator"
    | "unknown-operator"
    | "unknown-tournament"
    | "unknown-study"
    | "operator-known"
    | "bad-invitation"
    | "passkey-required"
  >;
  player: Codes<
    | "unauthorized"
    | "too-many-sign-ins"
    | "proof-required"
    | "bad-passkey"
    | "unknown-passkey"
    | "unknown-session"
    | "unknown-personal-token"
    | "too-many-personal-tokens"
    | "passkey-known"
    | "too-many-passkeys"
    | "last-passkey"
    | "no-account"
    | "bad-recovery-code"
  >;
  tournaments: Codes<
    | "unauthorized"
    | "unknown-tournament"
    | "tournament-damaged"
    | "tournament-over"
    | "tournament-not-started"
    | "registration-closed"
    | "tournament-full"
    | "not-registered"
    | "not-organiser"
    | "account-needed"
    | "too-many-tournaments"
  >;
  studies: Codes<
    | "unknown-study"
    | "unknown-position"
    | "study-full"
    | "study-read-only"
    | "not-study-owner"
    | "no-branches"
    | "too-many-studies"
  >;
}

/** What a part of the page says about its codes, and about others that it says in its own words. */
export type PartTexts<Part extends keyof PartCodes> = RefusalTexts & Texts<PartCodes[Part]>;

/** Codes of requests that the page never makes: by another name than the listener has, to enrol and update temples, to store databases, by bot accounts, with personal tokens, to leave assigned seats, and without a connection. */
type UnaskedCode = Codes<
  | "wrong-host"
  | "bad-temple-id"
  | "temple-known"
  | "unknown-temple"
  | "temple-offline"
  | "no-image"
  | "no-firmware"
  | "no-update"
  | "no-database"
  | "bad-database"
  | "restore-busy"
  | "unknown-restore"
  | "disk-full"
  | "bot-account"
  | "missing-scope"
  | "not-bot-account"
  | "not-challenged"
  | "several-bots"
  | "not-watching"
  | "assigned-seats"
>;

/** What a player may be refused by the server or by the connection, and what to do about it. */
const TEXTS: Texts<Exclude<RefusalCode | ConnectionCode, PartCodes[keyof PartCodes] | UnaskedCode>> = {
  "bad-request": ({ field }) =>
    field === undefined
      ? i18n._("The server did not understand this request. Reload the page.")
      : i18n._("The server did not accept this: {field}.", { field }),
  "bad-option": ({ field = "" }) => i18n._("No table can have this option: {field}.", { field }),
  blocked: () => i18n._("The host of this table has blocked you here."),
  unwatched: () => i18n._("This table takes no spectators."),
  "watch-later": ({ wait = 0 }) =>
    i18n._(
      "This table is watched with a delay. There is something to see in {seconds, plural, one {# second} other {# seconds}}.",
      {
        seconds: Math.ceil(wait / 1000),
      },
    ),
  "name-characters": () => describeNameFault("characters"),
  "name-marks": () => describeNameFault("marks"),
  "name-scripts": () => describeNameFault("scripts"),
  "name-reserved": () => describeNameFault("reserved"),
  "name-refused": () => i18n._("This server takes no such name. Choose another one."),
  "unknown-match": () =>
    i18n._("There is no match with this code. Check it: it has four letters and digits."),
  "unknown-player": () => i18n._("This server has no such player."),
  "unknown-seat": () => i18n._("This match has no such seat."),
  "seat-taken": () => i18n._("Somebody else took this seat just now. Choose another one."),
  "match-full": () => i18n._("All seats are taken. You can watch."),
  "bad-token": () => i18n._("This seat is no longer yours: it was taken back."),
  "expired-token": () => i18n._("You were away for too long: the seat is no longer kept."),
  "match-begun": () => i18n._("The match has begun: its seats stay as they are."),
  "match-not-started": () => i18n._("The match has not begun yet."),
  "bad-nonce": describeSealFault,
  "bad-seal": describeSealFault,
  "bad-signature": describeSealFault,
  "no-key": describeSealFault,
  "seals-open": describeSealFault,
  "seals-fixed": () => i18n._("The match is about to begin: who sits where can no longer change."),
  "no-header": () => i18n._("An older server began this match, so it has no witness."),
  withheld: () =>
    i18n._(
      "Your browser did not reveal its sealed part at this table in time. You cannot sit here again, but you can watch.",
    ),
  "too-many-withheld": () =>
    i18n._("Sealed parts were not revealed in time too often from here. Wait before you sit down."),
  "seal-required": () => i18n._("This table takes only sealed parts. Reload the page."),
  "not-host": () => i18n._("Only the host of the table can do this."),
  "no-player": () => i18n._("No player sits there any more."),
  "own-seat": () => i18n._("This is your own seat. Leave the match to free it."),
  "too-few-players": () => i18n._("The match needs more players. Invite somebody, or seat a bot."),
  "may-be-rated": () =>
    i18n._(
      "A public match with clocks may be rated: no act is taken back, and no seat handed over. Make it private, or without clocks.",
    ),
  "no-take-backs": () => i18n._("No act can be taken back at this table."),
  "no-take-back": () => i18n._("This act can no longer be taken back."),
  "too-many-take-backs": () => i18n._("You have taken back too much in a row. Play on."),
  "no-hand-overs": () => i18n._("No seat is handed over at this table."),
  "seat-offered": () => i18n._("This link hands a seat over: take it over under your name."),
  "seated-already": () => i18n._("You have a seat at this table already, or are its judge."),
  "no-pauses": () => i18n._("There are no pauses at this table."),
  "no-judge": () => i18n._("There is no judge at this table."),
  "judge-named": () => i18n._("There is a judge already. Let them go first."),
  "not-judge": () => i18n._("You are not the judge of this table."),
  "no-holidays": () => i18n._("There are no holidays at this table."),
  "no-days-left": () => i18n._("You have not so many days left to take off."),
  "no-hints": () => i18n._("There are hints only in a match that one person began alone against bots."),
  "too-many-pauses": () => i18n._("There were too many pauses in a row. Play on."),
  "offer-open": () => i18n._("Another offer is open. Answer it first."),
  "no-offer": () => i18n._("This offer is no longer open."),
  "too-many-offers": () => i18n._("You made an offer a short while ago. Wait before you make another."),
  "no-opponent": () => i18n._("No other person is there who could agree."),
  "abort-too-late": () => i18n._("A match can be aborted only before its third turn."),
  "no-host": () => i18n._("No person hosts this table any more who could give you a seat."),
  "ask-open": () => i18n._("You, or enough others, have asked already. Wait for the host's answer."),
  "no-ask": () => i18n._("The spectator is gone, or was answered already."),
  "too-many-asks": () => i18n._("You have asked for seats too often. Wait a moment."),
  "not-away": () => i18n._("Another player is still there."),
  "match-ended": () => i18n._("The match is over and closed."),
  "match-not-over": () => i18n._("The match is not over yet."),
  "game-missing": () =>
    i18n._("This server no longer has the game of this match, or not in the version that it began with."),
  "match-damaged": () => i18n._("This match can no longer be read. The operator has been notified."),
  "too-many-creations": () => i18n._("Too many matches were created from here. Wait a moment."),
  "too-many-seats": () => i18n._("Too many seats were taken from here. Wait a moment."),
  "too-many-players": () => i18n._("Too many players were created from here. Wait a moment."),
  "too-many-messages": describeTooMany,
  "too-many-changes": describeTooMany,
  "too-many-records": describeTooMany,
  "too-many-watchers": describeTooMany,
  "too-many-reservations": describeTooMany,
  "too-many-spectators": () => i18n._("Too many people watch this match. Wait a moment."),
  "server-full": () => i18n._("The server is full. Join a table, or wait a few minutes."),
  muted: () => i18n._("An operator of this server has muted you. You can play on."),
  banned: ({ reason, until }) =>
    reason === undefined || until === undefined
      ? i18n._("An operator of this server has banned you.")
      : describeBan({ reason, until }),
  "too-many-reports": () => i18n._("Too many reports from here. Wait a moment."),
  "bad-code": () => i18n._("No temple shows this code."),
  "too-many-codes": () => i18n._("Too many wrong codes. Wait a moment."),
  "temple-elsewhere": () => i18n._("This temple takes part in another match."),
  "no-nearby": () => i18n._("Temples cannot be chosen from here. Enter the code that yours shows."),
  "temple-away": () => i18n._("This temple shows no code now. Press its pair button."),
  "temple-busy": () => i18n._("Another player is choosing this temple. Wait half a minute."),
  "pairing-open": () => i18n._("You are choosing a temple already. Confirm it there, or stop."),
  "too-many-pairings": () => i18n._("You chose too many temples. Wait a moment, or enter a code."),
  "not-confirmed": () => i18n._("The temple's pair button was not pressed in time. Choose it again."),
  "no-temples": () => i18n._("This game is not played with temples."),
  draining: () => i18n._("The server is about to restart. Try again in a moment."),
  unavailable: () => i18n._("The server cannot do this right now. Try again in a moment."),
  internal: () => i18n._("The server failed. Try again."),
  "too-large": () => i18n._("This is too large for the server."),
  "not-found": () => i18n._("This page is older than the server. Reload it."),
  unreachable: () => i18n._("The server does not answer. Check your connection and try again."),
  timeout: () => i18n._("The server did not answer in time. Try again."),
  closed: () => i18n._("The connection was lost before the answer came."),
  aborted: () => i18n._("You stopped waiting for the answer."),
  "fairness-broken": () => i18n._("The server changed what it had sealed. Do not play on."),
  "client-too-old": () => i18n._("This page is older than the server. Reload it."),
  "server-too-old": () => i18n._("The server is being replaced by a newer one. Try again in a moment."),
  "unknown-game": () => i18n._("This page is older than the server. Reload it."),
};

/** Says that the dice could not be sealed: page and server disagree about the steps. */
function describeSealFault(): string {
  return i18n._("This table's chance could not be sealed. Reload the page.");
}

function describeTooMany(): string {
  return i18n._("Too many requests at once. Wait a moment.");
}

/** Says that the player is banned, why and until when. */
export function describeBan({ reason, until }: Ban): string {
  const time = i18n.date(until, { dateStyle: "medium", timeStyle: "short" });
  return i18n._("An operator of this server has banned you until {time}: {reason}", { time, reason });
}

/**
 * Returns why something was refused, in a sentence or two.
 * @param texts the texts of a part of the page, which go first
 */
export function describeRefusal(refusal: Refusal, texts: RefusalTexts = {}): string {
  const { code, field, message } = refusal;
  const common: RefusalTexts = TEXTS;
  const text = texts[code] ?? common[code];
  if (text !== undefined) return text(refusal);
  // A newer server has codes that this page does not know.
  if (code.startsWith("too-many-")) return describeTooMany();
  if (field !== undefined) return i18n._("{field} is not possible: {message}.", { field, message });
  return i18n._("That is not possible: {message}.", { message });
}
