import { afterEach, expect, test } from "vitest";
import * as flowerWar from "../src/games/flower-war/texts.ts";
import * as spaceAztecs from "../src/games/space-aztecs/texts.ts";
import * as tieqchieq from "../src/games/tieqchieq/texts.ts";
import { i18n, LANGUAGES } from "../src/texts/index.ts";

afterEach(() => i18n.activate("en"));

test.each([
  ["Flower War", flowerWar],
  ["Space Aztecs", spaceAztecs],
  ["Tıeqchıeq", tieqchieq],
])(
  "the texts of %s are in the page's language, and in the one before when it comes back",
  async (_, game) => {
    for (const language of Object.keys(LANGUAGES)) i18n.load(language, {});
    i18n.activate("en");
    await game.loadTexts("en");
    await game.loadTexts("es");
    expect(game.texts().language).toMatch(/^en/);
    i18n.activate("es");
    expect(game.texts().language).toMatch(/^es/);
    i18n.activate("en");
    expect(game.texts().language).toMatch(/^en/);
  },
);
