import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMON_REFUSALS } from "../../../src/index.ts";
import { deepFreeze } from "../invariants.ts";
import { playMatch, stepsOf } from "../matches.ts";
import type { Trial } from "../trials/trial.ts";
import { randomPlayer, TIMEOUT, testEveryMatch } from "./property.ts";

/** Tests what is accepted, what is refused, and what is played for a seat that does not answer. */
export function testAnswers(trial: Trial): void {
  const { settings } = trial;
  const anything = randomPlayer(trial);

  testEveryMatch(
    "legal lists exactly what decide accepts, for every seat, and a refusal changes nothing",
    trial,
    { quick: 20 },
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
            if (legal.join() !== sorted(accepted).join()) expect(legal, seat).toEqual(sorted(accepted));
          }
        },
      });
    },
  );

  testEveryMatch(
    "the fallback is accepted for every awaited seat, and ends the match if it answers for everybody",
    trial,
    { quick: 12 },
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
      expect(game.outcome(state)).not.toBeNull();
    },
  );

  test(
    "decide answers any value with events or a refusal, and never throws",
    () => {
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
          expect(refused === undefined ? events?.length : refused).toBeTruthy();
        }),
        { numRuns: Number(process.env["FLOWER_WAR_RUNS"] ?? 100) * 50 },
      );
    },
    TIMEOUT,
  );

  test("the reasons that all games share are checked in one order", () => {
    const [setting] = fc.sample(settings, { numRuns: 1, seed: 5 });
    if (setting === undefined) throw new Error("no match to play");
    const { game } = setting;
    const { state: over } = playMatch(setting, anything);
    expect(game.decide(over, null, { type: "no such command" }).refused).toBe("malformed");
    for (const { before, seat, command } of stepsOf(setting, anything)) {
      expect(game.decide(before, null, null).refused).toBe("malformed");
      expect(game.decide(over, null, command).refused).toBe("match-over");
      expect(game.decide(before, null, command).refused).toBe("not-seated");
      for (const other of game.seatsFor(setting.seats)) {
        if (game.awaiting(before).some((awaited) => awaited.seat === other)) continue;
        expect(game.decide(before, other, command).refused).not.toBe("wrong-phase");
      }
      for (const each of trial.universe(before, seat)) {
        const { refused } = game.decide(before, seat, each);
        if (refused !== undefined) expect(COMMON_REFUSALS.slice(0, 3)).not.toContain(refused);
      }
    }
  });
}

function sorted(commands: readonly object[]): readonly string[] {
  return commands.map((command) => JSON.stringify(command)).toSorted();
}
