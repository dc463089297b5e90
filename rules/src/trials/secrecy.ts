import fc from "fast-check";
import { randomFrom } from "../bots/index.ts";
import { quickRandom } from "../bots/bot.ts";
import type { Game, GameTypes, Viewer } from "../game.ts";
import { shortJson } from "./failure.ts";
import { playMatch, type Setting, type Step } from "./matches.ts";
import { requireSameBytes } from "./same-bytes.ts";
import { THOROUGH, type Trial } from "./trial.ts";
import {
  type Check,
  type ChooseMatches,
  checkEveryMatch,
  describeSetting,
  randomPlayer,
  requireAlways,
} from "./check.ts";

const EQUAL_VIEWS =
  "states that differ only in what a viewer may not know give it equal views and equal events";

/** Moments that the comparison of equal views needs at least, to mean anything. */
const FEWEST_COMPARED = 10;

/** Returns the checks that a viewer sees the public state, and nothing that it may not. */
export function secrecyChecks(trial: Trial, choose: ChooseMatches): readonly Check[] {
  const anything = randomPlayer(trial);

  return [
    checkEveryMatch(
      "awaiting and outcome are the same from a view as from the state, and an outcome places each seat",
      trial,
      choose({ quick: 6, thorough: THOROUGH }),
      (setting) => {
        const { game } = setting;
        playMatch(setting, anything, {
          after: (state) => {
            requireOutcome(game.outcome(state), game.seatsFor(setting.seats));
            for (const viewer of viewersOf(setting)) {
              const view = game.view(state, viewer);
              const what = `of ${viewer}'s view`;
              requireSameBytes(game.awaiting(view), game.awaiting(state), () => `awaiting ${what}`);
              requireSameBytes(game.outcome(view), game.outcome(state), () => `outcome ${what}`);
            }
          },
        });
      },
    ),

    {
      name: EQUAL_VIEWS,
      run: () => {
        let compared = 0;
        const property = fc.property(trial.settings, (setting) => {
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
                const twin = seen(game, { before, events, after }, viewer);
                requireSameBytes(twin, seen(game, step, viewer), () => `what ${viewer} sees of the twin`);
                compared += 1;
              }
            },
          });
        });
        requireAlways(EQUAL_VIEWS, property, choose({ quick: 12, thorough: THOROUGH }), describeSetting);
        if (compared < FEWEST_COMPARED) throw new Error(`only ${compared} moments were compared`);
      },
    },

    checkEveryMatch(
      "no view and no redacted event has a field that no viewer may see",
      trial,
      choose({ quick: 6, thorough: THOROUGH }),
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
    ),
  ];
}

function viewersOf({ game, seats }: Setting<GameTypes>): readonly Viewer<GameTypes>[] {
  return [...game.seatsFor(seats), "public"];
}

/** Returns what a viewer sees of a command: the views before and after it, and its events. */
function seen(
  game: Game<GameTypes>,
  { before, events, after }: Pick<Step<GameTypes>, "before" | "events" | "after">,
  viewer: Viewer<GameTypes>,
): { readonly before: object; readonly events: readonly (object | null)[]; readonly after: object } {
  return {
    before: game.view(before, viewer),
    events: events.map((event) => game.redact(event, viewer)),
    after: game.view(after, viewer),
  };
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

/** @throws Error if an outcome does not say who has won, as histories and ratings read it (docs/add-a-game.md) */
function requireOutcome(outcome: object | null, seats: readonly string[]): void {
  if (outcome === null) return;
  const { winner, standings }: Partial<Outcome> = outcome;
  const said = `the outcome ${shortJson(outcome)}`;
  if (winner === undefined && standings === undefined)
    throw new Error(`${said} has no winner and no standings`);
  if (typeof winner === "string" && !seats.includes(winner))
    throw new Error(`${said} has a winner that is no seat`);
  if (standings === undefined) return;
  const placed = standings.map(({ seat }) => seat);
  if (placed.toSorted().join() !== seats.toSorted().join())
    throw new Error(`${said} does not place each seat once`);
}

interface Outcome {
  readonly winner: string | null;
  readonly standings: readonly { readonly seat: string; readonly place: number }[];
}
