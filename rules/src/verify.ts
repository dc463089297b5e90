import { STREAM } from "./chance.ts";
import { commitmentOf, seedOf } from "./fairness.ts";
import type { Game, GameTypes } from "./game.ts";
import { readOptions } from "./options.ts";
import {
  type Closing,
  type Opening,
  parseClosing,
  parseDeed,
  parseOpening,
  type RecordedSeat,
} from "./public-record.ts";
import { fold, RULES_VERSION } from "./record.ts";
import { firstDifference, same } from "./same.ts";

/** What can be wrong with a record. Decide by the code; the sentence is for people. */
export const FLAWS = {
  unreadable: "this line is not what a record has here",
  "unknown-game": "no such game is known here",
  "unknown-rules": "the record was made by another version of the rules",
  "unknown-stream": "chance was made from the seed in a way that is not known here",
  "bad-seats": "these are not the seats of such a match in turn order",
  "bad-options": "these are not the complete options of this game",
  "bad-nonce": "a nonce that no player gave is not its seat's id",
  "other-commitment": "this is not the commitment that was seen before the match",
  "other-nonce": "this is not the nonce that the seat gave",
  cut: "the record has no last line with the secret: its tail is missing",
  overlong: "lines follow the one with the secret, which is the last of a record",
  "wrong-secret": "the secret is not the one that was committed to",
  "wrong-seed": "the seed is not made of the secret and the nonces",
  "wrong-number": "entries are not numbered from 1 without gaps",
  refused: "the rules refuse this command",
  "other-command": "the command says more than the rules read in it",
  "other-events": "other events follow from this command",
  "not-over": "the match is not over after the last entry",
  "other-outcome": "the match ended otherwise",
} as const;
export type Flaw = keyof typeof FLAWS;

/** What somebody who was there has seen with own eyes. */
export interface Seen {
  /** The commitment, as it was shown before the match began. */
  readonly commitment?: string;
  /** Nonces by the seats that gave them. */
  readonly nonces?: { readonly [seat: string]: string };
}

export type Verdict = Verified | Flawed;

/** The record is whole, and every die and every event in it follows from the secret, the nonces and the commands. */
export interface Verified {
  readonly ok: true;
  readonly match: string;
  readonly game: string;
  /** Number of entries. */
  readonly entries: number;
  readonly commitment: string;
  readonly seats: readonly RecordedSeat[];
  readonly outcome: object;
}

/** The record is not what it should be. */
export interface Flawed {
  readonly ok: false;
  /** The first line at fault: an entry by its place, counted from 1, or the first or last line of the record. */
  readonly entry: number | "header" | "end";
  readonly reason: Flaw;
  readonly message: string;
  /** What should stand there; left out where that cannot be said. */
  readonly expected?: unknown;
  /** What stands there instead. */
  readonly found?: unknown;
}

export type Games = { readonly [name: string]: Game<GameTypes> };

/**
 * Checks a record from its first to its last line: the secret against the commitment, the seed against secret and
 * nonces, and each command decided again from the seed, which must lead to the same events. Any text will do; it never
 * throws.
 * @param seen what the record must agree with; without it only the record's agreement with itself is checked
 */
export function verify(games: Games, text: string, seen: Seen = {}): Verdict {
  const [first = "", ...rest] = text.trimEnd().split("\n");
  const opening = parseOpening(first);
  if (opening === null) return flawed("header", "unreadable");
  const game = Object.hasOwn(games, opening.game) ? games[opening.game] : undefined;
  if (game === undefined) return flawed("header", "unknown-game", { found: opening.game });
  const flaw = flawOfOpening(game, opening) ?? flawAgainst(seen, opening);
  if (flaw !== null) return flaw;

  const closing = parseClosing(rest.at(-1) ?? "");
  if (closing === null) return flawed("end", rest.some(isClosing) ? "overlong" : "cut");
  const untrue = flawOfClosing(opening, closing);
  if (untrue !== null) return untrue;

  const lines = rest.slice(0, -1);
  const played = playAgain(game, opening, closing.seed, lines);
  if ("reason" in played) return played;
  const outcome = game.outcome(played.state);
  if (outcome === null) return flawed("end", "not-over");
  if (!same(outcome, closing.outcome)) {
    return flawed("end", "other-outcome", { expected: outcome, found: closing.outcome });
  }
  const { match, commitment, seats } = opening;
  return { ok: true, match, game: opening.game, entries: lines.length, commitment, seats, outcome };
}

function flawOfOpening(game: Game<GameTypes>, opening: Opening): Flawed | null {
  const { rules, stream, options } = opening;
  if (rules !== RULES_VERSION) {
    return flawed("header", "unknown-rules", { expected: RULES_VERSION, found: rules });
  }
  if (stream !== STREAM) return flawed("header", "unknown-stream", { expected: STREAM, found: stream });
  const seats = opening.seats.map(({ seat }) => seat);
  const inRange = seats.length >= game.seats.min && seats.length <= game.seats.max;
  if (!inRange || !same(seats, game.seatsFor(seats.length))) {
    return flawed("header", "bad-seats", { found: seats });
  }
  if (!same(readOptions(game, options).options, options)) {
    return flawed("header", "bad-options", { found: options });
  }
  const foul = opening.seats.find(isFoul);
  return foul === undefined ? null : flawed("header", "bad-nonce", { found: foul });
}

/** A nonce that nobody gave could have been chosen by the server, were it not the seat's id. */
function isFoul({ seat, kind, nonce, from }: RecordedSeat): boolean {
  return (kind === "bot") !== (from === "bot") || (from !== "player" && nonce !== seat);
}

function flawAgainst(seen: Seen, { commitment, seats }: Opening): Flawed | null {
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

const isClosing = (line: string): boolean => parseClosing(line) !== null;

function flawOfClosing({ commitment, seats }: Opening, { secret, seed }: Closing): Flawed | null {
  const committed = commitmentOf(secret);
  if (committed !== commitment) {
    return flawed("end", "wrong-secret", { expected: commitment, found: committed });
  }
  const made = seedOf(
    secret,
    seats.map(({ nonce }) => nonce),
  );
  return made === seed ? null : flawed("end", "wrong-seed", { expected: made, found: seed });
}

/** Decides every command again; what the rules say happened is folded in, never what the record says. */
function playAgain<T extends GameTypes>(
  game: Game<T>,
  { options, seats }: Opening,
  seed: string,
  lines: readonly string[],
): Flawed | { readonly state: T["state"] } {
  let state = game.setup(options, seats.length, seed);
  for (const [index, line] of lines.entries()) {
    const n = index + 1;
    const deed = parseDeed(line);
    if (deed === null || !seats.some(({ seat }) => seat === deed.seat)) return flawed(n, "unreadable");
    if (deed.n !== n) return flawed(n, "wrong-number", { expected: n, found: deed.n });
    const decided = game.decide(state, deed.seat, deed.command);
    if (decided.events === undefined) return flawed(n, "refused", { found: decided.refused });
    if (!same(decided.command, deed.command)) {
      return flawed(n, "other-command", { expected: decided.command, found: deed.command });
    }
    const difference = firstDifference(decided.events, deed.events);
    if (difference !== null) return flawed(n, "other-events", difference);
    state = fold(game, state, decided.events);
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
