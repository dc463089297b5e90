import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { OFFERINGS_TRIGGER } from "../../src/flower-war/apocalypse.ts";
import { STARTING_SPACE, spaceNumber } from "../../src/flower-war/board.ts";
import type { Kind } from "../../src/flower-war/cards/kind.ts";
import { RAIN } from "../../src/flower-war/cards/rain.ts";
import { WAR } from "../../src/flower-war/cards/war.ts";
import { CARDS, kindOf } from "../../src/flower-war/cards.ts";
import { MAX_DAY_CARDS_PER_TURN } from "../../src/flower-war/decks.ts";
import { bonusOf, bonusOfDisc, MAX_BONUS } from "../../src/flower-war/discs.ts";
import { LAST_COUNT } from "../../src/flower-war/ending.ts";
import {
  cardConditions,
  cardFace,
  cardName,
  cardWords,
  commandWords,
  conditionSentence,
  costSentence,
  dayOf,
  decisionSentence,
  discWords,
  eventSentences,
  flowerWar,
  mexica,
  readerOf,
  refusalWords,
  type Outcome,
  type Seat,
  SPACES,
  type State,
  spaceSentences,
  tradePrice,
} from "../../src/flower-war/index.ts";
import { MAX_LANDINGS_PER_TURN, TRIBUTE } from "../../src/flower-war/landing.ts";
import { FLOWER_WAR, MEXICA } from "../../src/flower-war/presets.ts";
import { SKULLS } from "../../src/flower-war/state.ts";
import { CANOE_STEPS } from "../../src/flower-war/steps.ts";
import { LAST_TURN } from "../../src/flower-war/turn.ts";
import { format } from "../../src/texts/index.ts";
import { GUIDES, TEXTS as TABLES } from "../../src/flower-war/texts/load.ts";
import { playMatch } from "../../src/trials/matches.ts";
import { runs } from "../support/runs.ts";
import { anything, settings } from "../support/trials/flower-war.ts";
import { findDrift, loadLanguages, testLanguages } from "./support/languages.ts";
import { numbersIn, openSlots, wordCount } from "./support/leaves.ts";

const NAHUATL = [
  "macuahuitl",
  "atlatl",
  "chimalli",
  "xochiyaoyotl",
  "chinampa",
  "chalchiuhtlicue",
  "tlaloque",
].join("|");

const LANGUAGES = await loadLanguages(TABLES, GUIDES);
const { en, es } = LANGUAGES;

testLanguages(LANGUAGES, {
  same: [
    /^games\..*\.name$/,
    /^seats\.(topan|mictlan)\.name$/,
    /^gods\.huitzilopochtli\.name$/,
    /^meanings\.ocelotl$/,
    /^rules\..*\.canon$/,
    /^options\.discRules\.values\.false$/,
    new RegExp(`^cards\\.(${NAHUATL})\\.(name|hyphenated)$`),
  ],
  alike: {
    pt: [/^gods\.tlaloc\.name$/],
    de: [/^gods\.tlaloc\.name$/, /^cards\.omen\.name$/, /^things\.invasion\.name$/, /^meanings\.ehecatl$/],
  },
  lengths: [
    [/^cards\.\w.*\.name$/, 20],
    [/^cards\..*\.about$/, 60],
    [/^times\..*\.short$/, 20],
    [/\.short$/, 80],
    [/^commands\..*\.button$/, 36],
    [/^outcomes\./, 30],
    [/\.heading$/, 36],
    [/\.label$/, 36],
    [/^conditions\./, 100],
    [/^decisions\./, 80],
    [/^events\./, 120],
    [/^things\./, 140],
  ],
});

const TEXTS = Object.entries(LANGUAGES);
const HAND_KINDS = [...WAR, ...RAIN];
const SEED = "5".repeat(64);

test("the War and Rain cards that have texts are those of the decks, in their order", () => {
  expect(HAND_KINDS.map(({ id }) => id)).toEqual(Object.keys(en.cards));
});

test.each(TEXTS)("%s: a name with soft hyphens is the name", (_, { cards }) => {
  for (const { name, hyphenated = name } of Object.values(cards)) {
    expect(hyphenated.replaceAll("\u00ad", "")).toBe(name);
  }
});

test.each(TEXTS)("%s: the Day cards of every number have complete texts of at most 14 words", (_, texts) => {
  for (const card of CARDS.day) {
    const { name, hyphenated, short, rule } = cardWords(card, texts);
    expect([name, hyphenated.replaceAll("\u00ad", "")]).toEqual(Array(2).fill(card.replace("-", " ")));
    const words = format(short.text, short.values, texts.language);
    expect(wordCount(words), words).toBeLessThanOrEqual(14);
    expect([...openSlots(short, texts.language), ...openSlots(rule, texts.language)], card).toEqual([]);
  }
});

test("a Day card's texts say its strength, its cards and its direction", () => {
  const say = (card: string, texts = en) => {
    const { short } = cardWords(card, texts);
    return format(short.text, short.values, texts.language);
  };
  expect(say("5-cipactli")).toBe("Take 1 skull from supply");
  expect(say("11-cipactli")).toBe("Take 3 skulls from supply");
  expect(say("10-cuetzpalin")).toBe("Go back 2 spaces and land");
  expect(say("13-coatl")).toBe("Draw 2 Rain cards");
  expect(say("6-itzcuintli")).toBe("Land on North's start: take 2 skulls, 4 if you win there");
  expect(say("8-olin", es)).toBe("Batalla contra Sur, o contra el rival más cercano por delante");
  expect(say("13-quiahuitl")).toBe("You get a copy of your space's disc");
  expect(say("12-quiahuitl")).toBe("Take 1 skull from supply");
});

/** Returns the numbers that a War or Rain card's effect has (canon section 7). */
function factsOf({ battle, turn, lingers }: Kind): readonly number[] {
  const aim = { seat: "east", god: "tlaloc", space: 1 } as const;
  const effects = (turn?.effects(aim) ?? []).flatMap((does): readonly number[] => {
    if ("skulls" in does) return [does.skulls];
    if ("cards" in does) return [does.cards];
    if (does.effect === "launch-canoe") return [CANOE_STEPS];
    return does.effect === "levy" || does.effect === "draw-day-card" ? [1] : [];
  });
  const lingering = lingers === undefined || lingers.skulls === 0 ? [] : [lingers.skulls];
  const { total, stake, captives } = battle ?? {};
  const fight = [total, stake, captives].filter((fact) => fact !== undefined);
  return [...fight, ...lingering, ...effects];
}

describe("no number of a card's texts drifts from the rules", () => {
  test.each(HAND_KINDS.map((kind) => [kind.id, kind] as const))("%s", (id, kind) => {
    const facts = factsOf(kind);
    for (const texts of Object.values(LANGUAGES)) {
      const { short, rule } = cardWords(id, texts);
      expect(new Set(numbersIn(rule.text))).toEqual(new Set(facts));
      expect(facts).toEqual(expect.arrayContaining([...numbersIn(short.text)]));
      expect(numbersIn(short.text)).toEqual(expect.arrayContaining(facts.filter((fact) => fact > 1)));
    }
  });

  test("printed costs and copies come from the decks", () => {
    const { copies } = cardWords("chimalli", en);
    expect(format(copies.text, copies.values, en.language)).toBe("5 in a deck of 40");
    expect(cardFace("chimalli")).toEqual({
      deck: "war",
      copies: 5,
      cost: 1,
      time: "battle-defending",
      target: null,
    });
    expect(costSentence("eagle", 0, en)).toBeNull();
    expect(HAND_KINDS.map(({ id }) => cardFace(id).cost ?? 0)).toEqual(
      HAND_KINDS.map(({ cost = 0 }) => cost),
    );
  });
});

/** Returns the state of a new match with other facts on its table. */
function tableWith(change: (table: State["table"]) => Partial<State["table"]>): State["table"] {
  const { table } = flowerWar.setup(FLOWER_WAR.options, 4, SEED);
  return { ...table, ...change(table) };
}

/** The numbers of the canon's table of rule changes, by disc (section 10). */
function canonChanges(): { readonly [disc: string]: readonly number[] } {
  const canon = readFileSync(join(import.meta.dirname, "../../../docs/rules/flower-war.md"), "utf8");
  const [, changes = ""] = canon.split("| disc | from now on |");
  const rows = changes.split("\n\n")[0]?.matchAll(/^\| (\w+) \| (.*) \|$/gm) ?? [];
  return Object.fromEntries([...rows].map(([, disc = "", change = ""]) => [disc, numbersIn(change)]));
}

test("no other number drifts from the rules", () => {
  const { supply, decks } = flowerWar.setup(FLOWER_WAR.options, 4, SEED).table;
  const racks = FLOWER_WAR.options.rackSize;
  const spaces = SPACES.length;
  const price = tradePrice(tableWith(() => ({})));
  const flowers = CARDS.day.filter((card) => kindOf(card).sign === "flower").length;
  const most = flowerWar.options.rackSize.values;
  const least = Math.min(...most);
  expect(supply + spaces * racks).toBe(SKULLS);
  expect(OFFERINGS_TRIGGER).toBe(MEXICA.options.apocalypseTrigger);
  const changes = canonChanges();
  expect(Object.keys(changes)).toEqual(SPACES);
  const facts: { readonly [path: string]: readonly number[] } = {
    "options.battleStake.values.one": [1],
    "options.apocalypseTrigger.values.2": [2],
    "options.apocalypseTrigger.values.3": [3],
    "options.apocalypseTrigger.values.260": [OFFERINGS_TRIGGER],
    "options.countdown.about": [LAST_COUNT],
    "options.discRules.about": [OFFERINGS_TRIGGER],
    "options.rackSize.about": [least, Math.max(...most)],
    ...Object.fromEntries(
      Object.entries(STARTING_SPACE).map(([seat, space]) => [`seats.${seat}.about`, [space]]),
    ),
    "decks.war.about": [decks.war],
    "decks.rain.about": [decks.rain],
    "decks.day.about": [decks.day, flowers],
    "discs.tribute": [TRIBUTE.usual],
    "discs.bonuses.movement.short": [1],
    "discs.bonuses.movement.rule": [1, MAX_BONUS],
    "discs.bonuses.collect.short": [1],
    "discs.bonuses.collect.rule": [1, MAX_BONUS],
    "discs.bonuses.attack.short": [1],
    "discs.bonuses.attack.rule": [1, MAX_BONUS],
    "discs.bonuses.defense.short": [1],
    "discs.bonuses.defense.rule": [1, MAX_BONUS],
    "discs.bonuses.range.short": [1],
    "discs.bonuses.range.rule": [1],
    ...Object.fromEntries(
      Object.entries(changes).map(([disc, numbers]) => [`discs.changes.${disc}`, numbers]),
    ),
    "discs.changes.acatl": [1],
    "discs.changes.atl": [],
    "discs.changes.quiahuitl": [1],
    "dayCards.tochtli.short": [1],
    "dayCards.tochtli.rule": [1],
    "dayCards.acatl.rule": [MAX_DAY_CARDS_PER_TURN],
    "dayCards.quiahuitl.short": [1],
    "dayCards.quiahuitl.rule": [1],
    "things.war-deck.about": [decks.war],
    "things.rain-deck.about": [decks.rain],
    "things.day-deck.about": [decks.day, spaces, 1, 13, flowers],
    "things.canoe.about": [CANOE_STEPS],
    "things.trade.about": [price],
    "things.apocalypse.about": [LAST_COUNT],
    "things.last-round.about": [LAST_COUNT - 1],
    "commands.sacrifice.does": [1],
    "commands.sacrifice-free.does": [1],
    "events.ticked-flood": [LAST_COUNT],
    "events.ticked-invasion": [LAST_COUNT],
    "events.shaken": [1],
    "events.invaded": [1],
    "events.offered-from-supply": [1],
    "events.offered.you": [1],
    "events.offered.other": [1],
    "events.moved-only.you": [MAX_LANDINGS_PER_TURN],
    "events.moved-only.other": [MAX_LANDINGS_PER_TURN],
    "events.day-card-idle.you": [MAX_DAY_CARDS_PER_TURN],
    "events.day-card-idle.other": [MAX_DAY_CARDS_PER_TURN],
    "rules.goal.paragraphs.1": [decks.day, flowers],
    "rules.board.paragraphs.0": [spaces, racks],
    "rules.board.paragraphs.1": [SKULLS],
    "rules.discs.paragraphs.1": [1, MAX_BONUS],
    "rules.discs.paragraphs.2": [TRIBUTE.usual],
    "rules.offerings.paragraphs.2": [price],
    "rules.cards.paragraphs.1": [0],
    "rules.battle.paragraphs.1": [1],
    "rules.day-cards.paragraphs.0": [1, 13, MAX_DAY_CARDS_PER_TURN],
    "rules.apocalypse.paragraphs.1": [1],
    "rules.apocalypse.paragraphs.2": [LAST_COUNT - 1, LAST_COUNT],
    "rules.end.paragraphs.0": [LAST_TURN],
    "rules.mexica.paragraphs.1": [mexica.seats.min, mexica.seats.max],
    "rules.mexica.paragraphs.2": [OFFERINGS_TRIGGER, spaces, LAST_COUNT],
  };
  expect(findDrift({ ...en, cards: {} }, facts)).toEqual([]);
});

test("the starting spaces are named by number and name", () => {
  for (const [seat, number] of Object.entries(STARTING_SPACE)) {
    for (const { seats } of Object.values(LANGUAGES)) {
      expect(seats).toHaveProperty(
        [seat, "about"],
        expect.stringContaining(`${number} ${SPACES[number - 1]}`),
      );
    }
  }
});

test("the discs of a bonus add up to what the texts say", () => {
  const movement = SPACES.filter((disc) => bonusOfDisc(disc) === "movement");
  const table = tableWith(({ spaces }) => ({
    spaces: spaces.map((space, index) => ({
      ...space,
      disc: movement.some((disc) => spaceNumber(disc) === index + 1) ? "east" : null,
    })),
  }));
  expect(movement).toEqual(["ehecatl", "cuetzpalin", "mazatl", "olin"]);
  expect(bonusOf(table, "east", "movement")).toBe(MAX_BONUS);
});

test("the price of a trade by xochitl's rule is what its disc says", () => {
  const table = tableWith(({ apocalypse }) => ({ apocalypse: { ...apocalypse, discs: ["xochitl"] } }));
  expect(numbersIn(en.discs.changes.xochitl)).toEqual([tradePrice(table)]);
  expect(numbersIn(en.discs.changes.tochtli)).toEqual([TRIBUTE.tochtli]);
});

test("a disc says its bonus, its sign and its rule", () => {
  const { bonus, sign } = discWords("cuauhtli", en);
  expect(bonus.short).toBe("+1 when attacking");
  expect(sign && format(sign.text, sign.values, en.language)).toBe("It is also a sign: the eagle.");
  expect(discWords("mazatl", es).sign).toBeNull();
  expect(SPACES.map((disc) => bonusOfDisc(disc)).filter((bonus) => bonus.startsWith("free"))).toHaveLength(5);
});

test.each(TEXTS)(
  "%s: everything in random matches is told to all viewers, with all slots filled",
  (_, texts) => {
    const { language } = texts;
    fc.assert(
      fc.property(settings, (setting) => {
        playMatch(setting, anything, {
          after(_state, { before, seat, command, events, after }) {
            const { table } = before;
            const readers = [null, ...table.seats].map((each) => readerOf(each, texts));
            const view = flowerWar.view(before, seat);
            const own = readerOf(seat, texts);
            const { button, does } = commandWords(command, view, texts, own);
            const all = [
              ...events.flatMap((event) =>
                readers.flatMap((reader) => eventSentences(event, texts, reader, table.options)),
              ),
              ...(table.awaiting === null
                ? []
                : readers.map((reader) => decisionSentence(table.awaiting ?? never(), texts, reader))),
              button,
              does,
              ...spaceSentences(after.table, 1 + (after.table.turn.number % SPACES.length), texts, own),
              ...view.hand.flatMap(({ card }) =>
                cardConditions(view, card).map((condition) => conditionSentence(condition, texts, own)),
              ),
            ];
            for (const sentence of all) {
              const open = openSlots(sentence, language);
              if (open.length > 0)
                throw new Error(`${format(sentence.text, sentence.values, language)}: ${open.join()}`);
            }
          },
        });
      }),
      runs(10, 30),
    );
  },
  600_000,
);

function never(): never {
  throw new Error("no seat is awaited");
}

describe("sentences", () => {
  const say = (texts: typeof en, viewer: Seat | null, event: Parameters<typeof eventSentences>[0]) =>
    eventSentences(event, texts, readerOf(viewer, texts), FLOWER_WAR.options)
      .map(({ text, values }) => format(text, values, texts.language))
      .join(" ");

  it("say You to whom it happens, and name all others", () => {
    const event = { type: "tribute-paid", from: "east", to: "north", skulls: 1 } as const;
    expect(say(en, "east", event)).toBe("You pay North 1 skull of tribute.");
    expect(say(en, "north", event)).toBe("East pays you 1 skull of tribute.");
    expect(say(en, null, { ...event, skulls: 2 })).toBe("East pays North 2 skulls of tribute.");
    expect(say(es, "north", event)).toBe("Este te paga 1 calavera de tributo.");
  });

  it("tell who won, and how", () => {
    const tell = (by: Outcome["by"], winner: Seat | null, viewer: Seat | null, texts = en) =>
      say(texts, viewer, { type: "ended", outcome: { by, winner, standings: [] } });
    expect(tell("signs", "east", "east")).toBe("You hold eagle, serpent and flower: you win.");
    expect(tell("last-tribe", "west", "east")).toBe("West is the last tribe, and wins.");
    for (const by of ["apocalypse", "out-of-days"] as const) {
      expect(tell(by, "east", "east")).toBe("Yours is the best tribe: you win.");
      expect(tell(by, "west", null)).toBe("West has the best tribe, and wins.");
      expect(tell(by, "west", null, es)).toBe("Oeste tiene la mejor tribu, y gana.");
    }
    expect(tell("apocalypse", null, null)).toBe("The world ends without a winner.");
    expect(tell("out-of-days", null, null)).toBe("No days are left, and there is no winner.");
  });

  it("call people by their names", () => {
    const reader = { seat: null, nameOf: () => "Citlali" };
    const [told] = eventSentences({ type: "passed", seat: "east" }, en, reader, FLOWER_WAR.options);
    expect(told && format(told.text, told.values, en.language)).toBe("Citlali passes.");
  });

  it("tell what the apocalypse changes", () => {
    const event = {
      type: "apocalypse-triggered",
      keeper: "east",
      discs: ["coatl"],
      ruling: "flood",
    } as const;
    expect(say(en, "east", event)).toBe(
      "The apocalypse begins, with the disc of coatl. A new rule for everybody. Rain cards cost nothing. " +
        "You keep the count: it is taken as your turns begin. Tlaloc has more: flood.",
    );
  });

  it("refuse exactly where the command is known, and plainly where not", () => {
    const state = flowerWar.setup(FLOWER_WAR.options, 4, SEED);
    const view = flowerWar.view(state, "east");
    const reader = readerOf("east", en);
    const exact = refusalWords("not-enough-skulls", en, reader, { command: { type: "trade" }, view });
    expect(format(exact.text, exact.values, en.language)).toBe("That costs 7 skulls: you have 0.");
    const plain = refusalWords("not-enough-skulls", en, reader);
    expect(format(plain.text, plain.values, en.language)).toBe("You do not have enough skulls.");
  });

  it("call cards by their names", () => {
    expect(cardName("obsidian-edge", es)).toBe("Filo de obsidiana");
    expect(cardName("7-xochitl", es)).toBe("7 xochitl");
    expect(dayOf("eagle-knight")).toBeNull();
  });
});
