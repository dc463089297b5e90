/** A match on a phone: everything is tapped. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createMatch, openMenu, seeResult } from "./support/page-actions.ts";
import { playEvening } from "./support/page-flower-war.ts";
import { answerInSpaceAztecs } from "./support/page-other-games.ts";
import { type InputMethod, TOUCH } from "./support/page-input-methods.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a finger", () => {
  const tested = startPageServer({ touch: true, still: true });

  test("plays a short evening on a phone, which never scrolls sideways", {
    timeout: 600_000,
  }, async () => {
    const page = await tested.browser.open(tested.server.url, { width: 390, height: 844 });
    await createMatch(page, { name: "Citlali", preset: "Short evening", seats: 2, bots: 1 }, TOUCH);
    const wide: string[] = [];
    await playEvening(page, watchWidth(page, wide));
    expect(await seeResult(page, TOUCH)).toHaveLength(3);
    expect(wide).toEqual([]);
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("is told what it can do at the drawn temple, and nothing of keys", async () => {
    const page = await tested.browser.open(tested.server.url, { width: 820, height: 1180 });
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 }, TOUCH);
    await openMenu(page, "Temple");
    const temple = page.getByRole("dialog", { name: "Temple" });
    await temple.getByText("Move a skull into a slot with your finger.").waitFor();
    expect(await temple.getByText(/press T or H/).count()).toBe(0);
    expect(await temple.locator("kbd:visible").count()).toBe(0);
  });
});

describe.skipIf(lacks("chromium"))("a phone's hand, where cards lean", () => {
  const tested = startPageServer({ touch: true });

  test("shows its cards to their upper edge, also when a leaning one gets the focus", async () => {
    const page = await tested.browser.open(tested.server.url, { width: 390, height: 844 });
    await createMatch(page, { name: "Citlali", game: "Space Aztecs", seats: 2, bots: 1 }, TOUCH);
    const hand = page.getByRole("region", { name: /^The pile you hold, / });
    while ((await hand.count()) === 0) await answerInSpaceAztecs(page);
    const row = hand.getByRole("list");
    await row.getByRole("button").last().focus();
    expect(
      await row.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBeGreaterThan(0);
    await expect.poll(() => row.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
});

/** A finger that says before each tap where the page is wider than the phone. */
function watchWidth(page: Page, wide: string[]): InputMethod {
  return {
    ...TOUCH,
    press: async (control) => {
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      if (scrollWidth > clientWidth) wide.push(`before ${await control.innerText()}`);
      await TOUCH.press(control);
    },
  };
}
