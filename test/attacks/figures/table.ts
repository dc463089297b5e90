import { readFileSync, writeFileSync } from "node:fs";
import type { Seen } from "../attack.ts";
import type { Row } from "../rows/index.ts";
import type { Figures } from "../run.ts";

const BEGIN = "<!-- attacks -->";
const END = "<!-- /attacks -->";
const MB = 1024 * 1024;

/** Formats the figures of rows as a table in Markdown. */
export function formatTable(measured: ReadonlyMap<Row, Figures>): string {
  const lines = [...measured].map(([row, figures]) => formatRow(row, figures));
  return [
    "| over | attack | way | what the attacker gets | p99 before | during | control | MB | lines |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Formats the figures of one row. */
export function formatRow({ attack, way }: Row, figures: Figures): string {
  const { before, during, control, growth, lines } = figures;
  const p99s = [before.p99, during.p99, control.p99].map((ms) => String(Math.round(ms)));
  const seen = formatSeen(figures.seen);
  const cells = [attack.over, attack.name, way, seen, ...p99s, formatMb(growth), String(lines)];
  return `| ${cells.join(" | ")} |`;
}

/** Replaces the table in a document. */
export function replaceTable(file: string, table: string): void {
  const text = readFileSync(file, "utf8");
  const [head, rest = ""] = text.split(BEGIN);
  const [, tail = ""] = rest.split(END);
  writeFileSync(file, `${head}${BEGIN}\n${table}\n${END}${tail}`);
}

/** Says in a few words what an attacker's sockets saw. */
function formatSeen(seen: Seen): string {
  const words: string[] = [];
  if (seen.cut > 0)
    words.push(
      `${seen.cut} of ${seen.opened} sockets cut, the slowest after ${formatMs(seen.cuts.at(-1) ?? 0)}`,
    );
  else if (seen.opened > 0) words.push(`${seen.opened} sockets, none cut`);
  if (seen.turnedAway > 0) words.push(`${seen.turnedAway} turned away`);
  const { "101": _, ...statuses } = seen.statuses;
  for (const [counts, unit] of [
    [statuses, ""],
    [seen.codes, ""],
    [seen.closes, "close "],
    [seen.connacks, "CONNACK "],
  ] as const) {
    words.push(
      ...Object.entries(counts)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 4)
        .map(
          ([key, n]) =>
            `${unit}${unit === "" && !/^\d/.test(key) ? `\`${key}\`` : key} x ${n.toLocaleString("en")}`,
        ),
    );
  }
  return words.join("; ");
}

function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function formatMb(bytes: number): string {
  return (Math.max(0, bytes) / MB).toFixed(0);
}
