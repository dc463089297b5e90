import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/*
 * Plants one fault after the other in a copy of the rules and shows that the tests catch each:
 * `node rules/test/support/plant-faults.ts [name...]`. Exits with 1 if one is not caught.
 */

const ROOT = join(import.meta.dirname, "../../..");

/** Few matches of a property are enough to meet these faults. */
const RUNS = "5";

interface Fault {
  readonly name: string;
  /** Below `rules/src/flower-war`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const FAULTS: readonly Fault[] = [
  {
    name: "a refilled rack takes its skulls from nowhere",
    file: "evolve.ts",
    from: "    supply: table.supply - supply,\n    lake: {",
    to: "    lake: {",
  },
  {
    name: "a card paid stays in the loser's hand too",
    file: "evolve.ts",
    from: "[from]: withoutHeld(handOf(state, from), whole(event.gave).id),",
    to: "",
  },
  {
    name: "another seat learns the card that is drawn",
    file: "view.ts",
    from: "...(viewer === seat && held && { held })",
    to: "...(viewer !== seat && held && { held })",
  },
  {
    name: "whether a seat is asked in a battle depends on what it holds",
    file: "battle.ts",
    from: "if (holdsWarOrRain(play.table, step.seat)) return",
    to: 'if (handOf(play.state, step.seat).some(({ card }) => card !== "eagle")) return',
  },
  {
    name: "legal forgets the causeway's last space",
    file: "legal.ts",
    from: "return SPACES.map((_, index) => ({ ...play, space: index + 1 }));",
    to: "return SPACES.slice(1).map((_, index) => ({ ...play, space: index + 1 }));",
  },
  {
    name: "a cost may go beyond the day count",
    file: "costs.ts",
    from: "return cost > dayCount(table, currentSpace(table))",
    to: "return cost > 1 + dayCount(table, currentSpace(table))",
  },
  {
    name: "mist on mist does not let the stopped card act again",
    file: "weigh.ts",
    from: "if (card === undefined || stopped.has(at) ||",
    to: "if (card === undefined ||",
  },
  {
    name: "an extra turn ticks",
    file: "apocalypse.ts",
    from: "if (turn.number > apocalypse.turn && !turn.extra) tick(play);",
    to: "if (turn.number > apocalypse.turn) tick(play);",
  },
  {
    name: "a fourth Day card resolves",
    file: "decks.ts",
    from: "const MOST_DAY_CARDS_A_TURN = 3;",
    to: "const MOST_DAY_CARDS_A_TURN = 4;",
  },
  {
    name: "a conceding loser leaves its battle's payment to be asked for",
    file: "battle.ts",
    from: 'step?.step !== "end-battle"; step = play.flow.pop()',
    to: "step === null; step = play.flow.pop()",
  },
  {
    name: "the fallback names a seat that is out",
    file: "fallback.ts",
    from: "nextInTurnOrder(table, seat) }",
    to: "table.seats.find((other) => other !== seat) ?? seat }",
  },
  {
    name: "evolve changes what it was given",
    file: "evolve.ts",
    from: "[...handOf(state, seat), held]",
    to: "((handOf(state, seat) as HeldCard[]).push(held), handOf(state, seat))",
  },
  {
    name: "a captive's card is drawn without moving the stream on",
    file: "captives.ts",
    from: "chance: drawn.position }",
    to: "chance }",
  },
  {
    name: "a disc rule of two stands alone",
    file: "rule-changes.ts",
    from: "apocalypse.discs.includes(disc)",
    to: "apocalypse.discs[0] === disc",
  },
];

/** Nothing is wrong: the tests pass. */
const NO_FAULT: Fault = { name: "no fault", file: "rule-changes.ts", from: "ruleOf", to: "ruleOf" };

const wanted = process.argv.slice(2);
if (!isMissed(NO_FAULT)) throw new Error("the tests fail without a fault");
const missed = FAULTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).filter(isMissed);
for (const { name } of missed) console.log(`NOT CAUGHT: ${name}`);
process.exitCode = missed.length === 0 ? 0 : 1;

function isMissed({ name, file, from, to }: Fault): boolean {
  const place = mkdtempSync(join(tmpdir(), "planted-"));
  try {
    for (const part of ["rules/src", "rules/test", "rules/package.json", "vitest.config.ts"]) {
      cpSync(join(ROOT, part), join(place, part), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"));
    const path = join(place, "rules/src/flower-war", file);
    const code = readFileSync(path, "utf8");
    if (code.split(from).length !== 2) throw new Error(`${name}: its place in ${file} is not there once`);
    writeFileSync(path, code.replace(from, to));
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, "run", "--bail=1", "--testTimeout=600000", "rules"],
      { cwd: place, encoding: "utf8", env: { ...process.env, FLOWER_WAR_RUNS: RUNS, NO_COLOR: "1" } },
    );
    const by = /FAIL {2}(.*)/.exec(stdout + stderr)?.[1] ?? "no test by name";
    if (status !== 0) console.log(`caught: ${name}\n    by ${by}`);
    return status === 0;
  } finally {
    rmSync(place, { recursive: true });
  }
}
