import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Act,
  actConditions,
  type Command,
  type Condition,
  type ConditionCode,
  firstUnmet,
  plusConditions,
  type RefusalCode,
  SEATS,
  type Seat,
  type State,
  tieqchieq,
  tossConditions,
} from "../../src/tieqchieq/index.ts";
import { squareAt } from "../../src/tieqchieq/board.ts";
import { playMatch } from "../../src/trials/matches.ts";
import { runs } from "../support/runs.ts";
import { tieqchieqTrial } from "../support/trials/tieqchieq.ts";

/** The refusals with which a command can be answered whose first unmet condition is this one. */
const REFUSALS_OF: { readonly [C in ConditionCode]: readonly RefusalCode[] } = {
  running: ["match-over"],
  seated: ["not-seated"],
  "your-turn": ["not-your-decision"],
  "not-tossed": ["wrong-phase"],
  tossed: ["wrong-phase"],
  "plus-answered": ["wrong-phase"],
  "on-plus": ["wrong-phase"],
  "token-in-reserve": ["no-token"],
  "token-there": ["no-token"],
  price: ["no-move"],
  "not-beyond-home": ["no-move"],
  "no-own-token": ["blocked"],
  "no-token-on-sun": ["blocked"],
};

const PATHS = Object.fromEntries(
  SEATS.map((seat) => [seat, Array.from({ length: 14 }, (_, index) => squareAt(seat, index + 1))]),
);

/** Returns every act that a seat can name on its own path. */
function actsOf(seat: Seat): readonly Act[] {
  const moves = (PATHS[seat] ?? []).flatMap((from): readonly Act[] =>
    from === null ? [] : [{ type: "move", from }],
  );
  return [{ type: "introduce" }, ...moves];
}

/** Throws if the conditions of a command disagree with the rules. */
function compare(
  state: State,
  seat: Seat,
  command: Command,
  conditions: readonly Condition<ConditionCode>[],
): void {
  const { refused } = tieqchieq.decide(state, seat, command);
  const unmet = firstUnmet(conditions);
  const agree =
    unmet === null ? refused === undefined : REFUSALS_OF[unmet.code].some((code) => code === refused);
  if (agree) return;
  throw new Error(`${seat} ${JSON.stringify(command)}: ${refused}, ${JSON.stringify(conditions)}`);
}

test("in random matches all conditions of a command are met exactly if it is legal, and the first unmet one is why it is refused", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(tieqchieqTrial.settings, (setting) => {
      playMatch(setting, (...args) => tieqchieqTrial.anything(...args), {
        before(state) {
          for (const seat of SEATS) {
            const view = tieqchieq.view(state, seat);
            compare(state, seat, { type: "toss" }, tossConditions(view));
            compare(state, seat, { type: "plus", step: true }, plusConditions(view));
            for (const act of actsOf(seat)) {
              const conditions = actConditions(view, act);
              compare(state, seat, act, conditions);
              seen.add(firstUnmet(conditions)?.code ?? "legal");
            }
          }
        },
      });
    }),
    runs(20, 60),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(["legal", "tossed", "token-there", "price", "no-own-token", "plus-answered"]),
  );
});

test("a spectator has one reason, and so have all seats after the end", () => {
  const state = tieqchieq.setup({ first: "red" }, 2, "7".repeat(64));
  expect(tossConditions(tieqchieq.view(state, "public"))).toEqual([
    { code: "seated", met: false, values: {} },
  ]);
  const table = { ...state.table, phase: "over" as const };
  expect(tossConditions({ table, seat: "red" })).toEqual([{ code: "running", met: false, values: {} }]);
});
