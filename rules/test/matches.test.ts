import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bots } from "../src/bots/index.ts";
import { CARDS, signOfCard } from "../src/flower-war/cards.ts";
import { type FlowerWar, flowerWar, mexica, type State } from "../src/flower-war/index.ts";
import { ruleOf } from "../src/flower-war/rule-changes.ts";
import { DECISIONS, DECKS, REFUSALS, type Seat, SPACES } from "../src/flower-war/vocabulary.ts";
import { readOptions } from "../src/options.ts";
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
            onEvent: (state, { type }) => {
              const faults = broken(state);
              if (faults.length > 0) throw new Error(`after ${type}: ${faults.join("; ")}`);
            },
            after: (state, { command: { type } }) => {
              const faults = stuck(state);
              if (faults.length > 0) throw new Error(`after ${type}: ${faults.join("; ")}`);
            },
          });
        }),
        runs(300),
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

test(
  "random matches come to every fact, question, ending, card and disc rule that there is",
  () => {
    const facts = new Set<string>();
    const questions = new Set<string>();
    const endings = new Set<string>();
    const cards = new Set<string>();
    const rules = new Set<string>();
    for (const setting of fc.sample(settings, { numRuns: 400, seed: 13 })) {
      const { state } = playMatch(setting, anything, {
        onEvent: ({ table }, event) => {
          facts.add(event.type);
          if (event.type === "asked") questions.add(event.awaiting.decision);
          if (event.type === "day-card-drawn" && (event.resolves || event.kept !== null))
            cards.add(event.card);
          if (event.type === "card-played" || event.type === "battle-card-played") cards.add(event.card);
          if (event.type === "card-drawn" && event.held && signOfCard(event.held.card)) {
            cards.add(event.held.card);
          }
          if (event.type === "apocalypse-triggered") {
            for (const disc of SPACES.filter((each) => ruleOf(each, table))) rules.add(disc);
          }
        },
      });
      endings.add(state.table.outcome?.by ?? "none");
    }
    expect([...facts].toSorted()).toEqual([
      "apocalypse-triggered",
      "asked",
      "battle-began",
      "battle-card-played",
      "battle-ended",
      "battle-won",
      "canoe-launched",
      "card-drawn",
      "card-paid",
      "card-played",
      "card-taken",
      "challenged",
      "chose",
      "collected",
      "conceded",
      "copy-received",
      "day-card-drawn",
      "disc-earned",
      "discarded",
      "ended",
      "extra-turn-won",
      "forestalled",
      "invaded",
      "moved",
      "offered",
      "passed",
      "rack-filled",
      "rained",
      "refilled",
      "reshuffled",
      "rolled",
      "sacrificed",
      "shaken",
      "skulls-lost",
      "skulls-paid",
      "skulls-taken",
      "stake-paid",
      "ticked",
      "top-card-acted",
      "traded",
      "tribute-paid",
      "turn-began",
    ]);
    expect([...questions].toSorted()).toEqual([...DECISIONS].toSorted());
    expect([...endings].toSorted()).toEqual(["apocalypse", "last-tribe", "signs"]);
    expect([...cards].toSorted()).toEqual([...new Set(DECKS.flatMap((deck) => CARDS[deck]))].toSorted());
    expect([...rules].toSorted()).toEqual(SPACES.toSorted());
  },
  30 * MINUTES,
);

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
  test.each([flowerWar, mexica])("where everybody is played for by the referee: $name", (game) => {
    const { options } = readOptions(game, {});
    if (options === undefined) throw new Error("the defaults are options");
    const seed = "07".repeat(32);
    const { state } = playMatch({ game, seats: 2, options, seed, players: seed }, (before, seat) => [
      seat,
      flowerWar.fallback(before, seat),
    ]);
    expect(state.table.outcome).not.toBeNull();
    expect(state.table.turn.number).toBeLessThanOrEqual(2600);
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
