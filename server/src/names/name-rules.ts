import { NAME_LENGTH, type RefusalCode } from "@flower-war/protocol";
import { type NameFault, readName } from "@flower-war/protocol/players";
import { type RefusalError, refuse, refuseValue } from "../refusal.ts";
import { skeletonOf } from "./look.ts";
import type { WordFilter } from "./word-filter.ts";

/** The codes of names that are refused; what is missing or too long has had this one from the beginning. */
const CODES: Readonly<Record<NameFault, RefusalCode>> = {
  missing: "bad-request",
  "too-long": "bad-request",
  characters: "name-characters",
  marks: "name-marks",
  scripts: "name-scripts",
  reserved: "name-reserved",
};

/**
 * Reads a name that others are shown, as `readName` of the protocol.
 * @throws `RefusalError` with one of `CODES`, or with `name-refused` if the host does not want to read it
 */
export function requireName(text: string, filter: Pick<WordFilter, "finds">): string {
  const { name, fault } = readName(text, skeletonOf);
  if (fault !== undefined) throw refuseName(CODES[fault]);
  if (filter.finds(name)) throw refuseName("name-refused");
  return name;
}

function refuseName(code: RefusalCode): RefusalError {
  if (code !== "bad-request") return refuse(code, { field: "name" });
  return refuseValue(code, "name", `1 to ${NAME_LENGTH} characters`);
}
