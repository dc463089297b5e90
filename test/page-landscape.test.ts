/** Tables on a phone on its side, and on a page of twice its size: what is to be done is in sight, and nothing scrolls sideways. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Size } from "./support/browser.ts";
import { action, endOf, waitForPicture } from "./support/page-actions.ts";
import { playTieqchieqUntil } from "./support/page-other-games.ts";
import { startPageServer } from "./support/page-server.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

const SIZES: readonly Size[] = [
  { width: 844, height: 390 },
  { width: 640, height: 400 },
];

/** Things that the player does, with a look after each. */
const DONE = 4;

/** How a game is played one thing further; `null`: it is only looked at. */
const GAMES: {
  readonly [game: string]: { readonly seats: number; readonly play: ((page: Page) => Promise<void>) | null };
} = {
  "flower-war": { seats: 4, play: null },
  "space-aztecs": { seats: 3, play: null },
  tieqchieq: { seats: 2, play: (page) => playTieqchieqUntil(page, endOf(page), 1) },
};

const ALL = Object.keys(GAMES).flatMap((game) => SIZES.map((size) => ({ game, ...size })));

/** Returns what is wrong with where things are. While a window lies over the table, that is what there is to do. */
function faults(): string[] {
  const { innerWidth, innerHeight } = window;
  const found: string[] = [];
  const wide = document.scrollingElement?.scrollWidth ?? 0;
  if (wide > innerWidth) found.push(`the page is ${wide} px wide`);
  if (document.querySelector("dialog[open]") !== null) return found;
  const panel = document.querySelector("#table-action");
  const first = panel?.querySelector("button:not([aria-disabled='true'])") ?? panel?.querySelector("h2");
  const box = first?.getBoundingClientRect();
  if (first == null || box === undefined) return [...found, "there is nothing to do"];
  const name = first.textContent.slice(0, 40);
  if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth)
    found.push(`${name} is out of sight: ${JSON.stringify(box)}`);
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (seen === null || !first.contains(seen)) found.push(`${name} lies under something else`);
  return found;
}

describe.skipIf(lacks("chromium"))("a low window", { timeout: 300_000 }, () => {
  const tested = startPageServer({ still: true }, { CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" });

  test.each(ALL)(
    "of $width x $height has what is to be done in sight, in $game",
    async ({ game, ...size }) => {
      const { seats, play } = GAMES[game] ?? { seats: 2, play: null };
      const settings = { name: "Citlali", game, seats, bots: seats - 1 };
      const { page } = await openTable(tested.browser, tested.server.url, settings, size);
      await action(page).waitFor();
      for (let done = 0; done < (play === null ? 1 : DONE); done += 1) {
        if (play !== null) await waitForPicture(page);
        expect(await page.evaluate(faults)).toEqual([]);
        if (play !== null && !(await endOf(page).isVisible())) await play(page);
      }
      await page.close();
      expect(tested.browser.takeErrors()).toEqual([]);
    },
  );
});
