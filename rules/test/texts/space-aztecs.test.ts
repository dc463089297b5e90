import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { EMPTY_CITY } from "../../src/space-aztecs/city.ts";
import { codexPoints, MAX_POINTS, NOON, POINTS } from "../../src/space-aztecs/codices.ts";
import { EMPTY_PILES } from "../../src/space-aztecs/ending.ts";
import {
  cardAtTime,
  cardKindOf,
  cardName,
  cardWords,
  commandWords,
  decisionSentence,
  eventSentences,
  FACES,
  faceOf,
  PLACES,
  readerOf,
  refusalWords,
  SEATS,
  SETS,
  type Seat,
  saucerLimit,
  spaceAztecs,
} from "../../src/space-aztecs/index.ts";
import { aztecPoints, FEWEST, PAIR, WARRIOR_POINTS } from "../../src/space-aztecs/scoring.ts";
import { CARD_KINDS } from "../../src/space-aztecs/texts/types.ts";
import { format } from "../../src/texts/index.ts";
import { GUIDES, TEXTS as TABLES } from "../../src/space-aztecs/texts/load.ts";
import { playMatch } from "../../src/trials/matches.ts";
import { runs } from "../support/runs.ts";
import { spaceAztecsTrial } from "../support/trials/space-aztecs.ts";
import { findDrift, loadLanguages, testLanguages } from "./support/languages.ts";
import { openSlots, wordCount } from "./support/leaves.ts";

const LANGUAGES = await loadLanguages(TABLES, GUIDES);
const { en, es } = LANGUAGES;

testLanguages(LANGUAGES, {
  same: [/^game\.name$/, /^rules\..*\.canon$/, /^scores\.total\.name$/, /^events\.time-told\.other$/],
  alike: { de: [/^cards\.alien\.name$/] },
  lengths: [
    [/^cards\..*\.name$/, 24],
    [/\.short$/, 80],
    [/\.button$/, 30],
    [/^decisions\./, 60],
    [/^conditions\./, 60],
    [/^events\./, 120],
    [/^things\./, 120],
  ],
});

const TEXTS = Object.entries(LANGUAGES);

test("every card has texts, and no texts are left over", () => {
  expect(new Set(FACES.map(({ id }) => cardKindOf(id)))).toEqual(new Set(CARD_KINDS));
});

test("the English names are those of the card table", () => {
  for (const { id, name } of FACES) expect(en.cards[cardKindOf(id)].name).toBe(name);
  expect(Object.values(en.places)).toEqual(PLACES);
});

test.each(TEXTS)(
  "%s: every card's short text has at most 14 words, and all slots have values",
  (_, texts) => {
    for (const { id } of FACES) {
      const { short, rule } = cardWords(id, texts);
      const words = format(short.text, short.values, texts.language);
      expect(wordCount(words), words).toBeLessThanOrEqual(14);
      expect([...openSlots(short, texts.language), ...openSlots(rule, texts.language)], id).toEqual([]);
    }
  },
);

test("a card says its points, its set and its time", () => {
  const say = (card: string, texts = en) => {
    const { short } = cardWords(card, texts);
    return format(short.text, short.values, texts.language);
  };
  expect(say("G03")).toBe("2 points, and 4 more if covered");
  expect(say("YT1")).toBe("All your visible yellow Aztecs go under it, safe from Saucers");
  expect(say("BS2", es)).toBe("Quita a cada rival 1 de sus aztecas azules a la vista: 1 punto");
  expect([cardName("PT2", en), cardName("G09", es)]).toEqual(["Pink Temple", "Agente muy especial"]);
  expect(cardAtTime("P04", en)).toBe("08:40 Turkey");
});

test("the Priest and the Warriors score what their texts say", () => {
  const city = (visible: readonly string[]) => aztecPoints({ ...EMPTY_CITY, visible });
  expect(city(["B06", "B01"])).toBe(PAIR);
  expect(city(["B06"])).toBe(0);
  expect(city(["Y01", "Y02", "Y03", "Y05"])).toBe(WARRIOR_POINTS.serpent.at(-1));
  const codices = ["C8", "C1", "C2", "C3", "C4", "C5"];
  expect(codexPoints("C8", { ...EMPTY_CITY, codices: ["C8"] })).toBe(POINTS);
  expect(codexPoints("C8", { ...EMPTY_CITY, codices })).toBe(MAX_POINTS);
});

test("no number drifts from the rules", () => {
  const few = saucerLimit({ seats: SEATS.slice(0, 4) });
  const many = saucerLimit({ seats: SEATS });
  const fewest = -FEWEST;
  const warriors = (type: keyof typeof WARRIOR_POINTS) => WARRIOR_POINTS[type].slice(1);
  const counts = (type: keyof typeof WARRIOR_POINTS) => warriors(type).map((_, index) => index + 1);
  const types = ["serpent", "jaguar", "eagle"] as const;
  const noon = NOON.split(":").map(Number);
  const villagers = FACES.filter(({ id }) => /^P\d/.test(id)).map(({ id }) => id);
  const codices = FACES.filter(({ id }) => id.startsWith("C")).map(({ id }) => id);
  const limits = [few, many, 5, 6];
  const facts: { readonly [path: string]: readonly number[] } = {
    "game.about": [1],
    "options.removedSet.about": [2, 4, SETS.length],
    "options.codex.about": [codices.length],
    ...Object.fromEntries(SEATS.map((seat) => [`seats.${seat}`, [Number(seat) + 1]])),
    "sets.P.about": [fewest],
    ...Object.fromEntries(
      villagers.flatMap((id) => ["short", "rule"].map((text) => [`cards.${id}.${text}`, [fewest]])),
    ),
    ...Object.fromEntries(
      types.flatMap((type) => [
        [`cards.${type}.short`, [...warriors(type), 1, warriors(type).length]],
        [`cards.${type}.rule`, [...warriors(type), ...counts(type)]],
      ]),
    ),
    "cards.alien.short": [PAIR],
    "cards.alien.rule": [1, PAIR],
    "cards.priest.short": [PAIR, 0],
    "cards.priest.rule": [1, PAIR, 0],
    "cards.saucer.short": [1, 1],
    "cards.saucer.rule": [1, 1],
    ...Object.fromEntries(
      codices.flatMap((id) => ["short", "rule"].map((text) => [`cards.${id}.${text}`, [POINTS, MAX_POINTS]])),
    ),
    ...Object.fromEntries(
      ["C1", "C2"].flatMap((id) =>
        ["short", "rule"].map((text) => [`cards.${id}.${text}`, [POINTS, ...noon, MAX_POINTS]]),
      ),
    ),
    "scores.fewest.about": [fewest],
    "scores.saucers.about": [1],
    "things.place.about": [PLACES.length],
    "things.saucer.about": [1],
    "things.saucer-limit.about": limits,
    "things.codex.about": [POINTS, MAX_POINTS],
    "commands.abduct.does": [1],
    "rules.round.paragraphs.0": [PLACES.length, 1],
    "rules.saucers.paragraphs.0": [1, 1],
    "rules.codices.paragraphs.0": [POINTS, MAX_POINTS],
    "rules.sets.paragraphs.0": [fewest],
    "rules.sets.paragraphs.2": [PAIR, 0],
    "rules.sets.paragraphs.4": [2, 4],
    "rules.end.paragraphs.0": [EMPTY_PILES, ...limits],
  };
  expect(findDrift(en, facts)).toEqual([]);
  expect([4, 5].map((count) => saucerLimit({ seats: SEATS.slice(0, count) }))).toEqual([few, many]);
  expect(faceOf("G02").points).toBeLessThan(faceOf("G07").points ?? 0);
});

test.each(TEXTS)(
  "%s: everything in random matches is told to all viewers, with all slots filled",
  (_, texts) => {
    fc.assert(
      fc.property(spaceAztecsTrial.settings, (setting) => {
        playMatch(setting, (...args) => spaceAztecsTrial.anything(...args), {
          after(_state, { before, seat, command, events }) {
            const readers = [null, ...before.table.seats].map((each) => readerOf(each, texts));
            const view = spaceAztecs.view(before, seat);
            const { button, does } = commandWords(command, view, texts, readerOf(seat, texts));
            const all = [
              ...readers.flatMap((reader) => [
                ...events.flatMap((event) =>
                  eventSentences(spaceAztecs.redact(event, reader.seat ?? "public") ?? event, texts, reader),
                ),
                ...spaceAztecs.awaiting(before).map((awaited) => decisionSentence(awaited, texts, reader)),
              ]),
              button,
              does,
            ];
            for (const sentence of all) {
              const open = openSlots(sentence, texts.language);
              if (open.length > 0) throw new Error(`${JSON.stringify(sentence)}: ${open.join()}`);
            }
          },
        });
      }),
      runs(20, 60),
    );
  },
);

describe("sentences", () => {
  const event = { type: "saucer-left", seat: "1", card: "YS1", took: [{ from: "0", card: "Y04" }] } as const;
  const say = (texts: typeof en, viewer: Seat | null) =>
    eventSentences(event, texts, readerOf(viewer, texts))
      .map(({ text, values }) => format(text, values, texts.language))
      .join(" ");

  it("say You to whom it happens", () => {
    expect(say(en, "0")).toBe("Seat 2's Yellow Saucer takes Jaguar Warrior from you.");
    expect(say(en, "1")).toBe("Your Yellow Saucer takes Jaguar Warrior from Seat 1.");
    expect(say(es, null)).toBe("El Platillo amarillo de Asiento 2 se lleva a Guerrero jaguar, de Asiento 1.");
  });

  it("tell who won, and what the others have", () => {
    const score = { codices: 0, aztecs: 0, fewest: 0, saucers: 0, survivors: 0 };
    const standing = (seat: Seat, place: number, total: number) => ({
      seat,
      place,
      score: { ...score, total },
    });
    const tell = (standings: readonly ReturnType<typeof standing>[]) =>
      eventSentences({ type: "ended", outcome: { by: "piles", standings } }, en, readerOf("1", en))
        .map(({ text, values }) => format(text, values, en.language))
        .join(" ");
    expect(tell([standing("0", 1, 12), standing("1", 2, 1)])).toBe(
      "Two piles are empty: the match is over. Seat 1 wins with 12 points. You have 1 point.",
    );
    expect(tell([standing("0", 1, 9), standing("1", 1, 9)])).toBe(
      "Two piles are empty: the match is over. Seat 1 and Seat 2 win together. Seat 1 has 9 points. You have 9 points.",
    );
  });

  it("refuse exactly where the command is known", () => {
    const state = spaceAztecs.setup({ removedSet: "random", codex: true }, 3, "3".repeat(64));
    const places = state.table.places.map((place, index) =>
      index === 0 ? { ...place, heldBy: "2" as const } : place,
    );
    const view = { ...spaceAztecs.view(state, "0"), table: { ...state.table, places } };
    const tried = { command: { type: "take", place: 1 } as const, view };
    const { text, values } = refusalWords("place-held", en, readerOf("0", en), tried);
    expect(format(text, values, en.language)).toBe("Seat 3 holds the pile: Lake.");
  });
});
