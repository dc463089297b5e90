import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseArguments, type Setup } from "../src/options.ts";
import { createReport, type Report } from "../src/report.ts";
import { formatTables, readReports } from "../src/table.ts";
import { emptyTally } from "../src/tally.ts";

/** A report of 400 matches for two, of which 100 have a winner. */
function reportOf(
  game: string,
  bots: Setup["bots"],
  uses: Readonly<Record<string, number>> = {},
  ticks: Readonly<Record<string, number>> = {},
): Report {
  const setup = { game, seats: 2, matches: 400, bots, options: {}, thoughts: 4, seed: "s" };
  const tally = {
    ...emptyTally(),
    matches: 400,
    commands: 4000,
    events: 8000,
    won: 100,
    wins: { east: 60, west: 40 },
    uses: { ...uses },
  };
  return createReport(setup, ["east", "west"], {
    ...tally,
    counts: { ticks: { ...ticks } },
    numbers: { minutes: [10, 20, 30, 40] },
  });
}

const EASY = reportOf(
  "flower-war",
  ["easy", "easy"],
  { "card:canoe": 400, "card:omen": 800, "day:atl": 9 },
  { flood: 240, invasion: 160 },
);
const SKILLED = reportOf("flower-war", ["skilled", "skilled"], { "card:canoe": 40 }, { flood: 400 });

describe("--table", () => {
  test("has a line for each report, and shares with Wilson's intervals", () => {
    const [lines = ""] = formatTables([SKILLED, EASY]).split("\n\n");
    expect(lines.split("\n").slice(2)).toEqual([
      "| `flower-war` 2, easy | 400 | 25.0 % (21.0-29.5) | east 60.0 % (50.2-69.1), west 40.0 % (30.9-49.8) | 60.0 % (55.1-64.7) of 400 | 0.0 % (0.0-1.0) | 30; 10; 40 |",
      "| `flower-war` 2, skilled (4) | 400 | 25.0 % (21.0-29.5) | east 60.0 % (50.2-69.1), west 40.0 % (30.9-49.8) | 100.0 % (99.0-100.0) of 400 | 0.0 % (0.0-1.0) | 30; 10; 40 |",
    ]);
  });

  test("tells how often each card is played, also that some bots never play it", () => {
    const [, cards] = formatTables([SKILLED, EASY]).split("\n\n");
    expect(cards?.split("\n")).toEqual([
      "| `flower-war`, plays a match | 2, easy | 2, skilled (4) |",
      "| --- | --- | --- |",
      "| omen | 2.00 | 0.00 |",
      "| canoe | 1.00 | 0.10 |",
    ]);
  });

  test("gives a game without cards no table of them, and shows no shares of nothing", () => {
    const tables = formatTables([reportOf("tieqchieq", ["easy", "skilled"])]).split("\n\n");
    expect(tables).toHaveLength(1);
    expect(tables[0]).toContain("| `tieqchieq` 2, easy,skilled (4) |");
    expect(tables[0]).toContain("| - of 0 | - |");
  });

  test("reads what --json wrote, and names a file that is no report", async () => {
    const folder = mkdtempSync(join(tmpdir(), "flower-war-table-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const good = write("easy.json", JSON.stringify(EASY));
    expect(await readReports([good])).toEqual([EASY]);
    await expect(readReports([good, write("other.json", "{}")])).rejects.toThrow("other.json is no report");
    await expect(readReports([write("cut.json", "{")])).rejects.toThrow(
      "cut.json cannot be read as a report",
    );
  });

  test("takes files", () => {
    expect(parseArguments(["--table", "a.json", "b.json"])?.table).toEqual(["a.json", "b.json"]);
    for (const args of [["--table"], ["a.json"]])
      expect(() => parseArguments(args)).toThrow("--table takes files");
  });
});
