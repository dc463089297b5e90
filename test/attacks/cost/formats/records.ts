import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verifyRecord } from "@flower-war/rules";
import { ROOT } from "../../../support/root.ts";
import { asText, type Format, MOST_BYTES } from "./format.ts";

const GOLDEN = join(ROOT, "rules/test/golden");
/** The first lines of a record, and its last one, in so many bytes: it is cut off, but played. */
const beginOf = (file: string): string => {
  const lines = readFileSync(join(GOLDEN, file), "utf8").trimEnd().split("\n");
  const last = `${lines.pop()}\n`;
  let text = "";
  for (const line of lines) {
    if (text.length + line.length + last.length >= MOST_BYTES) break;
    text += `${line}\n`;
  }
  return text + last;
};

/**
 * A record is read by those who want to know whether it is true, not by the server. It is played, and signatures are checked: a true one
 * may take 3 ms.
 */
export const RECORDS: Format = {
  name: "records, as flower-war verify reads them",
  seeds: readdirSync(GOLDEN).map(beginOf),
  write: asText,
  read: (bytes) => verifyRecord(bytes.toString()),
  most: 6,
};
