/** A person who plays against bots asks on the page what a strong bot would do (docs/protocol.md, "Hints"). */
import { describe, expect, test } from "vitest";
import { openMenu } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

/** How often a hint is asked for at most. */
const TRIES = 3;

describe.skipIf(lacks("chromium"))("against bots alone", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test.each(["flower-war", "space-aztecs"])(
    "a person in %s sees what a strong bot would do, with chances",
    async (game) => {
      const settings = { name: "Citlali", game, seats: 2, bots: 1, private: true };
      const { page } = await openTable(tested.browser, tested.server.url, settings);
      await page.getByRole("region", { name: "What you can do" }).waitFor();
      await openMenu(page, "What would a strong bot do?");
      const dialog = page.getByRole("dialog", { name: "What would a strong bot do?" });
      const moves = dialog.getByRole("listitem");
      const again = dialog.getByRole("button", { name: "Try again" });
      const come = moves.or(again).first();
      // A busy server may have had no time for it.
      for (let tries = 1; tries < TRIES; tries += 1) {
        await come.waitFor();
        if (await again.isVisible()) await again.click();
      }
      await moves.first().waitFor();
      expect([1, 2]).toContain(await moves.count());
      expect(await moves.first().locator("strong").textContent()).not.toBe("Another choice");
      expect(await moves.first().textContent()).toMatch(/You come first in \d+% of its tries, ± \d+/);
    },
  );
});
