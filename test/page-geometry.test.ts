/**
 * Tables on every shape of screen: after each thing that a player does, on a quarter of the shapes in turn, the way to go on is in sight, no word is cut off or
 * lies under something else, and nothing scrolls sideways. `FLOWER_WAR_EVENING=whole` plays to the end of each match, on every shape.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Size } from "./support/browser.ts";
import { action, awaited, endOf, waitForPicture } from "./support/page-actions.ts";
import { answer, IS_WHOLE } from "./support/page-flower-war.ts";
import { geometryFaults } from "./support/page-geometry.ts";
import { ROLES } from "./support/page-input-methods.ts";
import { answerInSpaceAztecs, answerInTieqchieq } from "./support/page-other-games.ts";
import { startPageServer } from "./support/page-server.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

/** Phones upright and on their side, a page zoomed to 200 %, a tablet, and desktops. */
const SIZES: readonly Size[] = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 640, height: 400 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const DESKTOP: Size = { width: 1280, height: 800 };

/** A game, and how a person plays on. */
interface Played {
  readonly game: string;
  readonly seats: number;
  /** Things that are done. */
  readonly most: number;
  readonly settle: (page: Page) => Promise<void>;
  readonly answer: (page: Page) => Promise<void>;
}

const FULL = { input: ROLES, does: "full" } as const;
const decided = (page: Page) => awaited(page).or(endOf(page)).first().waitFor();

const GAMES: readonly Played[] = [
  {
    game: "flower-war",
    seats: 4,
    most: 16,
    settle: (page) => Promise.race([waitForPicture(page), endOf(page).waitFor()]),
    answer: (page) => answer(page, FULL),
  },
  {
    game: "space-aztecs",
    seats: 3,
    most: 10,
    settle: (page) => action(page).getByRole("button").or(endOf(page)).first().waitFor(),
    answer: answerInSpaceAztecs,
  },
  {
    game: "tieqchieq",
    seats: 2,
    most: 10,
    settle: decided,
    answer: (page) => answerInTieqchieq(page, endOf(page)),
  },
];

/** Looks at a page in every fourth size, after other things in the others; in whole evenings in every size. */
async function lookAt(page: Page, done: number): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const size of SIZES.filter((_, place) => IS_WHOLE || place % 4 === done % 4)) {
    await page.setViewportSize(size);
    const found = await geometryFaults(page);
    faults.push(...found.map((fault) => `${size.width} x ${size.height}: ${fault}`));
  }
  await page.setViewportSize(DESKTOP);
  return faults;
}

describe.skipIf(lacks("chromium"))("the shapes of screens", { timeout: 900_000 }, () => {
  const tested = startPageServer({ still: true }, { CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" });

  test.each(GAMES)("have room for a table of $game", async ({ game, seats, most, settle, answer: play }) => {
    const { browser, server } = tested;
    const settings = { name: "Citlali", game, seats, bots: seats - 1 };
    const { page } = await openTable(browser, server.url, settings, DESKTOP);
    const last = IS_WHOLE ? Number.POSITIVE_INFINITY : most;
    for (let done = 0; done < last; done += 1) {
      await settle(page);
      // Where the mouse rests there may be a tip.
      await page.mouse.move(0, 0);
      // In the dark nothing lies elsewhere, and each is looked at half of the time.
      await page.emulateMedia({ colorScheme: done % 8 < 4 ? "light" : "dark" });
      expect(await lookAt(page, done), `after ${done} things`).toEqual([]);
      if (await endOf(page).isVisible()) break;
      await play(page);
    }
    await page.close();
    expect(browser.takeErrors()).toEqual([]);
  });
});
