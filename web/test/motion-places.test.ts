/** What motions name: every thing that moves, and every place where something flies, is found on the game's table. */
import { readFileSync } from "node:fs";
import { readReplay } from "@flower-war/client-sdk/replay";
import { describe, expect, test } from "vitest";
import { startPageGallery } from "../../test/support/page-gallery.ts";
import { lacks } from "../../test/support/programs.ts";
import { BOARD, type Motion } from "../src/game-frame/motion/motions.ts";
import { MOTIONS } from "./support/pictured-match.ts";

const GAMES = ["flower-war", "space-aztecs", "tieqchieq"] as const;

describe.skipIf(lacks("chromium"))("the tables of the gallery, in Chromium", () => {
  const tested = startPageGallery();

  test.each(GAMES)("of %s have everything that its motions name", async (game) => {
    const { gallery, browser } = tested;
    const missing = new Set([BOARD, ...(await selectorsOf(game))]);
    expect(missing.size).toBeGreaterThan(1);
    const page = await gallery.open(browser);
    for (const state of await gallery.listStates(page)) {
      if (!state.startsWith(`${game}-`) || missing.size === 0) continue;
      await gallery.showWhole(page, state);
      const found = await page.evaluate(
        (selectors) => selectors.filter((selector) => document.querySelector(selector) !== null),
        [...missing],
      );
      for (const selector of found) missing.delete(selector);
    }
    expect([...missing]).toEqual([]);
  });
});

/** Returns the selectors of a game's motions in the gallery's match, without the seats, spaces and cards that they name. */
async function selectorsOf(game: (typeof GAMES)[number]): Promise<ReadonlySet<string>> {
  const record = new URL(`../src/gallery/fixtures/replays/${game}.jsonl`, import.meta.url);
  const replay = await readReplay(readFileSync(record, "utf8"));
  const { motionsOf, fold } = MOTIONS[game];
  const selectors = new Set<string>();
  for (const [index, { events }] of replay.entries.entries()) {
    let view: object = replay.view(index, null);
    for (const event of events) {
      for (const motion of motionsOf(view, event)) placesOf(motion).forEach((each) => selectors.add(each));
      view = fold(view, event, replay.view(index + 1, null));
    }
  }
  return selectors;
}

/** Names of notes stay: each is a place of its own. */
const placesOf = (motion: Motion): readonly string[] =>
  ("what" in motion ? [motion.what] : motion.type === "fly" ? [motion.from, motion.to] : [])
    .filter((place) => typeof place === "string")
    .flatMap((selector) => selector.split(", "))
    .map((selector) => selector.replaceAll(/\[(data-(?!note)[a-z-]+)="[^"]*"\]/g, "[$1]"));
