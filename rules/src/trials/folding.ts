import fc from "fast-check";
import { quickRandom, shuffle } from "../bots/bot.ts";
import type { Game, GameTypes } from "../game.ts";
import { begin, fold, replay } from "../record.ts";
import { shortJson } from "./failure.ts";
import {
  checkSteps,
  headerOf,
  legalOf,
  type Player,
  playMatch,
  type Setting,
  type Step,
  stepsOf,
} from "./matches.ts";
import { deepFreeze, requireSameBytes } from "./same-bytes.ts";
import { THOROUGH, type Trial } from "./trial.ts";
import {
  type Check,
  type ChooseMatches,
  checkEveryMatch,
  describeSetting,
  randomPlayer,
  requireAlways,
} from "./check.ts";

const REMEMBER_NOTHING =
  "decide and evolve remember nothing: called again, in any order and between other matches, they return the same";

/** A match that is decided again continues from its state's JSON after every so many commands. */
const RELOAD_EVERY = 8;

/** Returns the checks of how events and states follow from each other. */
export function foldingChecks(trial: Trial, choose: ChooseMatches): readonly Check[] {
  const anything = randomPlayer(trial);

  return [
    checkEveryMatch(
      "the canon's invariants hold after every event, and after every command a seat can answer or the match is over",
      trial,
      choose({ quick: 150, thorough: trial.thorough }),
      (setting) => {
        const { game } = setting;
        playMatch(setting, anything, {
          onEvent: (state, event, before) => {
            const faults = trial.findFaults(state, { event, before });
            if (faults.length > 0)
              throw new Error(`after its event ${shortJson(event)}: ${faults.join("; ")}`);
          },
          after: (state) => {
            const faults = [...trial.findDeadEnds(state), ...findUnanswerable(game, state)];
            if (faults.length > 0) throw new Error(`after it: ${faults.join("; ")}`);
          },
        });
      },
    ),

    checkEveryMatch(
      "decide and evolve change none of their arguments",
      trial,
      choose({ quick: 20, thorough: THOROUGH }),
      (setting) => {
        playMatch(setting, anything, {
          before: (state) => void deepFreeze(state),
          onEvent: (state, event) => {
            deepFreeze(event);
            deepFreeze(state);
          },
        });
      },
    ),

    checkEveryMatch(
      "decide returns the state that its events fold into, as they are and from JSON",
      trial,
      choose({ quick: 12, thorough: THOROUGH }),
      (setting) => {
        const { game } = setting;
        checkSteps(stepsOf(setting, anything), ({ before, events, after }) => {
          requireSameBytes(fold(game, before, events), after, () => "the state that its events fold into");
          const again = fold(game, fromJson(before), fromJson(events));
          requireSameBytes(again, after, () => "the state that its events fold into, both read from JSON,");
        });
      },
    ),

    rememberNothing(trial, choose),

    checkEveryMatch(
      "the events alone, and the seed with the commands, give the same state byte for byte",
      trial,
      choose({ quick: 12, thorough: THOROUGH }),
      (setting) => requireSameEnd(setting, anything),
    ),
  ];
}

/** Plays a match again, by its events and by its commands, and requires the state in which it ended. */
function requireSameEnd(setting: Setting<GameTypes>, player: Player<GameTypes>): void {
  const { game } = setting;
  const { state, entries } = playMatch(setting, player);
  const header = headerOf(setting);
  const stored = fromJson(entries);
  requireSameBytes(replay(game, begin(game, header), stored), state, () => "the state that all events give");
  let again = begin(game, header);
  for (const { n, seat, command, events } of stored) {
    const decided = game.decide(again, seat, command);
    const what = () => `command ${n}, ${seat}'s ${shortJson(command)}, decided again: its`;
    requireSameBytes(decided.command, command, () => `${what()} command`);
    requireSameBytes(decided.events, events, () => `${what()} events`);
    again = decided.state ?? again;
    if (n % RELOAD_EVERY === 0) again = fromJson(again);
  }
  requireSameBytes(again, state, () => "the state that all commands give");
}

/** Returns the check that calls decide and evolve again, in any order and between other matches. */
function rememberNothing(trial: Trial, choose: ChooseMatches): Check {
  const anything = randomPlayer(trial);
  return {
    name: REMEMBER_NOTHING,
    run: () => {
      const matches = fc.array(trial.settings, { minLength: 2, maxLength: 3 });
      const property = fc.property(matches, fc.nat(), (settings, seed) => {
        const random = quickRandom(() => seed);
        const played = settings.map((setting) => ({ setting, steps: stepsOf(setting, anything) }));
        const folds = played.flatMap(({ setting, steps }) => foldsOf(setting, steps));
        for (const { game, before, event, after } of shuffle(folds, random)) {
          const what = () => `what evolve returns when it is called again with ${shortJson(event)}`;
          requireSameBytes(game.evolve(before, event), after, what);
        }
        const steps = played.flatMap(({ setting: { game }, steps: all }) =>
          all.map((step) => ({ game, step })),
        );
        for (const { game, step } of shuffle(steps, random)) {
          const decided = game.decide(step.before, step.seat, step.command);
          const what = () =>
            `when decide is called again with ${step.seat}'s ${shortJson(step.command)}, its`;
          requireSameBytes(decided.events, step.events, () => `${what()} events`);
          requireSameBytes(decided.state, step.after, () => `${what()} state`);
        }
      });
      requireAlways(
        REMEMBER_NOTHING,
        property,
        choose({ quick: 4, thorough: THOROUGH }),
        (settings, seed) => `${settings.map(describeSetting).join(", then ")}, shuffled with ${seed}`,
      );
    },
  };
}

interface Folded {
  readonly game: Game<GameTypes>;
  readonly before: object;
  readonly event: GameTypes["event"];
  readonly after: object;
}

/** Returns each event of a match with the frozen states before and after it. */
function foldsOf({ game }: Setting<GameTypes>, steps: readonly Step<GameTypes>[]): readonly Folded[] {
  return steps.flatMap((step) => {
    let state = deepFreeze(step.before);
    return step.events.map((event): Folded => {
      const before = state;
      state = deepFreeze(game.evolve(before, deepFreeze(event)));
      return { game, before, event, after: state };
    });
  });
}

/**
 * Returns what is wrong with the awaited seats: each has a command besides `concede`, and there are none exactly when
 * the match is over.
 */
function findUnanswerable(game: Game<GameTypes>, state: object): readonly string[] {
  const awaiting = game.awaiting(state);
  if ((awaiting.length === 0) !== (game.outcome(state) !== null))
    return ["it waits for no seat, or after its end"];
  return awaiting
    .filter(({ seat }) => legalOf(game, state, seat).every(({ type }) => type === "concede"))
    .map(({ seat, decision }) => `${seat} has no answer to ${decision}`);
}

function fromJson<V>(value: V): V {
  return JSON.parse(JSON.stringify(value)) as V;
}
