import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bots } from "../src/bots/index.ts";
import { CARDS, signOfCard } from "../src/flower-war/cards.ts";
import { flowerWar, mexica } from "../src/flower-war/index.ts";
import { isRuleActive } from "../src/flower-war/rule-changes.ts";
import { DECISIONS, DECKS, SPACES } from "../src/flower-war/vocabulary.ts";
import { readOptions } from "../src/options.ts";
import { playMatch } from "../src/trials/matches.ts";
import { runs } from "./support/runs.ts";
import { anything, settings } from "./support/trials/flower-war.ts";

/** A few matches take seconds, but `FLOWER_WAR_RUNS` may ask for hours of them. */
const TIMEOUT = 24 * 3_600_000;

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
      runs(20, 100),
    );
  },
  TIMEOUT,
);

test(
  "random matches reach every event, decision, ending, card and disc rule",
  () => {
    const seenTypes = new Set<string>();
    const questions = new Set<string>();
    const endings = new Set<string>();
    const cards = new Set<string>();
    const rules = new Set<string>();
    for (const setting of fc.sample(settings, { numRuns: 400, seed: 13 })) {
      const { state } = playMatch(setting, anything, {
        onEvent: ({ table }, event) => {
          seenTypes.add(event.type);
          if (event.type === "asked") questions.add(event.awaiting.decision);
          if (event.type === "day-card-drawn" && (event.resolves || event.kept !== null))
            cards.add(event.card);
          if (event.type === "card-played" || event.type === "battle-card-played") cards.add(event.card);
          if (event.type === "card-drawn" && event.held && signOfCard(event.held.card)) {
            cards.add(event.held.card);
          }
          if (event.type === "apocalypse-triggered") {
            for (const disc of SPACES.filter((each) => isRuleActive(each, table))) rules.add(disc);
          }
        },
      });
      endings.add(state.table.outcome?.by ?? "none");
    }
    expect([...seenTypes].toSorted()).toEqual([
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
  TIMEOUT,
);

describe("matches end", () => {
  test.each([flowerWar, mexica])("if the referee plays for all seats: $name", (game) => {
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
    "if easy bots play, in every size, long before the last turn",
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
    TIMEOUT,
  );
});
