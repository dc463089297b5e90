import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Command,
  type Condition,
  type ConditionCode,
  chooseConditions,
  FACES,
  firstUnmet,
  PLACES,
  type RefusalCode,
  type Seat,
  type State,
  spaceAztecs,
  takeConditions,
} from "../../src/space-aztecs/index.ts";
import { playMatch } from "../../src/trials/matches.ts";
import { runs } from "../support/runs.ts";
import { spaceAztecsTrial } from "../support/trials/space-aztecs.ts";

/** The refusals with which a command can be answered whose first unmet condition is this one. */
const REFUSALS_OF: { readonly [C in ConditionCode]: readonly RefusalCode[] } = {
  running: ["match-over"],
  seated: ["not-seated"],
  taking: ["not-your-decision", "wrong-phase"],
  "your-turn": ["not-your-decision"],
  "place-free": ["place-held"],
  "place-not-empty": ["place-empty"],
  choosing: ["not-your-decision", "wrong-phase"],
  "not-chosen": ["already-chosen"],
  "card-held": ["card-not-held"],
};

/** Throws if the conditions of a command disagree with the rules. */
function compare(
  state: State,
  seat: Seat,
  command: Command,
  conditions: readonly Condition<ConditionCode>[],
): void {
  const { refused } = spaceAztecs.decide(state, seat, command);
  const unmet = firstUnmet(conditions);
  const agree =
    unmet === null ? refused === undefined : REFUSALS_OF[unmet.code].some((code) => code === refused);
  if (agree) return;
  throw new Error(`${seat} ${JSON.stringify(command)}: ${refused}, ${JSON.stringify(conditions)}`);
}

test("in random matches all conditions of a command are met exactly if it is legal, and the first unmet one is why it is refused", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(spaceAztecsTrial.settings, (setting) => {
      playMatch(setting, (...args) => spaceAztecsTrial.anything(...args), {
        before(state, random) {
          for (const seat of state.table.seats) {
            const view = spaceAztecs.view(state, seat);
            const elsewhere = FACES[random(FACES.length)]?.id ?? "P01";
            for (const card of [...view.pile, elsewhere]) {
              const conditions = chooseConditions(view, card);
              compare(state, seat, { type: "choose", card }, conditions);
              seen.add(firstUnmet(conditions)?.code ?? "legal");
            }
            for (let place = 1; place <= PLACES.length; place += 1) {
              const conditions = takeConditions(view, place);
              compare(state, seat, { type: "take", place }, conditions);
              seen.add(firstUnmet(conditions)?.code ?? "legal");
            }
          }
        },
      });
    }),
    runs(15, 50),
  );
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining([
      "legal",
      "taking",
      "your-turn",
      "place-free",
      "choosing",
      "not-chosen",
      "card-held",
    ]),
  );
});

test("a spectator has one reason, and so have all seats after the end", () => {
  const state = spaceAztecs.setup({ removedSet: "random", codex: true }, 2, "7".repeat(64));
  const view = spaceAztecs.view(state, "public");
  expect(chooseConditions(view, "P01")).toEqual([{ code: "seated", met: false, values: {} }]);
  const over = { ...view, seat: "0" as const, table: { ...state.table, phase: "over" as const } };
  expect(takeConditions(over, 1)).toEqual([{ code: "running", met: false, values: {} }]);
  expect(() => takeConditions(view, 9)).toThrow(RangeError);
});
