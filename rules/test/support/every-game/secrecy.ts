import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFrom } from "../../../src/bots/index.ts";
import { quickRandom } from "../../../src/bots/quick-random.ts";
import type { Game, GameTypes, Viewer } from "../../../src/game.ts";
import { playMatch, runs, type Setting, type Step } from "../matches.ts";
import { expectSameBytes } from "../same-bytes.ts";
import type { Trial } from "../trials/trial.ts";
import { RUNS_IN_CI, randomPlayer, TIMEOUT, testEveryMatch } from "./property.ts";

/** Tests that a viewer sees what everybody may see, and nothing that it may not. */
export function testSecrecy(trial: Trial): void {
  const anything = randomPlayer(trial);

  testEveryMatch(
    "awaiting and outcome are the same from a view as from the state",
    trial,
    { quick: 6 },
    (setting) => {
      const { game } = setting;
      playMatch(setting, anything, {
        after: (state) => {
          for (const viewer of viewersOf(setting)) {
            const view = game.view(state, viewer);
            expectSameBytes(game.awaiting(view), game.awaiting(state));
            expectSameBytes(game.outcome(view), game.outcome(state));
          }
        },
      });
    },
  );

  test(
    "states that differ only in what a viewer may not know give it equal views and equal events",
    () => {
      let compared = 0;
      fc.assert(
        fc.property(trial.settings, (setting) => {
          const { game } = setting;
          const random = quickRandom(randomFrom(setting.players));
          playMatch(setting, anything, {
            after: (state, step) => {
              if (random(2) > 0 || game.outcome(state) !== null) return;
              for (const viewer of viewersOf(setting)) {
                const { before, command } = trial.twin(step, viewer, random);
                const { events = [], state: after = before } = game.decide(before, step.seat, command);
                // The end reveals more: who has won, and the standings.
                if (game.outcome(after) !== null) continue;
                expectSameBytes(seen(game, { before, events, after }, viewer), seen(game, step, viewer));
                compared += 1;
              }
            },
          });
        }),
        runs(12, RUNS_IN_CI),
      );
      expect(compared).toBeGreaterThan(100);
    },
    TIMEOUT,
  );

  testEveryMatch(
    "no view and no redacted event has a field that nobody may see",
    trial,
    { quick: 6 },
    (setting) => {
      const free = new WeakSet();
      playMatch(setting, anything, {
        after: (_, step) => {
          for (const viewer of viewersOf(setting)) {
            const field = secretIn(seen(setting.game, step, viewer), trial.secrets, free);
            if (field !== null) throw new Error(`${viewer} is shown the field ${field}`);
          }
        },
      });
    },
  );
}

function viewersOf({ game, seats }: Setting<GameTypes>): readonly Viewer<GameTypes>[] {
  return [...game.seatsFor(seats), "public"];
}

/** Returns what a viewer sees of a command: the views before and after it, and its events. */
function seen(
  game: Game<GameTypes>,
  { before, events, after }: Pick<Step<GameTypes>, "before" | "events" | "after">,
  viewer: Viewer<GameTypes>,
): readonly unknown[] {
  return [
    game.view(before, viewer),
    events.map((event) => game.redact(event, viewer)),
    game.view(after, viewer),
  ];
}

/**
 * Returns the first field with one of these names in a value; `null` if there is none.
 * @param free values without such fields; the function adds to it
 */
function secretIn(value: unknown, names: readonly string[], free: WeakSet<object>): string | null {
  if (typeof value !== "object" || value === null || free.has(value)) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = names.includes(name) ? name : secretIn(inner, names, free);
    if (found !== null) return found;
  }
  free.add(value);
  return null;
}
