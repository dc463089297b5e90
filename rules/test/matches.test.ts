import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bots } from "../src/bots/index.ts";
import { type FlowerWar, flowerWar, type State } from "../src/flower-war/index.ts";
import { REFUSALS, type Seat } from "../src/flower-war/vocabulary.ts";
import { begin, fold, type RecordEntry, replay } from "../src/record.ts";
import { broken, deepFreeze, stuck } from "./support/invariants.ts";
import { anything, headerOf, playMatch, runs, settings, universe } from "./support/matches.ts";

const MINUTES = 60_000;

describe("whole random matches", () => {
  test(
    "section 15 holds after every event, and one decision with an answer is awaited after every command",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          playMatch(setting, anything, {
            onEvent: (state, event) => {
              expect(broken(state), event.type).toEqual([]);
            },
            after: (state, { command }) => {
              expect(stuck(state), command.type).toEqual([]);
            },
          });
        }),
        runs(40),
      );
    },
    30 * MINUTES,
  );

  test(
    "a command's last event is asked or ended, and only the last one",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { entries } = playMatch(setting, anything);
          for (const { events } of entries) {
            const closing = events.filter(({ type }) => type === "asked" || type === "ended");
            expect(closing).toEqual(events.slice(-1));
          }
        }),
        runs(20),
      );
    },
    30 * MINUTES,
  );

  test(
    "nothing that decide and evolve are given is changed by them",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          playMatch(setting, anything, {
            before: (state) => deepFreeze(state),
            onEvent: (state, event) => {
              deepFreeze(event);
              deepFreeze(state);
            },
          });
        }),
        runs(20),
      );
    },
    30 * MINUTES,
  );

  test(
    "legal is exactly what decide accepts, for every seat",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          playMatch(setting, anything, {
            before: (state, random) => {
              if (random(12) > 0) return;
              for (const seat of state.table.seats) {
                const accepted = universe(state, seat).filter(
                  (command) => flowerWar.decide(state, seat, command).refused === undefined,
                );
                const legal = flowerWar.legal(flowerWar.view(state, seat), seat);
                expect(sorted(legal), seat).toEqual(sorted(accepted));
              }
            },
          });
        }),
        runs(20),
      );
    },
    30 * MINUTES,
  );

  test(
    "the fallback is accepted whenever a seat is awaited",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          playMatch(setting, anything, {
            before: (state) => {
              for (const { seat } of flowerWar.awaiting(state)) {
                expect(
                  flowerWar.decide(state, seat, flowerWar.fallback(state, seat)).refused,
                ).toBeUndefined();
              }
            },
          });
        }),
        runs(20),
      );
    },
    30 * MINUTES,
  );

  test(
    "the events alone, and the seed with the commands, give the same state byte for byte",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { state, entries } = playMatch(setting, anything);
          const header = headerOf(setting);
          const stored = JSON.parse(JSON.stringify({ header, entries })) as {
            entries: RecordEntry<FlowerWar>[];
          };
          expect(JSON.stringify(replay(flowerWar, begin(flowerWar, header), stored.entries))).toBe(
            JSON.stringify(state),
          );
          let again: State = begin(flowerWar, header);
          for (const { seat, command, events } of stored.entries) {
            const decided = flowerWar.decide(again, seat, command);
            expect(JSON.stringify(decided.events)).toBe(JSON.stringify(events));
            again = JSON.parse(JSON.stringify(fold(flowerWar, again, events))) as State;
          }
          expect(JSON.stringify(again)).toBe(JSON.stringify(state));
        }),
        runs(12),
      );
    },
    30 * MINUTES,
  );
});

test("random matches come to every fact, question and ending that there is today", () => {
  const facts = new Set<string>();
  const questions = new Set<string>();
  const endings = new Set<string>();
  for (const setting of fc.sample(settings, { numRuns: 60, seed: 13 })) {
    const { state } = playMatch(setting, anything, {
      onEvent: (_, event) => {
        facts.add(event.type);
        if (event.type === "asked") questions.add(event.awaiting.decision);
      },
    });
    endings.add(state.table.outcome?.by ?? "none");
  }
  expect([...facts].toSorted()).toEqual([
    "apocalypse-triggered",
    "asked",
    "battle-began",
    "battle-ended",
    "battle-won",
    "card-drawn",
    "card-paid",
    "challenged",
    "collected",
    "conceded",
    "day-card-drawn",
    "disc-earned",
    "discarded",
    "ended",
    "forestalled",
    "invaded",
    "moved",
    "passed",
    "refilled",
    "reshuffled",
    "rolled",
    "sacrificed",
    "stake-paid",
    "ticked",
    "traded",
    "tribute-paid",
    "turn-began",
  ]);
  expect([...questions].toSorted()).toEqual(["battle", "cards", "challenge", "pay", "roll", "sacrifice"]);
  expect([...endings].toSorted()).toEqual(["apocalypse", "last-tribe", "signs"]);
});

describe("bad input in the middle of random matches", () => {
  const values = fc.oneof(
    fc.anything(),
    fc.record(
      {
        type: fc.constantFrom(
          "roll",
          "move",
          "challenge",
          "pay-card",
          "choose",
          "sacrifice",
          "play-card",
          "discard",
        ),
        steps: fc.anything(),
        card: fc.anything(),
        seat: fc.anything(),
        god: fc.anything(),
        space: fc.anything(),
      },
      { requiredKeys: ["type"] },
    ),
  );
  const states: readonly State[] = fc.sample(settings, { numRuns: 6, seed: 2 }).flatMap((setting) => {
    const seen: State[] = [];
    playMatch(setting, anything, {
      after: (state) => {
        seen.push(state);
      },
    });
    return seen.filter((_, index) => index % 37 === 0).concat(seen.slice(-1));
  });

  test(
    "any value at all is answered with events or a known code, and never thrown at",
    () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...states),
          fc.constantFrom<Seat | null>("east", "north", "topan", "west", null),
          values,
          (state, seat, value) => {
            const { events, refused } = flowerWar.decide(state, seat, value);
            if (refused === undefined) expect(events?.at(-1)?.type).toMatch(/^(asked|ended)$/);
            else expect(REFUSALS).toContain(refused);
          },
        ),
        { numRuns: Number(process.env["FLOWER_WAR_RUNS"] ?? 100) * 100 },
      );
    },
    30 * MINUTES,
  );
});

describe("matches end", () => {
  test("where everybody is played for by the referee, with the end of turn 2,600 at the latest", () => {
    const { state } = playMatch(
      { seats: 2, rackSize: 13, seed: "07".repeat(32), players: "07".repeat(32) },
      (before, seat) => [seat, flowerWar.fallback(before, seat)],
    );
    expect(state.table.outcome).toMatchObject({ by: "out-of-days", winner: null });
    expect(state.table.turn.number).toBe(2600);
  });

  test(
    "where easy bots play, of every size, long before the days are over",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          const { state, entries } = playMatch(setting, (before, seat, random) => [
            seat,
            bots["flower-war"].easy(flowerWar.view(before, seat), random),
          ]);
          expect(entries.some(({ command }) => command.type === "concede")).toBe(false);
          expect(state.table.outcome?.by).toMatch(/^(signs|apocalypse)$/);
          expect(state.table.turn.number).toBeLessThan(1500);
        }),
        runs(25),
      );
    },
    30 * MINUTES,
  );
});

function sorted(commands: readonly object[]): readonly string[] {
  return commands.map((command) => JSON.stringify(command)).toSorted();
}
