import { readFileSync, writeFileSync } from "node:fs";
import type { Seen } from "../attack.ts";
import type { Row } from "../rows/index.ts";
import type { Figures } from "../run.ts";

const BEGIN = "<!-- attacks -->";
const END = "<!-- /attacks -->";
const MB = 1024 * 1024;

const HEAD = `| over | attack | way | what the attacker gets | p99 before | during | control | MB | lines |
|---|---|---|---|---|---|---|---|---|`;

/** Formats the figures of one row. */
export function formatRow({ attack, way }: Row, figures: Figures): string {
  const { before, during, control, growth, lines } = figures;
  const p99s = [before.p99, during.p99, control?.p99].map((ms) =>
    ms === undefined ? "" : String(Math.round(ms)),
  );
  const seen = formatSeen(figures.seen);
  const cells = [attack.over, attack.name, way, seen, ...p99s, formatMb(growth), String(lines)];
  return `| ${cells.join(" | ")} |`;
}

/** Writes the figures of rows into the table of a document, in the order of all rows; those of others stay as they are. */
export function writeFigures(file: string, measured: ReadonlyMap<Row, Figures>, all: readonly Row[]): void {
  const text = readFileSync(file, "utf8");
  const [head, rest = ""] = text.split(BEGIN);
  const [written = "", tail = ""] = rest.split(END);
  const lines = all.flatMap((row) => {
    const figures = measured.get(row);
    const old = written.split("\n").filter((line) => line.startsWith(keyOf(row)));
    return figures ? [formatRow(row, figures)] : old;
  });
  writeFileSync(file, `${head}${BEGIN}\n${[HEAD, ...lines].join("\n")}\n${END}${tail}`);
}

const keyOf = ({ attack, way }: Row): string => `| ${attack.over} | ${attack.name} | ${way} |`;

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
