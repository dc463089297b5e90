/** Tıeqchıeq's table, created in the lobby: on a phone, names end before clocks. */
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createMatch } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

/** The px from a page's left edge at which an element ends, or begins. */
const ends = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().right);
const begins = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().left);

describe.skipIf(lacks("chromium"))("a person plays against a bot", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test("at a table of Tıeqchıeq", async () => {
    const page = await tested.browser.open(tested.server.url);
    await createMatch(page, { name: "Cuauhtémoc de Tlatelolco", game: "Tıeqchıeq", seats: 2, bots: 1 });
    await page.setViewportSize({ width: 360, height: 740 });
    const own = page
      .getByRole("list", { name: "Players" })
      .getByRole("listitem")
      .filter({ hasText: "Tlatelolco" });
    await own.waitFor();
    expect(await ends(own.getByRole("heading"))).toBeLessThanOrEqual(await begins(own.getByRole("timer")));
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
