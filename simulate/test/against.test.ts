import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkOut } from "../../test/support/checkout.ts";
import { ROOT } from "../../test/support/root.ts";
import { makeTempFolder } from "../../test/support/temp-folder.ts";
import { formatAgainst, playAgainst } from "../src/against.ts";
import { playDuel } from "../src/duel.ts";
import { type Arguments, parseArguments, type Setup } from "../src/options.ts";

const setupFor = (...args: string[]): Setup =>
  (parseArguments(["--against", ".", ...args]) as Arguments).setup;

/** Writes rules of their own with these lines in the file of their bots, where `ours` are the bots of the working tree. */
function plantRules(bots: string): string {
  const folder = makeTempFolder();
  const source = JSON.stringify(join(ROOT, "rules/src/index.ts"));
  mkdirSync(join(folder, "bots"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "index.ts"), `export { games, readOptions } from ${source};\n`);
  const ours = `import { bots as ours } from ${JSON.stringify(join(ROOT, "rules/src/bots/index.ts"))};\n`;
  writeFileSync(join(folder, "bots/index.ts"), ours + bots);
  return folder;
}

describe("bots against those of a commit", () => {
  test.each([
    ["skilled bots of flower-war", ["--matches", "4", "--thoughts", "1"]],
    ["easy bots of flower-war, on three seats", ["--matches", "20", "--bots", "easy", "--seats", "3"]],
    ["space-aztecs, where several may win", ["--game", "space-aztecs", "--matches", "4", "--thoughts", "1"]],
  ])("%s: equal bots share the places equally, in each pair", async (_, args) => {
    const setup = setupFor(...args);
    let done = 0;
    const report = await playAgainst(".", setup, (matches) => (done += matches));
    expect([done, report.matches]).toEqual([setup.matches, setup.matches]);
    expect(report.first).toMatchObject({ of: setup.matches, share: 0.5 });
    expect(report.paired).toBe(0);
    expect(report.won.of === 0 ? 0.5 : report.won.share).toBe(0.5);
    expect(report.work.own.commands).toBe(report.work.other.commands);
    expect(report.work.own.thoughts).toBe(report.work.other.thoughts);
    expect(formatAgainst(report)).toContain("the working tree against .");
  });

  test("a commit's bots play, and an odd number of matches is made even", async () => {
    const report = await playAgainst("HEAD", setupFor("--game", "tieqchieq", "--matches", "3"));
    expect(report).toMatchObject({ commit: "HEAD", matches: 4, setup: { bots: ["skilled", "skilled"] } });
    const text = formatAgainst(report);
    expect(text).toMatch(/^4 matches of tieqchieq, 2 seats, skilled: the working tree against HEAD$/m);
    expect(text).toMatch(/^first places {10}\d+\.\d % \(\d+\.\d-\d+\.\d\); by pairs of one deal ± \d+\.\d$/m);
    expect(text).toMatch(/^wins of 4 decided {5}\d+\.\d % /m);
    expect(text).toMatch(/^HEAD {18}.*\d ms a command$/m);
  });

  test("worse bots are found worse, and the same seed gives the same matches", async () => {
    const rules = plantRules("export const bots = { tieqchieq: { skilled: ours.tieqchieq.easy } };");
    const play = () => playDuel(setupFor("--game", "tieqchieq", "--matches", "20"), { rules, levels: null });
    const [once, again] = [await play(), await play()];
    expect(once.reduce((sum, { first }) => sum + first, 0) / once.length).toBeGreaterThan(0.6);
    const playedOf = (pairs: typeof once) =>
      pairs.map(({ first, won, work }) => [first, won, work.own.commands, work.other.commands]);
    expect(playedOf(again)).toEqual(playedOf(once));
  });
});

describe("bots that cannot play are refused with a sentence", () => {
  test("a commit that does not exist, and one without rules", async () => {
    await expect(playAgainst("nope", setupFor())).rejects.toThrow("--against: There is no commit nope.");
    await expect(playAgainst("--output=x", setupFor())).rejects.toThrow("There is no commit --output=x.");
    expect(() => checkOut("HEAD", "no-such-workspace")).toThrow("Commit HEAD has no no-such-workspace.");
  });

  test.each([
    ["rules without bots", "export const x: = 1;", [], "Its bots/index.ts cannot be loaded"],
    ["rules that export no bots", "export const x = 1;", [], "It has no skilled bot of flower-war."],
    ["without the game", "export const bots = {};", [], "It has no skilled bot of flower-war."],
    [
      "without the kind",
      'const { strong, ...others } = ours["flower-war"]; export const bots = { "flower-war": others };',
      ["--bots", "strong"],
      "It has no strong bot of flower-war.",
    ],
    [
      "that cannot read a view",
      'export const bots = { "flower-war": { skilled: (view) => view.board.spaces } };',
      [],
      "By the rules here a skilled bot cannot play: Cannot read properties of undefined",
    ],
    [
      "that play what the rules refuse",
      'export const bots = { "flower-war": { skilled: () => ({ type: "trade" }) } };',
      [],
      "By the rules here a skilled bot's trade is refused: ",
    ],
  ])("%s", async (_, bots, args, message) => {
    const rules = plantRules(bots);
    const setup = setupFor("--matches", "2", "--thoughts", "1", ...args);
    await expect(playDuel(setup, { rules, levels: null })).rejects.toThrow(message);
  });

  test("rules that do not know an option; what is as usual they need not know", async () => {
    const rules = plantRules('export const bots = { "flower-war": ours["flower-war"] };');
    writeFileSync(
      join(rules, "index.ts"),
      `import { games as ours } from ${JSON.stringify(join(ROOT, "rules/src/index.ts"))};
export { readOptions } from ${JSON.stringify(join(ROOT, "rules/src/index.ts"))};
const { rackSize, ...options } = ours["flower-war"].options;
export const games = { "flower-war": { ...ours["flower-war"], options } };\n`,
    );
    const play = (...args: string[]) =>
      playDuel(setupFor("--bots", "easy", "--matches", "2", ...args), { rules, levels: null });
    await expect(play("--options", '{"rackSize":6}')).rejects.toThrow(
      "Its flower-war does not know the option rackSize as it is here.",
    );
    expect(await play()).toHaveLength(1);
  });
});
