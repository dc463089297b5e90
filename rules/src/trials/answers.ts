import fc from "fast-check";
import { COMMON_REFUSALS } from "../admit.ts";
import type { Decided, Game, GameTypes } from "../game.ts";
import { hasTakeBacks } from "../take-back.ts";
import { shortJson } from "./failure.ts";
import { deepFreeze } from "./same-bytes.ts";
import { checkSteps, type Player, playMatch, type Setting, stepsOf } from "./matches.ts";
import { THOROUGH, type Trial } from "./trial.ts";
import {
  type Check,
  type ChooseMatches,
  checkEveryMatch,
  describeSetting,
  randomPlayer,
  requireAlways,
} from "./check.ts";

const ANSWERS_ANYTHING = "decide answers any value with events or a refusal, and never throws";

const ONE_ORDER = "the reasons that all games share are checked in one order";

/** Codes of checks that come before the turn: no well-formed command from an awaited seat is refused for these. */
const EARLY_REFUSALS = COMMON_REFUSALS.slice(0, 3);

/** Returns the checks of what is accepted, what is refused, and what is played for a seat that does not answer. */
export function answerChecks(trial: Trial, choose: ChooseMatches): readonly Check[] {
  const { settings } = trial;
  const anything = randomPlayer(trial);

  return [
    checkEveryMatch(
      "legal lists exactly what decide accepts, for every seat, and a refusal changes nothing",
      trial,
      choose({ quick: 20, thorough: THOROUGH }),
      (setting) => {
        const { game, seats } = setting;
        playMatch(setting, anything, {
          before: (state, random) => {
            if (random(2) > 0) return;
            deepFreeze(state);
            for (const seat of game.seatsFor(seats)) {
              const fault = faultOfLegal(trial, game, state, seat);
              if (fault !== null) throw new Error(`for ${seat} ${fault}`);
            }
          },
        });
      },
    ),

    checkEveryMatch(
      "the fallback is accepted for every awaited seat, and ends the match if it answers for all seats",
      trial,
      choose({ quick: 12, thorough: THOROUGH }),
      (setting) => {
        const { game } = setting;
        playMatch(setting, anything, {
          before: (state) => {
            for (const { seat } of game.awaiting(state)) {
              const command = game.fallback(state, seat);
              const { refused } = game.decide(state, seat, command);
              if (refused !== undefined)
                throw new Error(`${seat}'s fallback ${shortJson(command)} is refused: ${refused}`);
            }
          },
        });
        const { state } = playMatch(setting, (before, seat) => [seat, game.fallback(before, seat)]);
        if (game.outcome(state) === null) throw new Error("the fallbacks end no match");
      },
    ),

    checkEveryMatch(
      "no command and no event has a name of the table's own: take-back, taken-back, or one that begins with table-",
      trial,
      choose({ quick: 12, thorough: THOROUGH }),
      (setting) =>
        checkSteps(stepsOf(setting, anything), ({ command, events }) => {
          const taken = [command, ...events].find(({ type }) => isTables(setting.game, type));
          if (taken !== undefined) throw new Error(`${shortJson(taken)} has a name of the table's own`);
        }),
    ),

    answersAnything(trial, choose),

    {
      name: ONE_ORDER,
      run: () => {
        const [setting] = fc.sample(settings, { numRuns: 1, seed: 5, path: "" });
        if (setting === undefined) throw new Error("no match to play");
        const property = fc.property(fc.constant(setting), (match) =>
          requireOneOrder(trial, match, anything),
        );
        requireAlways(ONE_ORDER, property, 1, describeSetting);
      },
    },
  ];
}

/** Returns the check that lets decide judge any value, at moments of a few matches. */
function answersAnything(trial: Trial, choose: ChooseMatches): Check {
  return {
    name: ANSWERS_ANYTHING,
    run: () => {
      const values = fc.oneof(
        fc.anything(),
        fc.record(
          Object.fromEntries(
            Object.entries(trial.fields).map(([field, known]) => [
              field,
              field === "type"
                ? fc.constantFrom(...known)
                : fc.oneof(fc.constantFrom(...known), fc.anything()),
            ]),
          ),
          { requiredKeys: ["type"] },
        ),
      );
      const moments = fc.sample(trial.settings, { numRuns: 6, seed: 2, path: "" }).flatMap((setting) => {
        const steps = [...stepsOf(setting, randomPlayer(trial)).entries()].filter(
          ([index]) => index % 37 === 0,
        );
        return steps.map(([index, { before }]) => ({ setting, n: index + 1, state: deepFreeze(before) }));
      });
      const seatAt = ({ game }: Setting<GameTypes>, at: number) => game.seatsFor(game.seats.max)[at] ?? null;
      const moment = fc.constantFrom(...moments);
      const property = fc.property(moment, fc.nat(5), values, ({ setting, state }, at, value) => {
        const { events, refused } = setting.game.decide(state, seatAt(setting, at), value);
        if (!(refused ?? events?.length)) throw new Error("decide gives neither an event nor a refusal");
      });
      requireAlways(
        ANSWERS_ANYTHING,
        property,
        choose({ quick: 100, thorough: 100 }) * 50,
        ({ setting, n }, at, value) =>
          `${describeSetting(setting)}, before command ${n}; decide got ${fc.stringify(value)} of ${seatAt(setting, at)}`,
      );
    },
  };
}

const isTables = (game: Game<GameTypes>, type: string): boolean =>
  type.startsWith("table-") || (hasTakeBacks(game) && (type === "take-back" || type === "taken-back"));

/** Returns what is wrong with what a seat may command, as a part of a sentence; `null`: nothing. */
function faultOfLegal(trial: Trial, game: Game<GameTypes>, state: object, seat: string): string | null {
  const legal = game.legal(game.view(state, seat), seat).map((command) => JSON.stringify(command));
  const universe = trial.universe(state, seat);
  const accepted = universe
    .filter((command) => game.decide(state, seat, command).refused === undefined)
    .map((command) => JSON.stringify(command));
  const wrong = legal.find((command) => !accepted.includes(command));
  if (wrong !== undefined) {
    const { refused } = game.decide(state, seat, JSON.parse(wrong));
    return `legal lists ${wrong}, which ${refused === undefined ? "the trial's universe lacks" : `decide refuses: ${refused}`}`;
  }
  const missing = accepted.find((command) => !legal.includes(command));
  if (missing !== undefined) return `decide accepts ${missing}, which legal does not list`;
  const twice = legal.find((command, index) => legal.indexOf(command) !== index);
  return twice === undefined || legal.length === accepted.length ? null : `legal lists ${twice} twice`;
}

/** Requires of each command of a match that the reasons that all games share are checked in one order. */
function requireOneOrder(trial: Trial, setting: Setting<GameTypes>, anything: Player<GameTypes>): void {
  const { game } = setting;
  const { state: over } = playMatch(setting, anything);
  requireRefusal(
    game.decide(over, null, { type: "no such command" }),
    "malformed",
    "an unknown command after the end",
  );
  checkSteps(stepsOf(setting, anything), ({ before, seat, command }) => {
    requireRefusal(game.decide(before, null, null), "malformed", "null");
    requireRefusal(game.decide(over, null, command), "match-over", "it, after the end,");
    requireRefusal(game.decide(before, null, command), "not-seated", "it, of nobody's seat,");
    for (const other of game.seatsFor(setting.seats)) {
      if (game.awaiting(before).some((awaited) => awaited.seat === other)) continue;
      const { refused } = game.decide(before, other, command);
      if (refused === "wrong-phase") throw new Error(`${other} is not awaited and is refused: ${refused}`);
    }
    for (const each of trial.universe(before, seat)) {
      const { refused } = game.decide(before, seat, each);
      if (EARLY_REFUSALS.some((early) => early === refused))
        throw new Error(`${seat}, who is awaited, is refused ${shortJson(each)}: ${refused}`);
    }
  });
}

/** Requires that something is refused for this reason. @param what it is, as the subject of a sentence */
function requireRefusal({ refused }: Decided<GameTypes>, expected: string, what: string): void {
  if (refused !== expected)
    throw new Error(
      `${what} is ${refused === undefined ? "accepted" : `refused: ${refused}`}, but expected: ${expected}`,
    );
}
