import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFrom } from "../../../src/bots/index.ts";
import { quickRandom } from "../../../src/bots/quick-random.ts";
import type { Game, GameTypes, Viewer } from "../../../src/game.ts";
import { fold } from "../../../src/record.ts";
import { playMatch, runs, type Setting, type Step } from "../matches.ts";
import { expectSameBytes } from "../same-bytes.ts";
import type { Trial } from "../trials/trial.ts";
import { anybody, IN_CI, TIMEOUT, testEveryMatch } from "./property.ts";

/** What each viewer sees: as much as everybody does, and no more than it may. */
export function testSecrecy(trial: Trial): void {
  const anything = anybody(trial);

  testEveryMatch(
    "views tell the same as the state: who is awaited, and how the match ended",
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
                const { events = [] } = game.decide(before, step.seat, command);
                const after = fold(game, before, events);
                // The end tells more: who has won, and the standings.
                if (game.outcome(after) !== null) continue;
                expectSameBytes(seen(game, { before, events, after }, viewer), seen(game, step, viewer));
                compared += 1;
              }
            },
          });
        }),
        runs(12, IN_CI),
      );
      expect(compared).toBeGreaterThan(100);
    },
    TIMEOUT,
  );

  testEveryMatch(
    "no view and no redacted event has a field that is for nobody",
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

/** What a viewer sees of a command: the views before and after it, and its events. */
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
 * The first field of such a name in a value, `null` if there is none.
 * @param free values that have none; it grows
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
