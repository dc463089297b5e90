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
import { playedBy } from "../storage/journal/command-ids.ts";
import { type PlayedMatch, publicHeaderOf } from "../storage/journal/record.ts";

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
  const { secret, seed } = played.header;
  const end = { secret, seed, outcome };
  if (played.header.format === 1) {
    const header = publicHeaderOf(played.header, played.players);
    return { text: formatRecord(header, played.entries, end), unfit: [] };
  }
  const header = publicHeaderOf(played.header, played.header.players);
  const entries = played.entries.map((entry): PublicEntry => {
    const { n, seat, command, events } = entry;
    const by = playedBy(entry);
    return { n, seat, ...(by !== null && { by }), command, events };
  });
  const { signatures, unfit } = fitting(game, header, entries, played);
  const replaced = played.header.seats.filter(
    (_, i) => played.header.players[i]?.kind === "bot" && played.players[i]?.kind === "human",
  );
  const removed = played.header.format === 2 ? {} : removedOf(header, entries, replaced);
  return { text: formatRecord(header, entries, { ...end, signatures, replaced, removed }), unfit };
}

/** Returns the seats of people where a bot began to play, with the number of its first entry. */
function removedOf(
  { seats }: PublicHeader,
  entries: readonly PublicEntry[],
  replaced: readonly string[],
): Record<string, number> {
  const people = seats.filter(({ seat, kind }) => kind === "human" || replaced.includes(seat));
  const first = people.map(
    ({ seat }) => [seat, entries.find((entry) => entry.seat === seat && entry.by === "bot")?.n] as const,
  );
  return Object.fromEntries(first.filter((each): each is [string, number] => each[1] !== undefined));
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
  const signatures: Record<string, Record<string, string>> = {};
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
