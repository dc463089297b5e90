import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/root.ts";

/** What came of matches between two versions, as `test/releases-matches.test.ts` wrote it. */
interface Played {
  readonly creates: string;
  readonly joins: string;
  readonly servers: readonly [string, string];
  /** The verdict's grade for each game, with its reason. */
  readonly records: Readonly<Record<string, string>>;
}

const BLOCK = /(<!-- matches -->\n\n)[^]*?(\n\n<!-- \/matches -->)/;

/** Writes the table of played matches into docs/compatibility.md. */
export function withMatches(before: string): string {
  const file = join(ROOT, "test/releases/matches.json");
  const rows = (JSON.parse(readFileSync(file, "utf8")) as readonly Played[]).map(formatRow);
  const head =
    "| creates the table | joins it | server | after the kill | grade of the record |\n|---|---|---|---|---|\n";
  return before.replace(BLOCK, (_, begin: string, end: string) => begin + head + rows.join("\n") + end);
}

function formatRow({ creates, joins, servers, records }: Played): string {
  const games = Map.groupBy(Object.entries(records), ([, grade]) => grade);
  const grades = [...games].map(([grade, of]) => {
    const [code = "", reason] = grade.split(", ");
    const words = reason === undefined ? `\`${code}\`` : `\`${code}\` (\`${reason}\`)`;
    return games.size === 1 ? words : `${of.map(([game]) => game).join(", ")}: ${words}`;
  });
  return `| ${[creates, joins, ...servers, grades.join("; ")].join(" | ")} |`;
}
