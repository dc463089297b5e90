import {
  agreedOutcome,
  begin,
  chainOf,
  formatHeader,
  formatRecord,
  type Game,
  type GameTypes,
  type PublicEntry,
  type PublicHeader,
  replay,
} from "@flower-war/rules";
import { canonicalOnce, isSigned, isStrongKey } from "@flower-war/rules/witness";
import { hashLink, isSignedBy } from "../seat-signatures.ts";
import { type PlayedMatch, publicEntries, publicHeaderOf } from "../storage/journal/record.ts";

/** A record, and what it leaves out. */
export interface WrittenRecord {
  readonly text: string;
  /** The signatures that do not fit the match: these seats signed something else after these entries, or with a weak key. */
  readonly unfit: readonly { readonly seat: string; readonly n: number }[];
}

/** Returns how a match ended; `null`: it is not over. */
export function outcomeOf(game: Game<GameTypes>, { header, entries, agreement }: PlayedMatch): object | null {
  if (agreement !== null) return agreedOutcome(agreement);
  return game.outcome(replay(game, begin(game, header), entries));
}

/** Writes a match's record as JSON Lines, in the format with which it began; `null` while the match is not over. */
export function writeRecord(game: Game<GameTypes>, played: PlayedMatch): WrittenRecord | null {
  const outcome = outcomeOf(game, played);
  if (outcome === null) return null;
  if (played.header.format === 1) return { text: writeUnplayed(played, outcome), unfit: [] };
  const header = publicHeaderOf(played.header, played.header.players);
  const { signatures, unfit } = fitting(game, header, publicEntries(played), played);
  return { text: writeUnplayed(played, outcome, signatures), unfit };
}

/**
 * Writes the record of a match without its rules.
 * @param outcome how it ended
 * @param signatures those that fit the match: without its rules that is not known, and there are none
 */
export function writeUnplayed(played: PlayedMatch, outcome: object, signatures: Signatures = {}): string {
  const { secret, seed, format } = played.header;
  const end = { secret, seed, outcome };
  if (format === 1) return formatRecord(publicHeaderOf(played.header, played.players), played.entries, end);
  const header = publicHeaderOf(played.header, played.header.players);
  const entries = publicEntries(played);
  const taken = played.header.seats.filter(
    (_, i) => played.header.players[i]?.kind === "bot" && played.players[i]?.kind === "human",
  );
  const joined = joinedOf(entries, taken);
  const replaced = taken.filter((seat) => entries.find((entry) => entry.seat === seat)?.by !== "bot");
  const removed = format === 2 ? {} : removedOf(header, entries, { replaced, joined });
  return formatRecord(header, entries, { ...end, signatures, replaced, joined, removed });
}

type Signatures = Record<string, Record<string, string>>;

/**
 * Returns the bots' seats that people took after the bot had played there, with the number of the first entry that was not its.
 * @param taken the bots' seats that people took
 */
function joinedOf(entries: readonly PublicEntry[], taken: readonly string[]): Record<string, number> {
  const first = taken.flatMap((seat) => {
    const own = entries.filter((entry) => entry.seat === seat);
    const n = own[0]?.by === "bot" ? own.find(({ by }) => by !== "bot")?.n : undefined;
    return n === undefined ? [] : [[seat, n] as const];
  });
  return Object.fromEntries(first);
}

/** Returns the seats of people where a bot began to play, with the number of its first entry. */
function removedOf(
  { seats }: PublicHeader,
  entries: readonly PublicEntry[],
  { replaced, joined }: { readonly replaced: readonly string[]; readonly joined: Record<string, number> },
): Record<string, number> {
  const first = seats.flatMap(({ seat, kind }) => {
    const since = kind === "human" || replaced.includes(seat) ? 0 : joined[seat];
    if (since === undefined) return [];
    const n = entries.find((entry) => entry.seat === seat && entry.by === "bot" && entry.n > since)?.n;
    return n === undefined ? [] : [[seat, n] as const];
  });
  return Object.fromEntries(first);
}

/** Divides the signatures of a match into those that fit its log and the others. */
function fitting(
  game: Game<GameTypes>,
  header: PublicHeader,
  entries: readonly PublicEntry[],
  { witnessed }: PlayedMatch,
) {
  const line = formatHeader(header);
  const means = { hash: hashLink, textOf: canonicalOnce() };
  const signatures: Signatures = {};
  const unfit: { seat: string; n: number }[] = [];
  for (const { seat, key } of header.seats) {
    const own = witnessed.filter((each) => each.seat === seat);
    const heads = own.length === 0 ? [] : chainOf(game, line, entries, seat, means);
    const isStrong = own.length > 0 && key !== undefined && isStrongKey(key);
    const fits = own.filter(({ n, head, signature }) => {
      const signed = { match: header.match, seat, n, head };
      const isHead = isSigned(n, n === entries.length) && heads[n] === head;
      return isHead && isStrong && isSignedBy(key, signed, signature);
    });
    unfit.push(...own.filter((each) => !fits.includes(each)).map(({ n }) => ({ seat, n })));
    if (fits.length > 0)
      signatures[seat] = Object.fromEntries(fits.map(({ n, signature }) => [n, signature]));
  }
  return { signatures, unfit };
}
