import fc from "fast-check";
import { type Command, FIRSTS, SQUARES, type Tieqchieq, tieqchieq } from "../../../src/tieqchieq/index.ts";
import { findFaults } from "../../tieqchieq/invariants.ts";
import { settingsOf } from "../matches.ts";
import type { Trial } from "./trial.ts";

const COMMANDS: readonly Command[] = [
  { type: "toss" },
  { type: "introduce" },
  ...SQUARES.map((from): Command => ({ type: "move", from })),
  ...[true, false].map((step): Command => ({ type: "plus", step })),
];

export const tieqchieqTrial: Trial<Tieqchieq> = {
  name: "tieqchieq",
  matchesInCi: 500,
  settings: settingsOf(tieqchieq, fc.record({ first: fc.constantFrom(...FIRSTS) })),
  anything: (state, seat, random) => {
    const commands = tieqchieq.legal(tieqchieq.view(state, seat), seat);
    const command = commands[random(commands.length)];
    if (command === undefined) throw new Error(`${seat} has no answer`);
    return [seat, command];
  },
  findFaults: () => [],
  findDeadEnds: findFaults,
  universe: () => COMMANDS,
  fields: { type: ["toss", "introduce", "move", "plus"], from: ["a1", "b4"], step: [true] },
  /** Only future coins are hidden. */
  twin: ({ before, command, events }) => {
    const showsCoins = events.some(({ type }) => type === "tossed" || type === "battled");
    const { table, hidden } = before;
    const seed = showsCoins ? hidden.seed : "0dd".padEnd(64, "0");
    return { before: { table, hidden: { ...hidden, seed } }, command };
  },
  secrets: ["hidden", "seed", "chance"],
};
