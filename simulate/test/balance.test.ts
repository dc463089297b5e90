import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatBalance, writeBalance } from "../src/balance.ts";
import { allCases, type Case, type CaseReport, playCases } from "../src/cases.ts";
import type { BotKind } from "../src/games/index.ts";
import { createReport } from "../src/report.ts";
import { emptyTally, type Tally } from "../src/tally.ts";

const SAMPLE = { matches: 400, thoughts: 4, seed: "s" };

/** A report of 400 matches for two, of which 100 have a winner. */
function reportOf(preset: string, kind: BotKind, counted: Partial<Tally> = {}): CaseReport {
  const game = preset === "short-evening" ? "flower-war" : preset;
  const setup: Case = { game, preset, seats: 2, bots: [kind, kind], options: {}, ...SAMPLE };
  const tally = {
    ...emptyTally(),
    matches: 400,
    commands: 4000,
    events: 8000,
    won: 100,
    wins: { east: 60, west: 40 },
    numbers: { minutes: [10, 20, 30, 40] },
    ...counted,
  };
  return { ...createReport(setup, ["east", "west"], tally), setup };
}

const EASY = reportOf("flower-war", "easy", {
  uses: { "card:canoe": 400, "card:omen": 800, "day:atl": 9 },
  seats: { easy: 800 },
  firsts: { easy: 400 },
  users: { "card:omen": 200 },
  usersFirst: { "card:omen": 120 },
  counts: {
    "ended by": { signs: 100, apocalypse: 298, "out-of-days": 2 },
    "the leader at half time": { won: 65, "did not win": 35 },
    "the last at half time": { "did not win": 100 },
    choices: { none: 1000, several: 3000 },
    "the world ends by": { flood: 149, invasion: 149 },
    ticks: { flood: 240, invasion: 160 },
  },
});
const SKILLED = reportOf("flower-war", "skilled", { uses: { "card:canoe": 40 } });

const rowsOf = (text: string) => text.split("\n").filter((line) => line.startsWith("| `"));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-balance-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("the report of all cases", () => {
  test("says how matches go, how the world ends, and how cards do, with Wilson's intervals", () => {
    const text = formatBalance([EASY, SKILLED], SAMPLE);
    expect(text).toContain("npm run simulate -- --report --matches 400 --thoughts 4 --seed s");
    expect(rowsOf(text)).toEqual([
      "| `flower-war` 2, easy | 25.0 % (21.0-29.5) | east 60.0 % (50.2-69.1), west 40.0 % (30.9-49.8) | 65.0 % (55.3-73.6) | 0.0 % (0.0-3.7) | 25.0 % (23.7-26.4) | 30; 10; 40 |",
      "| `flower-war` 2, skilled | 25.0 % (21.0-29.5) | east 60.0 % (50.2-69.1), west 40.0 % (30.9-49.8) | - | - | - | 30; 10; 40 |",
      "| `flower-war` 2, easy | 75.0 % (70.5-79.0) | 50.0 % (44.4-55.6) | 50.0 % (44.4-55.6) | 60.0 % (55.1-64.7) | 0.0 % (0.0-1.0) |",
    ]);
    expect(text).toContain(
      [
        "| card | `flower-war` 2, easy | `flower-war` 2, skilled |",
        "| --- | --- | --- |",
        "| omen | 2.00 (+10 ± 7) | 0.00 |",
        "| canoe | 1.00 | 0.10 |",
      ].join("\n"),
    );
  });

  test("has no table of the world's end where no world ends, and none of cards where there are none", () => {
    const text = formatBalance([reportOf("tieqchieq", "easy")], SAMPLE);
    expect(text).not.toMatch(/world's end\n|## Cards/);
    expect(rowsOf(text)).toHaveLength(1);
  });

  test("draws how matches end and how long they are", async () => {
    const folder = newFolder();
    await writeBalance(folder, [EASY, SKILLED], SAMPLE);
    expect(readFileSync(join(folder, "balance.md"), "utf8")).toBe(formatBalance([EASY, SKILLED], SAMPLE));
    const ends = readFileSync(join(folder, "balance-ends.svg"), "utf8");
    expect(ends).toContain(">flower-war, 2 easy<");
    // Of 420 units 25 % are won in play, and the rest has no winner.
    expect(ends).toMatch(
      /x="250\.0" y="58" width="105\.0".*x="355\.0" y="58" width="0\.0".*x="355\.0" y="58" width="315\.0"/,
    );
    expect(readFileSync(join(folder, "balance-minutes.svg"), "utf8")).toContain("2 skilled<");
  });
});

describe("the cases", () => {
  const cases = allCases({ ...SAMPLE, matches: 2 });

  test("are every preset with every number of seats, between easy and between skilled bots", () => {
    const names = cases.map(({ preset, seats, bots, matches }) => `${preset} ${seats} ${bots[0]} ${matches}`);
    expect(names).toHaveLength(2 * (5 + 5 + 3 + 5 + 1));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("short-evening 6 easy 2");
    expect(names).toContain("tieqchieq 2 skilled 1");
  });

  test("that were played are not played again, unless the sample is another", async () => {
    const folder = newFolder();
    const two = cases.filter(({ preset }) => preset === "tieqchieq");
    const first = await playCases(folder, two.slice(0, 1));
    const file = join(folder, "tieqchieq-2-easy.json");
    const stored = statSync(file).ino;
    let done = 0;
    const all = await playCases(folder, two, (matches) => (done += matches));
    expect(all[0]).toEqual(first[0]);
    expect(done).toBe(3);
    expect(statSync(file).ino).toBe(stored);
    writeFileSync(file, "{");
    expect((await playCases(folder, two.slice(0, 1)))[0]?.matches).toBe(2);
    const others = await playCases(
      folder,
      allCases({ ...SAMPLE, matches: 3 }).filter(
        ({ preset, bots }) => preset === "tieqchieq" && bots[0] === "easy",
      ),
    );
    expect(others[0]?.matches).toBe(3);
  });
});

describe("what a preset promises", () => {
  test("a seat wins a short evening of four skilled bots, also if the world ends: only equals share it", async () => {
    const short = allCases({ ...SAMPLE, matches: 160, thoughts: 1 }).filter(
      ({ preset, seats, bots }) => preset === "short-evening" && seats === 4 && bots[0] === "skilled",
    );
    const [report] = await playCases(newFolder(), short);
    expect(report?.matches).toBe(16);
    expect(report?.won.share).toBeGreaterThan(0.8);
  });
});
