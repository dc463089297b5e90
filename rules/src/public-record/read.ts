import { type FormFlaw, isObject } from "./shape.ts";
import { parseJson, readEnd, readEntry, readHeader } from "./parse.ts";
import {
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT_1,
  type RecordFormat,
} from "./types.ts";

/** A line of a record that cannot be read. */
export interface LineFlaw {
  /** The number of an entry, or the first or last line. */
  readonly entry: number | "header" | "end";
  /** `cut`: the last line is missing; `overlong`: others follow it. */
  readonly reason: FormFlaw | "cut" | "overlong";
}

/** A record whose first line could be read. */
export interface RecordRead {
  /** The first line, without its end of line. */
  readonly line: string;
  readonly header: PublicHeader;
  /** Up to the first that cannot be read. */
  readonly entries: readonly PublicEntry[];
  /** `null`: it cannot be read. */
  readonly end: PublicEnd | null;
  /** The first lines that cannot be read; empty if all can. */
  readonly flaws: readonly LineFlaw[];
}

/** Reads a record of any format, as far as it can be read. Nothing in it is decided again. */
export function readRecord(text: string): RecordRead | LineFlaw {
  const [line = ""] = text.split("\n", 1);
  const { line: header, flaw } = readHeader(line);
  if (header === undefined) return { entry: "header", reason: flaw };
  const { format } = header;
  const { rest, isClosed } = restOf(text, format);
  const last = rest.at(-1) ?? "";
  const reading = readEnd(last, format);
  const hasEnd = reading.line !== undefined || isEndLine(last);
  const lines = hasEnd ? rest.slice(0, -1) : rest;
  const { entries, flaw: flawOfEntry } = readEntries(lines, format);
  const isOverlong = lines
    .slice(entries.length)
    .some((each) => isEndLine(each) && readEntry(each, format).line === undefined);
  if (isOverlong || !hasEnd) {
    return {
      line,
      header,
      entries,
      end: null,
      flaws: [{ entry: "end", reason: isOverlong ? "overlong" : "cut" }],
    };
  }
  const flawAtEnd = reading.flaw ?? (isClosed ? undefined : "not-canonical");
  const flaws: readonly LineFlaw[] = [
    ...(flawOfEntry === undefined ? [] : [{ entry: entries.length + 1, reason: flawOfEntry } as const]),
    ...(flawAtEnd === undefined ? [] : [{ entry: "end", reason: flawAtEnd } as const]),
  ];
  return { line, header, entries, end: flawAtEnd === undefined ? (reading.line ?? null) : null, flaws };
}

/** Reads entries up to the first that cannot be read. @returns its `flaw`; `undefined`: all can */
function readEntries(lines: readonly string[], format: RecordFormat) {
  const entries: PublicEntry[] = [];
  for (const each of lines) {
    const { line, flaw = "unreadable" } = readEntry(each, format);
    if (line === undefined) return { entries, flaw };
    entries.push(line);
  }
  return { entries, flaw: undefined };
}

/** Returns the lines after the first. Those of the strict formats end with exactly one line feed each. */
function restOf(text: string, format: RecordFormat): { rest: readonly string[]; isClosed: boolean } {
  if (format === RECORD_FORMAT_1) return { rest: text.trimEnd().split("\n").slice(1), isClosed: true };
  const rest = text.split("\n").slice(1);
  return rest.at(-1) === "" ? { rest: rest.slice(0, -1), isClosed: true } : { rest, isClosed: false };
}

/** The shortest line that has a secret. Shorter ones need no parser: each that is no JSON costs it as much as a long one. */
const SHORTEST_END = '{"secret":0}'.length;

/** Whether a line is meant as the last of a record: it alone has a secret. */
function isEndLine(line: string): boolean {
  if (line.length < SHORTEST_END) return false;
  const value = parseJson(line);
  return isObject(value) && Object.hasOwn(value, "secret");
}
