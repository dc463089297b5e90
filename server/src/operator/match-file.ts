import { createHash } from "node:crypto";
import { z } from "zod";
import { type RefusalError, refuse } from "../refusal.ts";
import { formatFact, parseFact, type StoredFact } from "../storage/journal/facts.ts";
import { isStoredFact } from "../storage/journal/fact-schemas.ts";
import { createdOf } from "../storage/journal/record.ts";

/* A match in play as a file of JSON Lines (docs/journal.md, "A match as a file"). */

const FORMAT = "flower-war-match-1";

/**
 * What is wrong with a file: the `reason` of `bad-match-file`. `foreign`: it is no such file; `record`: it is the record of a finished match; `newer`: a later version wrote it; `incomplete`: lines are missing from here on; `changed`: the line is not as it was written; `damaged`: it
 * does not follow from those before it; `over`: the match is.
 */
type MatchFileFlaw = "foreign" | "record" | "newer" | "incomplete" | "changed" | "damaged" | "over";

/** The first line of a file. */
const Header = z.looseObject({
  format: z.literal(FORMAT),
  match: z.string(),
  game: z.string(),
  version: z.int().optional(),
  exportedAt: z.int().min(0),
  facts: z.int().min(1),
});

/** What a file holds. */
export interface MatchFile {
  /** When the match left its server, ms since 1970, by the match's time: its clocks stand still from then on. */
  readonly exportedAt: number;
  readonly facts: readonly StoredFact[];
  /** The hash of the last line. */
  readonly hash: string;
}

/** Writes a file. Player ids are left out: they mean nothing at another server. */
export function formatMatchFile(facts: readonly StoredFact[], exportedAt: number): string {
  const { match, game, version } = createdOf(facts).plan;
  const versioned = version !== undefined && { version };
  const header = { format: FORMAT, match, game, ...versioned, exportedAt, facts: facts.length };
  let hash = "";
  const lines = [JSON.stringify(header), ...facts.map(withoutPlayer)].map((text) => {
    hash = link(hash, text);
    return `${text.slice(0, -1)},"hash":"${hash}"}\n`;
  });
  return lines.join("");
}

function withoutPlayer(fact: StoredFact): string {
  if (fact.type === "created") {
    const { imported: _, ...own } = fact;
    return formatFact(own);
  }
  if (fact.type !== "seat-taken") return formatFact(fact);
  const { player: _, ...own } = fact;
  return formatFact(own);
}

/** The hash of a line: over that of the line before and its own text without it. */
const link = (before: string, text: string): string =>
  createHash("sha256").update(before).update(text).digest("hex");

const LINE = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/;

/**
 * Reads a file.
 * @throws `RefusalError` with `bad-match-file`, a `reason` and the `line`
 */
export function parseMatchFile(text: string): MatchFile {
  const lines = text.split("\n");
  const isWhole = lines.at(-1) === "";
  if (isWhole) lines.pop();
  const header = readHeader(lines[0] ?? "");
  const facts: StoredFact[] = [];
  let hash = "";
  for (const [i, line] of lines.entries()) {
    const [, body, given] = LINE.exec(line) ?? [];
    const isCut = !isWhole && i === lines.length - 1;
    if (body === undefined) throw flawAt(i, isCut ? "incomplete" : "changed");
    hash = link(hash, `${body}}`);
    if (hash !== given) throw flawAt(i, "changed");
    if (i > header.facts) throw flawAt(i, "damaged");
    if (i > 0)
      facts.push(readFact(`${body}}`, i, { after: facts.at(-1)?.at ?? 0, until: header.exportedAt }));
  }
  if (facts.length < header.facts) throw flawAt(lines.length, "incomplete");
  const [created] = facts;
  if (created?.type !== "created") throw flawAt(1, "damaged");
  const { match, game, version } = created.plan;
  if (match !== header.match || game !== header.game || version !== header.version)
    throw flawAt(1, "damaged");
  return { exportedAt: header.exportedAt, facts, hash };
}

/** @param i the number of the line, from 0 */
export function flawAt(i: number, reason: MatchFileFlaw): RefusalError {
  return refuse("bad-match-file", { line: i + 1, reason });
}

function readHeader(line: string): z.output<typeof Header> {
  const value = parseJson(line);
  const { format } = (value ?? {}) as { readonly format?: unknown };
  const read = Header.safeParse(value);
  if (read.success) return read.data;
  if (typeof format !== "string") throw flawAt(0, "foreign");
  if (format.startsWith("flower-war-record-")) throw flawAt(0, "record");
  if (format === FORMAT) throw flawAt(0, "changed");
  throw flawAt(0, format.startsWith("flower-war-match-") ? "newer" : "foreign");
}

/** @param dates between which the fact has to be, ms since 1970 */
function readFact(
  text: string,
  i: number,
  dates: { readonly after: number; readonly until: number },
): StoredFact {
  const value = parseJson(text);
  if (!isStoredFact(value) || value.at < dates.after || value.at > dates.until) throw flawAt(i, "damaged");
  return parseFact(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
