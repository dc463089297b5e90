import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Arguments, parseArguments, type Setup } from "../src/options.ts";
import { formatReport } from "../src/report.ts";
import { computeShare } from "../src/statistics.ts";
import { simulate } from "../src/simulate.ts";

const setupFor = (...args: string[]): Setup => (parseArguments(args) as Arguments).setup;
const run = (...args: string[]) => simulate(setupFor(...args));

describe("simulate", () => {
  test("plays the requested number of matches and counts each of them", async () => {
    let done = 0;
    const setup = setupFor("--seats", "3", "--matches", "60");
    const report = await simulate(setup, (matches) => (done += matches));
    expect([done, report.matches]).toEqual([60, 60]);
    const ended = Object.values(report.shares["ended by"] ?? {}).reduce((sum, { share }) => sum + share, 0);
    expect(ended).toBeCloseTo(1);
    expect(Object.keys(report.seats)).toEqual(["east", "north", "west"]);
    expect(report.uses["card:macuahuitl"]?.uses).toBeGreaterThan(0);
    expect(formatReport(report)).toContain("60 matches of flower-war, 3 seats");
  });

  test("plays the same matches again, on whichever thread", async () => {
    const timeless = async () => ({
      ...(await run("--game", "mexica", "--seats", "2", "--matches", "60")),
      microsecondsPerCommand: 0,
    });
    const [one, other] = [await timeless(), await timeless()];
    expect(other.numbers).toEqual(one.numbers);
    expect(other.shares).toEqual(one.shares);
  });

  test("rotates skilled and easy bots through the seats, and finds the skilled ones ahead", async () => {
    const report = await run("--seats", "2", "--matches", "12", "--bots", "skilled,easy", "--thoughts", "1");
    expect(report.bots["skilled"]?.of).toBe(12);
    expect(report.bots["skilled"]?.share).toBeGreaterThan(report.bots["easy"]?.share ?? 1);
  });

  test("plays Tıeqchıeq, and counts what its canon names", async () => {
    const report = await run("--game", "tieqchieq", "--matches", "40");
    const { turns, tosses, battles } = report.numbers;
    for (const spread of [turns, tosses, battles]) expect(spread?.mean).toBeGreaterThan(1);
    expect(Object.keys(report.seats)).toEqual(["red", "yellow"]);
    expect(report.shares["who began"]?.["won"]?.of).toBe(40);
    expect(formatReport(report)).toContain("40 matches of tieqchieq, 2 seats");
  });

  test("plays Space Aztecs, where several seats may win, and counts what its canon names", async () => {
    const report = await run("--game", "space-aztecs", "--seats", "3", "--matches", "40");
    const { rounds, score } = report.numbers;
    expect(rounds?.mean).toBeGreaterThan(5);
    expect(score?.p90).toBeGreaterThan(score?.p10 ?? Number.NaN);
    expect(Object.keys(report.seats)).toEqual(["0", "1", "2"]);
    expect(formatReport(report)).toContain("40 matches of space-aztecs, 3 seats");
  });

  test.each([
    [["--seats", "7"], "--seats is a number from 2 to 6"],
    [["--game", "mexica", "--seats", "5"], "--seats is a number from 2 to 4"],
    [["--game", "chess"], "--game is one of flower-war, mexica, space-aztecs, tieqchieq"],
    [["--matches", "0"], "--matches is a number from 1 to 10000000"],
    [["--bots", "brilliant"], "--bots are easy, skilled or strong"],
    [["--bots", "easy,easy"], "--bots names one kind, or one for each seat"],
    [["--options", "{"], "--options is not JSON"],
    [["--options", '{"rackSize":3}'], "--options: rackSize takes"],
    [["--speed"], "Unknown option '--speed'"],
    [["all"], "Unexpected argument 'all'"],
    [["--report", "--game", "mexica"], "--report takes --matches, --thoughts and --seed alone"],
    [["--report", "--seats=3"], "--report takes --matches, --thoughts and --seed alone"],
    [
      ["--against", ".", "--minutes"],
      "--against takes --game, --seats, --matches, --options, --thoughts, --seed, --json and --bots alone",
    ],
    [["--against", ".", "--tune"], "--against takes --game,"],
    [["--against", ".", "--bots", "skilled,easy"], "--bots is one kind with --against"],
    [
      ["--tune", "--bots", "easy"],
      "--tune takes --game, --seats, --matches, --options, --thoughts, --seed, --json and --levels alone",
    ],
    [["--levels", "{}"], "--levels is an option of --tune"],
    [["--tune", "--levels", "{"], "--levels is not JSON"],
    [
      ["--tune", "--levels", "{}"],
      "--levels are two numbers, the lower one first, for each of sign, secondSign,",
    ],
    [["--tune", "--levels", '{"discs":[1,2]}'], "--levels are two numbers"],
    [["--tune", "--levels", '{"disc":[2,1]}'], "--levels are two numbers"],
    [["--tune", "--levels", '{"disc":[1,"2"]}'], "--levels are two numbers"],
    [
      ["--tune", "--levels", '{"disc":[1,2]}', "--matches", "19"],
      "--matches is a number from 20 to 10000000",
    ],
    [["--tune", "--game", "tieqchieq"], "--tune: the weights are those of flower-war and mexica"],
    [["--pace", "no-such-file"], "--pace: no-such-file is not what `flower-war game pace --json` prints"],
    [["--pace", import.meta.filename], "is not what `flower-war game pace --json` prints"],
  ])("explains what is wrong with %j", (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });
});

test("--pace takes the medians of decisions that people made at least 100 times", async () => {
  const folder = await mkdtemp(join(tmpdir(), "flower-war-pace-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "pace.json");
  const measured = (median: number, decisions: number) => ({ decisions, p10: 1, median, p90: 9 });
  const seconds = { roll: measured(2.5, 100), move: measured(8, 99) };
  await writeFile(file, JSON.stringify({ games: { "flower-war": { matches: 7, seconds } } }));
  expect(parseArguments(["--pace", file])).toMatchObject({
    setup: { pace: { roll: 2.5 } },
    paces: { "flower-war": { roll: 2.5 } },
  });
  expect((parseArguments(["--pace", file, "--game", "mexica"]) as Arguments).setup.pace).toBeUndefined();
  expect(parseArguments(["--report", "--matches", "20"])).toMatchObject({
    report: true,
    setup: { matches: 20 },
  });
});

test("--against and --tune play with two skilled bots, unless asked otherwise", () => {
  const skilled = { seats: 2, bots: ["skilled", "skilled"] };
  expect(parseArguments(["--against", "v1"])).toMatchObject({ against: "v1", levels: null, setup: skilled });
  expect(parseArguments(["--against", ".", "--seats", "3", "--bots", "strong"])).toMatchObject({
    setup: { seats: 3, bots: ["strong", "strong", "strong"] },
  });
  expect(parseArguments(["--tune", "--game", "mexica", "--levels", '{"disc":[1,2]}'])).toMatchObject({
    against: null,
    levels: { disc: [1, 2] },
    setup: { ...skilled, game: "mexica" },
  });
  expect(Object.keys(parseArguments(["--tune"])?.levels ?? {})).toHaveLength(13);
});

test("a share's interval is Wilson's", () => {
  const { share, from, to } = computeShare(240, 400);
  expect(share).toBe(0.6);
  expect(from).toBeCloseTo(0.5513, 3);
  expect(to).toBeCloseTo(0.6468, 3);
  expect(computeShare(0, 10).from).toBe(0);
  expect(computeShare(0, 0)).toEqual({ of: 0, share: 0, from: 0, to: 1 });
});
