import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../src/bots/index.ts";
import type { GameTypes, Viewer } from "../src/game.ts";
import { COMMON_REFUSALS, type Game, games } from "../src/index.ts";
import { begin, fold, type RecordEntry, replay } from "../src/record.ts";
import { deepFreeze } from "./support/invariants.ts";
import { headerOf, type Player, playMatch, runs, type Setting } from "./support/matches.ts";
import { TRIALS } from "./support/trials/index.ts";
import type { Step, Trial } from "./support/trials/trial.ts";

/* What every game has to hold, in random matches of every size and with all options. */

/** Few matches take seconds; as many as `FLOWER_WAR_RUNS` may ask for take hours. */
const TIMEOUT = 24 * 3_600_000;

test("every game is put to the test", () => {
  const tried = TRIALS.flatMap(({ name }) => name.split(", "));
  expect(tried.toSorted()).toEqual(Object.keys(games).toSorted());
});

describe.each(TRIALS)("$name", (trial) => {
  const { settings } = trial;
  const anything: Player<GameTypes> = (...args) => trial.anything(...args);

  test(
    "the canon's invariants hold after every fact, and somebody has an answer after every command but the last",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { game } = setting;
          playMatch(setting, anything, {
            onEvent: (state, { type }) => {
              const faults = trial.broken(state);
              if (faults.length > 0) throw new Error(`after ${type}: ${faults.join("; ")}`);
            },
            after: (state, { command: { type } }) => {
              const faults = [...trial.stuck(state), ...unanswerable(game, state)];
              if (faults.length > 0) throw new Error(`after ${type}: ${faults.join("; ")}`);
            },
          });
        }),
        runs(150, trial.matchesInCi),
      );
    },
    TIMEOUT,
  );

  test(
    "views tell the same as the state: who is awaited, and how the match ended",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { game } = setting;
          playMatch(setting, anything, {
            after: (state) => {
              for (const viewer of viewersOf(setting)) {
                const view = game.view(state, viewer);
                expect(game.awaiting(view)).toEqual(game.awaiting(state));
                expect(game.outcome(view)).toEqual(game.outcome(state));
              }
            },
          });
        }),
        runs(6, 100),
      );
    },
    TIMEOUT,
  );

  test(
    "nothing that decide and evolve are given is changed by them",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          playMatch(setting, anything, {
            before: (state) => void deepFreeze(state),
            onEvent: (state, event) => {
              deepFreeze(event);
              deepFreeze(state);
            },
          });
        }),
        runs(20, 100),
      );
    },
    TIMEOUT,
  );

  test(
    "legal is exactly what decide accepts, for every seat",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { game, seats } = setting;
          playMatch(setting, anything, {
            before: (state, random) => {
              if (random(12) > 0) return;
              for (const seat of game.seatsFor(seats)) {
                const accepted = trial
                  .universe(state, seat)
                  .filter((command) => game.decide(state, seat, command).refused === undefined);
                expect(sorted(game.legal(game.view(state, seat), seat)), seat).toEqual(sorted(accepted));
              }
            },
          });
        }),
        runs(20, 100),
      );
    },
    TIMEOUT,
  );

  test(
    "the fallback is accepted whenever a seat is awaited, and ends the match where it answers for everybody",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { game } = setting;
          playMatch(setting, anything, {
            before: (state) => {
              for (const { seat } of game.awaiting(state)) {
                expect(game.decide(state, seat, game.fallback(state, seat)).refused).toBeUndefined();
              }
            },
          });
          const { state } = playMatch(setting, (before, seat) => [seat, game.fallback(before, seat)]);
          expect(game.outcome(state)).not.toBeNull();
        }),
        runs(12, 100),
      );
    },
    TIMEOUT,
  );

  test(
    "the events alone, and the seed with the commands, give the same state byte for byte",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { game } = setting;
          const { state, entries } = playMatch(setting, anything);
          const header = headerOf(setting);
          const stored = JSON.parse(JSON.stringify({ header, entries })) as {
            entries: RecordEntry<GameTypes>[];
          };
          const replayed = replay(game, begin(game, header), stored.entries);
          expect(JSON.stringify(replayed)).toBe(JSON.stringify(state));
          let again = begin(game, header);
          for (const { seat, command, events } of stored.entries) {
            const decided = game.decide(again, seat, command);
            expect(JSON.stringify(decided.command)).toBe(JSON.stringify(command));
            expect(JSON.stringify(decided.events)).toBe(JSON.stringify(events));
            again = JSON.parse(JSON.stringify(fold(game, again, events))) as object;
          }
          expect(JSON.stringify(again)).toBe(JSON.stringify(state));
        }),
        runs(12, 100),
      );
    },
    TIMEOUT,
  );

  test(
    "states that differ only in what a viewer may not know give it equal views and equal events",
    () => {
      let compared = 0;
      fc.assert(
        fc.property(settings, (setting) => {
          const { game } = setting;
          const random = randomFrom(setting.players);
          for (const step of stepsOf(trial, setting)) {
            if (random(4) > 0) continue;
            for (const viewer of viewersOf(setting)) {
              const { before, command } = trial.twin(step, viewer, random);
              const { events = [] } = game.decide(before, step.seat, command);
              if (endsIn(game, before, events) || endsIn(game, step.before, step.events)) continue;
              expect(seen(game, before, events, viewer)).toBe(seen(game, step.before, step.events, viewer));
              compared += 1;
            }
          }
        }),
        runs(12, 100),
      );
      expect(compared).toBeGreaterThan(100);
    },
    TIMEOUT,
  );

  test(
    "no view and no redacted event has a field that is for nobody",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          for (const { before, events } of stepsOf(trial, setting)) {
            for (const viewer of viewersOf(setting)) {
              expect(seen(setting.game, before, events, viewer)).not.toMatch(trial.secrets);
            }
          }
        }),
        runs(6, 100),
      );
    },
    TIMEOUT,
  );

  test(
    "any value at all is answered with events or a refusal, and never thrown at",
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
        const steps = stepsOf(trial, setting).filter((_, index) => index % 37 === 0);
        return steps.map(({ before }) => ({ game, state: before }));
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

  test("the reasons that all games share are looked for in one order", () => {
    const [setting] = fc.sample(settings, { numRuns: 1, seed: 5 });
    if (setting === undefined) throw new Error("no match to play");
    const { game } = setting;
    const { state: over } = playMatch(setting, anything);
    expect(game.decide(over, null, { type: "no such command" }).refused).toBe("malformed");
    for (const { before, seat, command } of stepsOf(trial, setting)) {
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
});

function stepsOf(trial: Trial, setting: Setting<GameTypes>): readonly Step<GameTypes>[] {
  const steps: Step<GameTypes>[] = [];
  let before: object | undefined;
  playMatch(setting, (...args) => trial.anything(...args), {
    before: (state) => {
      before = state;
    },
    after: (_, { seat, command, events }) => {
      if (before !== undefined) steps.push({ before, seat, command, events });
    },
  });
  return steps;
}

function viewersOf({ game, seats }: Setting<GameTypes>): readonly Viewer<GameTypes>[] {
  return [...game.seatsFor(seats), "public"];
}

/** Views before and after a command and its events, byte for byte. */
function seen(
  game: Game<GameTypes>,
  before: object,
  events: readonly GameTypes["event"][],
  viewer: Viewer<GameTypes>,
): string {
  return JSON.stringify([
    game.view(before, viewer),
    events.map((event) => game.redact(event, viewer)),
    game.view(fold(game, before, events), viewer),
  ]);
}

/** The end tells more: who has won, and the standings. */
function endsIn(game: Game<GameTypes>, before: object, events: readonly GameTypes["event"][]): boolean {
  return game.outcome(fold(game, before, events)) !== null;
}

/** Whoever is awaited has an answer; nobody is when the match is over, and somebody else. */
function unanswerable(game: Game<GameTypes>, state: object): readonly string[] {
  const awaiting = game.awaiting(state);
  if ((awaiting.length === 0) !== (game.outcome(state) !== null))
    return ["it waits for nobody, or after its end"];
  return awaiting
    .filter(({ seat }) => game.legal(game.view(state, seat), seat).length === 0)
    .map(({ seat, decision }) => `${seat} has no answer to ${decision}`);
}

function sorted(commands: readonly object[]): readonly string[] {
  return commands.map((command) => JSON.stringify(command)).toSorted();
}
