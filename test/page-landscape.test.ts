/** Tables on landscape phones, and on pages zoomed to 200 %: the primary action is in sight, and nothing scrolls sideways. */
import { describe, expect, test } from "vitest";
import type { Size } from "./support/browser.ts";
import { action } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

const SIZES: readonly Size[] = [
  { width: 844, height: 390 },
  { width: 640, height: 400 },
];

const SEATS = { "flower-war": 4, "space-aztecs": 3, tieqchieq: 2 } as const;

const ALL = Object.entries(SEATS).flatMap(([game, seats]) => SIZES.map((size) => ({ game, seats, ...size })));

/** Returns what is wrong with where things are. */
function faults(): string[] {
  const { innerWidth, innerHeight } = window;
  const found: string[] = [];
  const wide = document.scrollingElement?.scrollWidth ?? 0;
  if (wide > innerWidth) found.push(`the page is ${wide} px wide`);
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
    "of $width x $height has the first decision of $game in sight",
    async ({ game, seats, ...size }) => {
      const settings = { name: "Citlali", game, seats, bots: seats - 1 };
      const { page } = await openTable(tested.browser, tested.server.url, settings, size);
      await action(page).waitFor();
      expect(await page.evaluate(faults)).toEqual([]);
      await page.close();
      expect(tested.browser.takeErrors()).toEqual([]);
    },
  );
});
