import { canonical } from "../witness/canonical.ts";
import {
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT_1,
  type RecordedSeat,
} from "./types.ts";

/**
 * Formats the first line of a record of a strict format, from 2 on, without its end of line. It is fixed when the match begins: every seat's chain
 * starts with it.
 */
export function formatHeader(header: PublicHeader): string {
  const { format, match, game, rules, version, options, seats, stream, commitment } = header;
  const { takeBacks, pauses, holidays, handOvers, judges } = header;
  return canonical({
    format,
    match,
    game,
    rules,
    version,
    takeBacks,
    pauses,
    holidays,
    handOvers,
    judges,
    options,
    seats: seats.map(seatOf),
    stream,
    commitment,
  });
}

const seatOf = ({ seat, kind, nonce, from, seal, key }: RecordedSeat) => ({
  seat,
  kind,
  nonce,
  from,
  seal,
  key,
});

/** Formats the line of an entry in a strict format, without its end of line. */
export function formatPublicEntry({ n, seat, by, hint, command, events }: PublicEntry): string {
  return canonical({ n, seat, by, hint, command, events });
}

/** Formats the last line of a record of a strict format, without its end of line. */
export function formatPublicEnd({
  secret,
  seed,
  outcome,
  replaced,
  joined = {},
  removed = {},
  signatures = {},
}: PublicEnd): string {
  return canonical({
    secret,
    seed,
    outcome,
    replaced: replaced?.length ? replaced : undefined,
    joined: Object.keys(joined).length > 0 ? joined : undefined,
    removed: Object.keys(removed).length > 0 ? removed : undefined,
    signatures,
  });
}

/** Formats a record in the format that its header names. */
export function formatRecord(header: PublicHeader, entries: Iterable<PublicEntry>, end: PublicEnd): string {
  if (header.format === RECORD_FORMAT_1) return formatRecord1(header, entries, end);
  const lines = [formatHeader(header)];
  for (const entry of entries) lines.push(formatPublicEntry(entry));
  lines.push(formatPublicEnd(end), "");
  return lines.join("\n");
}

function formatRecord1(header: PublicHeader, entries: Iterable<PublicEntry>, end: PublicEnd): string {
  const lines: string[] = [JSON.stringify(header)];
  for (const { n, seat, command, events } of entries)
    lines.push(JSON.stringify({ n, seat, command, events }));
  lines.push(JSON.stringify(end), "");
  return lines.join("\n");
}
