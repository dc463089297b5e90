import { LIMITS, NAME_LENGTH, type RefusalCode } from "@flower-war/protocol";
import { type NameFault, readName } from "@flower-war/protocol/players";
import { type RefusalError, refuse, refuseValue } from "../refusal.ts";
import { cacheAnswers } from "./cache-answers.ts";
import { skeletonOf } from "./look.ts";
import type { WordFilter } from "./word-filter.ts";

/** The codes of refused names; missing and too long names have had theirs from the beginning. */
const CODES: Readonly<Record<NameFault, RefusalCode>> = {
  missing: "bad-request",
  "too-long": "bad-request",
  characters: "name-characters",
  marks: "name-marks",
  scripts: "name-scripts",
  reserved: "name-reserved",
};

const readPlayerName = cacheAnswers((text) => readName(text, skeletonOf));
const readTableName = cacheAnswers((text) => readName(text, skeletonOf, "table"));

/**
 * Reads a name that others are shown, as `readName` of the protocol.
 * @throws `RefusalError` with one of `CODES`, or with `name-refused` if the host does not want to read it
 */
export function requireName(text: string, filter: Pick<WordFilter, "finds">): string {
  const { name, fault } = readPlayerName(text);
  if (fault !== undefined) throw refuseName(fault, "name", NAME_LENGTH);
  if (filter.finds(name)) throw refuse("name-refused", { field: "name" });
  return name;
}

/** The same for a table's name, in a `field`; `""`: it has none. */
export function requireTitle(text: string, filter: Pick<WordFilter, "finds">, field = "title"): string {
  const { name, fault } = readTableName(text);
  if (fault === "missing") return "";
  if (fault !== undefined) throw refuseName(fault, field, LIMITS.title);
  if (filter.finds(name)) throw refuse("name-refused", { field });
  return name;
}

function refuseName(fault: NameFault, field: string, length: number): RefusalError {
  const code = CODES[fault];
  return code === "bad-request"
    ? refuseValue(code, field, `1 to ${length} characters`)
    : refuse(code, { field });
}
