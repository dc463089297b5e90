import { isAgreed } from "../agreement.ts";
import { commitmentOf, seedOf } from "../fairness.ts";
import { type Game, type GameTypes, versionOf } from "../game.ts";
import {
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMATS,
  type RecordRead,
  readRecord,
} from "../public-record/index.ts";
import { same } from "../same.ts";
import type { Witness } from "../witness/witness.ts";
import { earliest, type Flawed, flawed } from "./flaws.ts";
import { gradeOf } from "./grade.ts";
import { flawOfHeader } from "./header.ts";
import { flawOfJoined, flawOfPlayers, flawOfRemoved, replayCommands } from "./play.ts";
import { flawAgainstChain, flawAgainstSeen, flawOfLength, isWitness, type Seen } from "./seen.ts";
import { flawOfSignatures, signedSeats } from "./signatures.ts";
import { gapsOf, isShown, statementsOpen, statementsProved } from "./statements.ts";
import type { Verdict, Verified, WitnessedEntries } from "./verdict.ts";

/** Games by their name on the wire: one, or its versions. */
export type Games = { readonly [name: string]: Game<GameTypes> | readonly Game<GameTypes>[] };

/** The games of each version of the rules, by `RULES_VERSION`. */
export type GamesByVersion = { readonly [version: number]: Games };

/**
 * Checks a record from its first to its last line: the secret against the commitment, the seed against secret and
 * nonces, each command decided again from the seed, which must lead to the same events, the signatures, and all of it against what
 * was seen. It takes any text and never throws.
 * @param match the id that the record must have; left out: any
 */
export function verify(
  versions: GamesByVersion,
  text: string,
  seen: Seen | Witness,
  match: string | undefined,
): Verdict {
  const record = readRecord(text);
  if ("reason" in record) return flawed(record.entry, record.reason);
  const { header, line, entries, end } = record;
  const game = gameOf(versions, header);
  if ("reason" in game) return game;
  if (match !== undefined && match !== header.match) {
    return flawed("header", "other-match", { expected: match, found: header.match });
  }
  const witness = isWitness(seen) ? seen : null;
  const flaw =
    flawOfHeader(game, header) ??
    flawAgainstSeen(seen, header, line) ??
    earliest([
      flawOfPlay(game, record),
      witness && flawAgainstChain(game, witness, entries),
      witness && record.flaws.length === 0 ? flawOfLength(witness, entries.length) : null,
    ]);
  if (flaw !== null) return flaw;
  if (end === null) throw new Error("the last line is missing, and no flaw");
  return verdictOf(header, entries, end, witness);
}

function gameOf(versions: GamesByVersion, { rules, game, version }: PublicHeader): Game<GameTypes> | Flawed {
  const games = Object.hasOwn(versions, rules) ? versions[rules] : undefined;
  if (games === undefined) {
    return flawed("header", "unknown-rules", { expected: Object.keys(versions).map(Number), found: rules });
  }
  const known = Object.hasOwn(games, game) ? games[game] : undefined;
  if (known === undefined) return flawed("header", "unknown-game", { found: game });
  const all = [known].flat();
  const versionsHere = all.map((each) => String(versionOf(each)));
  const found = version ?? String(versionOf({}));
  return (
    all[versionsHere.indexOf(found)] ?? flawed("header", "unknown-rules", { expected: versionsHere, found })
  );
}

/**
 * Returns what rules would take otherwise in a match that other ones may have refereed, over or not; `null`: nothing.
 * @param entries from the first
 */
export function flawOfRules(
  game: Game<GameTypes>,
  header: PublicHeader,
  seed: string,
  entries: readonly PublicEntry[],
): Flawed | null {
  const flaw = flawOfHeader(game, header);
  if (flaw !== null) return flaw;
  const played = replayCommands(game, header, seed, entries);
  return "reason" in played ? played : null;
}

/** Returns what is wrong with a record by itself after its first line, where it is wrong first; `null`: nothing. */
function flawOfPlay(game: Game<GameTypes>, record: RecordRead): Flawed | null {
  const { line, header, entries, end } = record;
  const unread = record.flaws.map(({ entry, reason }) => flawed(entry, reason));
  const flawOfSeed = end && flawOfEnd(header, end);
  if (end === null || flawOfSeed !== null) return earliest([...unread, flawOfSeed]);
  const isStrict = header.format !== RECORD_FORMATS[1];
  const played = replayCommands(game, header, end.seed, entries);
  const flaw = earliest([
    "reason" in played ? played : null,
    isStrict ? flawOfPlayers(header, end, entries) : null,
    ...unread,
  ]);
  if (flaw !== null || "reason" in played) return flaw;
  return (
    flawOfOutcome(game.outcome(played.state), end) ??
    flawOfReplaced(header, end) ??
    flawOfJoined(header, end, entries) ??
    flawOfRemoved(header, end, entries) ??
    flawOfSignatures(game, header, line, entries, end)
  );
}

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

/** @param decided by the rules; `null`: the match is not over */
function flawOfOutcome(decided: object | null, { outcome: found }: PublicEnd): Flawed | null {
  const expected = decided ?? (isAgreed(found) ? found : null);
  if (expected === null) return flawed("end", "not-over");
  return same(expected, found) ? null : flawed("end", "other-outcome", { expected, found });
}

function flawOfReplaced({ seats }: PublicHeader, { replaced = [] }: PublicEnd): Flawed | null {
  const bots = seats.flatMap(({ seat, kind }) => (kind === "bot" && replaced.includes(seat) ? seat : []));
  return same(bots, replaced) ? null : flawed("end", "bad-replaced", { found: replaced });
}

function verdictOf(
  header: PublicHeader,
  entries: readonly PublicEntry[],
  end: PublicEnd,
  witness: Witness | null,
): Verified {
  const { format, match, game, commitment, seats } = header;
  const { outcome } = end;
  const signatures = signedSeats(header, entries.length, end);
  const facts = { seats, entries, outcome, signatures, witness };
  return {
    ok: true,
    format,
    match,
    game,
    entries: entries.length,
    commitment,
    seats,
    outcome,
    signatures,
    grade: gradeOf(header, witness),
    witness: isShown(witness) ? witnessedOf(witness, end) : null,
    proved: statementsProved(facts),
    open: statementsOpen(facts),
  };
}

function witnessedOf(
  { seat, n, live, signed = {} }: Witness,
  { signatures = {} }: PublicEnd,
): WitnessedEntries {
  const recorded = Object.hasOwn(signatures, seat) ? (signatures[seat] ?? {}) : {};
  const leftOut = Object.keys(signed).filter((number) => !Object.hasOwn(recorded, number));
  return { seat, n, live, later: gapsOf(live, n), leftOut: leftOut.map(Number) };
}
