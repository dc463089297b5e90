import { createHash } from "node:crypto";
import { type Bot, bots, randomFrom } from "../../src/bots/index.ts";
import {
  chainOf,
  commitmentOf,
  defaultsOf,
  formatHeader,
  type Game,
  type GameTypes,
  games,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT,
  type RecordedSeat,
  RULES_VERSION,
  STREAM,
  seedOf,
} from "../../src/index.ts";
import {
  formatTerms,
  HEAD_DIGITS,
  isSigned,
  publicKeyOf,
  sealOf,
  sign,
  WITNESS_FORMAT,
  type Witness,
} from "../../src/witness/index.ts";
import type { Parts } from "./records.ts";

/** A match to play and record in format 3. */
export interface WitnessedSetting {
  readonly game?: keyof typeof games;
  readonly count?: number;
  /** Seats of bots, besides which all are people who seal and sign. */
  readonly bots?: readonly string[];
  /** Others than the defaults. */
  readonly options?: object;
  /** After so many entries the people agree to a draw; left out: the match is played to its end. */
  readonly drawAfter?: number;
}

/** Entries after which a match has some of each kind, and every seat has signed: whole ones of four seats have thousands. */
export const ENTRIES_OF_ALL_KINDS = 140;

const SECRET = "5ec2e7".padEnd(64, "0");

/** Returns the secret key that a seat signs with. */
export const secretKeyOf = (seat: string): string =>
  createHash("sha256").update(`key of ${seat}`).digest("hex");

/**
 * Plays a match between easy bots and returns its record of format 3, with all signatures. Of people's entries each seventh is played
 * by the clock.
 */
export function witnessedRecord({
  game: name = "flower-war",
  count = 2,
  bots: ofBots = [],
  options: chosen = {},
  drawAfter = Number.POSITIVE_INFINITY,
}: WitnessedSetting = {}): Parts {
  const game = games[name] as Game<GameTypes>;
  const options = { ...defaultsOf(game), ...chosen };
  const seats = game.seatsFor(count).map((seat): RecordedSeat => {
    if (ofBots.includes(seat)) return { seat, kind: "bot", nonce: seat, from: "bot" };
    const nonce = `nonce_of-${seat}`;
    const key = publicKeyOf(secretKeyOf(seat));
    return { seat, kind: "human", nonce, from: "player", seal: sealOf(nonce), key };
  });
  const seed = seedOf(
    SECRET,
    seats.map(({ nonce }) => nonce),
  );
  const entries: PublicEntry[] = [];
  const random = randomFrom(seed);
  let state = game.setup(options, count, seed);
  for (let [awaiting] = game.awaiting(state); awaiting !== undefined; [awaiting] = game.awaiting(state)) {
    if (entries.length === drawAfter) break;
    const { seat } = awaiting;
    const command = (bots[name].easy as Bot<GameTypes>)(game.view(state, seat), random, () => false);
    const decided = game.decide(state, seat, command);
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
    const n = entries.length + 1;
    const by = ofBots.includes(seat) ? "bot" : n % 7 === 0 ? "clock" : undefined;
    entries.push({ n, seat, ...(by && { by }), command: decided.command, events: decided.events });
  }
  const header: PublicHeader = {
    format: RECORD_FORMAT,
    match: "V1StGXR8Z5jd",
    game: name,
    rules: RULES_VERSION,
    options,
    seats,
    stream: STREAM,
    commitment: commitmentOf(SECRET),
  };
  const outcome = game.outcome(state) ?? { by: "draw", winner: null };
  return withSignatures({ header, entries, end: { secret: SECRET, seed, outcome } });
}

/** Signs a record anew by all seats that have a key. */
export function withSignatures({ header, entries, end }: Parts): Parts {
  const { match } = header;
  const signers = header.seats.filter(({ key }) => key !== undefined);
  const signatures = signers.map(({ seat }) => {
    const heads = headsOf({ header, entries, end }, seat);
    const signed = heads.flatMap((head, n): [string, string][] =>
      isSigned(n, n === entries.length)
        ? [[String(n), sign({ match, seat, n, head }, secretKeyOf(seat))]]
        : [],
    );
    return [seat, Object.fromEntries(signed)] as const;
  });
  const given = signatures.filter(([, signed]) => Object.keys(signed).length > 0);
  return { header, entries, end: { ...end, signatures: Object.fromEntries(given) } };
}

/**
 * Returns what a viewer of this match has kept.
 * @param viewer a seat, or `public`
 * @param n the last entry that it saw
 */
export function witnessOf(parts: Parts, viewer: string, n = parts.entries.length): Witness {
  const { header } = parts;
  const { match, game, commitment } = header;
  const heads = headsOf(parts, viewer).slice(0, n + 1);
  const own = header.seats.find(({ seat }) => seat === viewer);
  return {
    format: WITNESS_FORMAT,
    match,
    game,
    seat: viewer,
    commitment,
    ...(own?.seal !== undefined && { nonce: own.nonce, seal: own.seal }),
    ...(own?.key !== undefined && { key: own.key }),
    ...(own?.seal !== undefined && { terms: formatTerms(header) }),
    header: formatHeader(header),
    heads: heads
      .slice(1)
      .map((head) => head.slice(0, HEAD_DIGITS))
      .join(""),
    head: heads.at(-1) ?? "",
    n,
    live: n > 0 ? [[1, n]] : [],
  };
}

function headsOf({ header, entries }: Parts, viewer: string): readonly string[] {
  const game = Object.values(games).find(({ name }) => name === header.game) as Game<GameTypes> | undefined;
  if (game === undefined) throw new Error(`no game ${header.game}`);
  return chainOf(game, formatHeader(header), entries, viewer);
}
