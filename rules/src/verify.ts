import { isAgreed } from "./agreement.ts";
import { STREAM } from "./chance.ts";
import { commitmentOf, seedOf } from "./fairness.ts";
import type { Game, GameTypes } from "./game.ts";
import { readOptions } from "./options.ts";
import {
  type PublicEnd,
  type PublicHeader,
  parsePublicEnd,
  parsePublicEntry,
  parsePublicHeader,
  type RecordedSeat,
} from "./public-record.ts";
import { RULES_VERSION } from "./record.ts";
import { firstDifference, same } from "./same.ts";

/** What can be wrong with a record. Programs decide by the code; the sentence is for people. */
export const FLAWS = {
  unreadable: "this line is not valid JSON of the kind expected here",
  "unknown-game": "this game is unknown",
  "unknown-rules": "the record was made by another version of the rules",
  "unknown-stream": "the way in which chance follows from the seed is unknown",
  "bad-seats": "these are not the seats of such a match in turn order",
  "bad-options": "these are not the complete options of this game",
  "bad-nonce": "a nonce that no player gave is not its seat's id",
  "other-commitment": "this is not the commitment that was seen before the match",
  "other-nonce": "this is not the nonce that the seat gave",
  cut: "the record is cut off: its last line, with the secret, is missing",
  overlong: "lines follow the line with the secret, which must be the last",
  "wrong-secret": "the secret does not match the commitment",
  "wrong-seed": "the seed does not follow from the secret and the nonces",
  "wrong-number": "entries are not numbered from 1 without gaps",
  refused: "the rules refuse this command",
  "other-command": "the command has fields that the rules do not read",
  "other-events": "other events follow from this command",
  "not-over": "the match is not over after the last entry",
  "other-outcome": "the match ended differently",
} as const;
export type Flaw = keyof typeof FLAWS;

/** What a player or spectator saw of a match's dice before it began. */
export interface Seen {
  /** The commitment that was shown before the match began. */
  readonly commitment?: string;
  /** The nonces that seats gave, by seat. */
  readonly nonces?: { readonly [seat: string]: string };
}

export type Verdict = Verified | Flawed;

/** The record is complete, and every die and event in it follows from the secret, the nonces and the commands. */
export interface Verified {
  readonly ok: true;
  readonly match: string;
  readonly game: string;
  /** Number of entries. */
  readonly entries: number;
  readonly commitment: string;
  readonly seats: readonly RecordedSeat[];
  /** The game's, or an `AgreedOutcome`: that the people of the table agreed is not in the record. */
  readonly outcome: object;
}

/** The record is wrong. */
export interface Flawed {
  readonly ok: false;
  /** The first line at fault: the number of an entry, or the first or last line of the record. */
  readonly entry: number | "header" | "end";
  readonly reason: Flaw;
  readonly message: string;
  /** What the line should contain; left out where that is unknown. */
  readonly expected?: unknown;
  /** What the line contains instead. */
  readonly found?: unknown;
}

export type Games = { readonly [name: string]: Game<GameTypes> };

/**
 * Checks a record from its first to its last line: the secret against the commitment, the seed against secret and
 * nonces, and each command decided again from the seed, which must lead to the same events. It takes any text and never
 * throws.
 * @param seen what the record must agree with; without it only the record's own consistency is checked
 */
export function verify(games: Games, text: string, seen: Seen = {}): Verdict {
  const [first = "", ...rest] = text.trimEnd().split("\n");
  const header = parsePublicHeader(first);
  if (header === null) return flawed("header", "unreadable");
  const game = Object.hasOwn(games, header.game) ? games[header.game] : undefined;
  if (game === undefined) return flawed("header", "unknown-game", { found: header.game });
  const flaw = flawOfHeader(game, header) ?? flawAgainstSeen(seen, header);
  if (flaw !== null) return flaw;

  const end = parsePublicEnd(rest.at(-1) ?? "");
  if (end === null) return flawed("end", rest.some(isEnd) ? "overlong" : "cut");
  const flawAtEnd = flawOfEnd(header, end);
  if (flawAtEnd !== null) return flawAtEnd;

  const lines = rest.slice(0, -1);
  const played = replayCommands(game, header, end.seed, lines);
  if ("reason" in played) return played;
  const outcome = game.outcome(played.state) ?? (isAgreed(end.outcome) ? end.outcome : null);
  if (outcome === null) return flawed("end", "not-over");
  if (!same(outcome, end.outcome)) {
    return flawed("end", "other-outcome", { expected: outcome, found: end.outcome });
  }
  const { match, commitment, seats } = header;
  return { ok: true, match, game: header.game, entries: lines.length, commitment, seats, outcome };
}

function flawOfHeader(game: Game<GameTypes>, header: PublicHeader): Flawed | null {
  const { rules, stream, options } = header;
  if (rules !== RULES_VERSION) {
    return flawed("header", "unknown-rules", { expected: RULES_VERSION, found: rules });
  }
  if (stream !== STREAM) return flawed("header", "unknown-stream", { expected: STREAM, found: stream });
  const seats = header.seats.map(({ seat }) => seat);
  const inRange = seats.length >= game.seats.min && seats.length <= game.seats.max;
  if (!inRange || !same(seats, game.seatsFor(seats.length))) {
    return flawed("header", "bad-seats", { found: seats });
  }
  if (!same(readOptions(game, options).options, options)) {
    return flawed("header", "bad-options", { found: options });
  }
  const suspect = header.seats.find(isChosenByServer);
  return suspect === undefined ? null : flawed("header", "bad-nonce", { found: suspect });
}

/** Returns whether the server could have chosen a seat's nonce: one that no player gave must be the seat's id. */
function isChosenByServer({ seat, kind, nonce, from }: RecordedSeat): boolean {
  return (kind === "bot") !== (from === "bot") || (from !== "player" && nonce !== seat);
}

function flawAgainstSeen(seen: Seen, { commitment, seats }: PublicHeader): Flawed | null {
  if (seen.commitment !== undefined && seen.commitment !== commitment) {
    return flawed("header", "other-commitment", { expected: seen.commitment, found: commitment });
  }
  for (const [seat, nonce] of Object.entries(seen.nonces ?? {})) {
    const recorded = seats.find((one) => one.seat === seat);
    if (recorded?.nonce !== nonce) {
      return flawed("header", "other-nonce", { expected: { seat, nonce }, found: recorded });
    }
  }
  return null;
}

const isEnd = (line: string): boolean => parsePublicEnd(line) !== null;

function flawOfEnd({ commitment, seats }: PublicHeader, { secret, seed }: PublicEnd): Flawed | null {
  const committed = commitmentOf(secret);
  if (committed !== commitment) {
    return flawed("end", "wrong-secret", { expected: commitment, found: committed });
  }
  const expected = seedOf(
    secret,
    seats.map(({ nonce }) => nonce),
  );
  return expected === seed ? null : flawed("end", "wrong-seed", { expected, found: seed });
}

/** Decides every command again. The state follows the rules' own events, never those of the record. */
function replayCommands<T extends GameTypes>(
  game: Game<T>,
  { options, seats }: PublicHeader,
  seed: string,
  lines: readonly string[],
): Flawed | { readonly state: T["state"] } {
  let state = game.setup(options, seats.length, seed);
  for (const [index, line] of lines.entries()) {
    const n = index + 1;
    const entry = parsePublicEntry(line);
    if (entry === null || !seats.some(({ seat }) => seat === entry.seat)) return flawed(n, "unreadable");
    if (entry.n !== n) return flawed(n, "wrong-number", { expected: n, found: entry.n });
    const decided = game.decide(state, entry.seat, entry.command);
    if (decided.events === undefined) return flawed(n, "refused", { found: decided.refused });
    if (!same(decided.command, entry.command)) {
      return flawed(n, "other-command", { expected: decided.command, found: entry.command });
    }
    const difference = firstDifference(decided.events, entry.events);
    if (difference !== null) return flawed(n, "other-events", difference);
    state = decided.state;
  }
  return { state };
}

function flawed(
  entry: Flawed["entry"],
  reason: Flaw,
  found: { readonly expected?: unknown; readonly found?: unknown } = {},
): Flawed {
  return { ok: false, entry, reason, message: FLAWS[reason], ...found };
}
