import fc from "fast-check";
import { COMMON_REFUSALS } from "../admit.ts";
import type { Decided, GameTypes } from "../game.ts";
import { deepFreeze, requireSameBytes } from "./same-bytes.ts";
import { playMatch, stepsOf } from "./matches.ts";
import { THOROUGH, type Trial } from "./trial.ts";
import { type Check, type ChooseMatches, checkEveryMatch, randomPlayer } from "./check.ts";

/** What is checked before whose turn it is: no command that is well-formed and comes from an awaited seat is refused for these. */
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
              const accepted = trial
                .universe(state, seat)
                .filter((command) => game.decide(state, seat, command).refused === undefined);
              const legal = sorted(game.legal(game.view(state, seat), seat));
              requireSameBytes(legal, sorted(accepted));
            }
          },
        });
      },
    ),

    checkEveryMatch(
      "the fallback is accepted for every awaited seat, and ends the match if it answers for everybody",
      trial,
      choose({ quick: 12, thorough: THOROUGH }),
      (setting) => {
        const { game } = setting;
        playMatch(setting, anything, {
          before: (state) => {
            for (const { seat } of game.awaiting(state)) {
              const command = game.fallback(state, seat);
              const { refused } = game.decide(state, seat, command);
              if (refused !== undefined) throw new Error(`${JSON.stringify(command)} is refused: ${refused}`);
            }
          },
        });
        const { state } = playMatch(setting, (before, seat) => [seat, game.fallback(before, seat)]);
        if (game.outcome(state) === null) throw new Error("the fallbacks end no match");
      },
    ),

    {
      name: "decide answers any value with events or a refusal, and never throws",
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
        const moments = fc.sample(settings, { numRuns: 6, seed: 2 }).flatMap((setting) => {
          const { game } = setting;
          const steps = stepsOf(setting, anything).filter((_, index) => index % 37 === 0);
          return steps.map(({ before }) => ({ game, state: deepFreeze(before) }));
        });
        fc.assert(
          fc.property(fc.constantFrom(...moments), fc.nat(5), values, ({ game, state }, at, value) => {
            const seat = game.seatsFor(game.seats.max)[at] ?? null;
            const { events, refused } = game.decide(state, seat, value);
            if (!(refused ?? events?.length)) throw new Error("neither an event nor a refusal");
          }),
          { numRuns: choose({ quick: 100, thorough: 100 }) * 50 },
        );
      },
    },

    {
      name: "the reasons that all games share are checked in one order",
      run: () => {
        const [setting] = fc.sample(settings, { numRuns: 1, seed: 5 });
        if (setting === undefined) throw new Error("no match to play");
        const { game } = setting;
        const { state: over } = playMatch(setting, anything);
        requireRefusal(game.decide(over, null, { type: "no such command" }), "malformed");
        for (const { before, seat, command } of stepsOf(setting, anything)) {
          requireRefusal(game.decide(before, null, null), "malformed");
          requireRefusal(game.decide(over, null, command), "match-over");
          requireRefusal(game.decide(before, null, command), "not-seated");
          for (const other of game.seatsFor(setting.seats)) {
            if (game.awaiting(before).some((awaited) => awaited.seat === other)) continue;
            const { refused } = game.decide(before, other, command);
            if (refused === "wrong-phase")
              throw new Error(`${other} is not awaited and is refused: ${refused}`);
          }
          for (const each of trial.universe(before, seat)) {
            const { refused } = game.decide(before, seat, each);
            if (EARLY_REFUSALS.some((early) => early === refused))
              throw new Error(`${seat} is refused: ${refused}`);
          }
        }
      },
    },
  ];
}

/** Requires that a command is refused for this reason. */
function requireRefusal({ refused }: Decided<GameTypes>, expected: string): void {
  if (refused !== expected) throw new Error(`refused: ${refused}, but expected: ${expected}`);
}

function sorted(commands: readonly object[]): readonly string[] {
  return commands.map((command) => JSON.stringify(command)).toSorted();
}
