import fc from "fast-check";
import {
  type Command,
  FIRSTS,
  SEATS,
  SQUARES,
  type Tieqchieq,
  tieqchieq,
} from "../../../src/tieqchieq/index.ts";
import { findFaults } from "../../tieqchieq/invariants.ts";
import { settingsOf } from "../../../src/trials/matches.ts";
import { anyCommandOf } from "../../../src/trials/any-command.ts";
import type { Trial } from "../../../src/trials/trial.ts";

const COMMANDS: readonly Command[] = [
  { type: "toss" },
  { type: "introduce" },
  ...SQUARES.map((from): Command => ({ type: "move", from })),
  ...[true, false].map((step): Command => ({ type: "plus", step })),
  { type: "concede" },
];

export const tieqchieqTrial: Trial<Tieqchieq> = {
  name: "tieqchieq",
  thorough: 200,
  settings: settingsOf(tieqchieq, fc.record({ first: fc.constantFrom(...FIRSTS) })),
  anything: anyCommandOf<Tieqchieq>(tieqchieq, () => SEATS, 500),
  findFaults: () => [],
  findDeadEnds: findFaults,
  universe: () => COMMANDS,
  fields: { type: ["toss", "introduce", "move", "plus", "concede"], from: ["a1", "b4"], step: [true] },
  /** Only future coins are hidden. */
  twin: ({ before, command, events }) => {
    const showsCoins = events.some(({ type }) => type === "tossed" || type === "battled");
    const { table, hidden } = before;
    const seed = showsCoins ? hidden.seed : "0dd".padEnd(64, "0");
    return { before: { table, hidden: { ...hidden, seed } }, command };
  },
  secrets: ["hidden", "seed", "chance"],
};
