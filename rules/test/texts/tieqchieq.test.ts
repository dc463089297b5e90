import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { format } from "../../src/texts/index.ts";
import { SIDES } from "../../src/tieqchieq/battle.ts";
import { costOf, HOME, squareAt, stepOf } from "../../src/tieqchieq/board.ts";
import { LAST_TOSS } from "../../src/tieqchieq/ending.ts";
import {
  commandWords,
  decisionSentence,
  ENDS,
  eventSentences,
  placeKindOf,
  readerOf,
  refusalWords,
  type Seat,
  SQUARES,
  type Square,
  tieqchieq,
} from "../../src/tieqchieq/index.ts";
import { TOKENS } from "../../src/tieqchieq/state.ts";
import { GUIDES, TEXTS as TABLES } from "../../src/tieqchieq/texts/load.ts";
import { playMatch } from "../../src/trials/matches.ts";
import { runs } from "../support/runs.ts";
import { tieqchieqTrial } from "../support/trials/tieqchieq.ts";
import { rolled } from "../tieqchieq/position.ts";
import { findDrift, loadLanguages, testLanguages } from "./support/languages.ts";
import { openSlots } from "./support/leaves.ts";

const LANGUAGES = await loadLanguages(TABLES, GUIDES);
const { en, es } = LANGUAGES;

testLanguages(LANGUAGES, {
  same: [/^game\.name$/, /^rules\..*\.canon$/],
  alike: { de: [/^places\.(plus|ring|dot)\.name$/, /^things\.reserve\.name$/] },
  lengths: [
    [/\.button$/, 30],
    [/\.name$/, 26],
    [/^decisions\./, 60],
    [/^conditions\./, 100],
    [/^events\./, 120],
    [/^things\./, 140],
  ],
});

const TEXTS = Object.entries(LANGUAGES);

/** Returns the squares of a colour's path, in order. */
function pathOf(seat: Seat): readonly Square[] {
  return Array.from({ length: HOME }, (_, index) => squareAt(seat, index + 1)).filter(
    (square) => square !== null,
  );
}

test("no number drifts from the rules", () => {
  const path = pathOf("red");
  const shared = path.filter((square) => pathOf("yellow").includes(square)).length;
  const prices = path.map((_, index) => costOf("red", index + 1));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const coins = [0, 1].flatMap((one) => [0, 1].map((other) => [one, other]));
  const won = coins.filter((shown) => shown.includes(SIDES.red)).length;
  const tosses = Array.from({ length: 16 }, (_, bits) => [1, 2, 4, 8].filter((bit) => bits & bit).length);
  const twos = tosses.filter((roll) => roll === 2).length;
  const facts: { readonly [path: string]: readonly number[] } = {
    "game.about": [TOKENS],
    "seats.red.about": [1, 2],
    "seats.yellow.about": [5, 4],
    "places.plain.about": [least],
    "places.territory-own.about": [least, most],
    "places.territory-enemy.about": [most],
    "places.plus.about": [1],
    "places.plus-other.about": [least],
    "places.home.about": [TOKENS],
    "things.roll.about": [0, 4, 2, twos, tosses.length, 0],
    "things.price.about": [least, most],
    "things.battle.about": [2, won, coins.length],
    "decisions.plus.you": [1],
    "decisions.plus.other": [1],
    "commands.toss.does": [4],
    "landings.plus": [1],
    "landings.battle": [won, coins.length],
    "events.tossed-nothing.you": [0],
    "events.tossed-nothing.other": [0],
    "events.plus-reached.you": [1],
    "events.plus-reached.other": [1],
    "events.outcome-tosses.you": [LAST_TOSS],
    "events.outcome-tosses.toYou": [LAST_TOSS],
    "events.outcome-tosses.other": [LAST_TOSS],
    "events.outcome-draw": [LAST_TOSS],
    "outcomes.tosses": [LAST_TOSS],
    "rules.goal.paragraphs.0": [TOKENS],
    "rules.board.paragraphs.0": [path.length],
    "rules.board.paragraphs.1": [shared],
    "rules.turn.paragraphs.0": [4, 0],
    "rules.prices.paragraphs.0": [least, most],
    "rules.battle.paragraphs.0": [won, coins.length],
    "rules.squares.paragraphs.0": [1, least],
    "rules.end.paragraphs.0": [TOKENS, LAST_TOSS],
  };
  expect(findDrift(en, facts)).toEqual([]);
  for (const { seats } of Object.values(LANGUAGES)) {
    expect(seats.red.about).toMatch(new RegExp(`${squareAt("red", 1)}.* ${ENDS.red}\\.`));
    expect(seats.yellow.about).toMatch(new RegExp(`${squareAt("yellow", 1)}.* ${ENDS.yellow}\\.`));
  }
});

test("a square is the same to a colour as its price and its effect say", () => {
  for (const seat of ["red", "yellow"] as const) {
    for (const square of pathOf(seat)) {
      expect(placeKindOf(seat, square) === "territory-enemy").toBe(costOf(seat, stepOf(seat, square)) === 3);
    }
  }
  const count = (kind: string) => SQUARES.filter((square) => placeKindOf("red", square) === kind).length;
  expect(["plus", "plus-other", "ring", "sun", "territory-own"].map(count)).toEqual([2, 2, 4, 1, 2]);
});

test.each(TEXTS)(
  "%s: everything in random matches is told to all viewers, with all slots filled",
  (_, texts) => {
    fc.assert(
      fc.property(tieqchieqTrial.settings, (setting) => {
        playMatch(setting, (...args) => tieqchieqTrial.anything(...args), {
          after(_state, { before, seat, command, events }) {
            const readers = [null, "red", "yellow"] as const;
            const [awaiting] = tieqchieq.awaiting(before);
            const all = readers
              .map((each) => readerOf(each, texts))
              .flatMap((reader) => [
                ...events.flatMap((event, i) => eventSentences(event, texts, reader, i + 1 < events.length)),
                ...(awaiting === undefined ? [] : [decisionSentence(awaiting, texts, reader)]),
              ]);
            const { button, does } = commandWords(command, tieqchieq.view(before, seat), texts);
            for (const sentence of [...all, button, does]) {
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
  const battle = { attacker: "red", square: "e5", coins: [0, 1], winner: "red" } as const;
  const say = (texts: typeof en, viewer: Seat | null) =>
    eventSentences({ type: "battled", battle }, texts, readerOf(viewer, texts))
      .map(({ text, values }) => format(text, values, texts.language))
      .join(" ");

  it("say You to whom it happens", () => {
    expect(say(en, "red")).toBe("You attack Yellow on e5. The coins show red and yellow: you win.");
    expect(say(es, "yellow")).toBe(
      "Rojo te ataca en e5. Las monedas muestran rojo y amarillo: tu ficha vuelve a la reserva.",
    );
    expect(say(en, null)).toBe("Red attacks Yellow on e5. The coins show red and yellow: Red wins.");
  });

  it("say that a toss was in vain, where the turn passes without an act (canon section 5)", () => {
    const coins = [1, 1, 0, 0] as const;
    const toss = { type: "tossed", seat: "red", coins } as const;
    const tell = (followed: boolean) => {
      const [told] = eventSentences(toss, en, readerOf("red", en), followed);
      return format(told?.text ?? "", told?.values ?? {}, en.language);
    };
    expect(tell(false)).toBe("You toss a 2.");
    expect(tell(true)).toBe("You toss a 2, but no token can use it: your turn ends.");
  });

  /** What a move leads to, after red tossed a roll. */
  const leadsTo = (from: Square, state: ReturnType<typeof rolled>) => {
    const { does } = commandWords({ type: "move", from }, tieqchieq.view(state, "red"), en);
    return format(does.text, does.values, en.language);
  };

  it("tell of a plus only while the next square is free for the token", () => {
    const open = rolled(4, { red: { at: "e5" } });
    expect(leadsTo("e5", open)).toBe("It lands on a plus: it may go 1 square on.");
    const ownAhead = rolled(4, { red: { at: "e5 c4" } });
    expect(leadsTo("e5", ownAhead)).toBe("It lands on c5, and your turn ends.");
  });

  it("refuse exactly where the view is known", () => {
    const state = tieqchieq.setup({ first: "yellow" }, 2, "3".repeat(64));
    const view = tieqchieq.view(state, "red");
    const { text, values } = refusalWords("not-your-decision", en, readerOf("red", en), { view });
    expect(format(text, values, en.language)).toBe("It is Yellow's turn.");
  });
});
