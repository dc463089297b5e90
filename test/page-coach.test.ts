/** A newcomer's first match of their own: it begins at once, and teaches by tips when something comes up. */
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { awaited, waitForPicture } from "./support/page-actions.ts";
import { answer } from "./support/page-flower-war.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

/** ms from the address to the first decision: what a newcomer waits for at most. */
const FIRST_DECISION = 15_000;

/** Decisions of a newcomer's first turns, in one of which something can be offered. */
const DECISIONS = 20;

describe.skipIf(lacks("chromium"))("a newcomer's first match", () => {
  // Their browser knows nothing: the page acts as it does for people.
  const tested = startPageServer({ acts: true });

  afterEach(async () => {
    expect(tested.browser.takeErrors()).toEqual([]);
    await tested.browser.forget(tested.server.url);
  });

  /** Opens the address of the server, and plays at once. Resolves at the first decision. */
  async function begin(): Promise<Page> {
    const began = performance.now();
    const page = await tested.browser.open(tested.server.url);
    await page.getByRole("button", { name: /^Play now/ }).click();
    await awaited(page).first().waitFor();
    expect(performance.now() - began).toBeLessThan(FIRST_DECISION);
    return page;
  }

  const tip = (page: Page) => page.locator("[data-tip-of-coach]");

  /** What the browser remembers: the tips that were seen; `null`: none are given. */
  const storedTips = (page: Page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem("flower-war/tips") ?? "null") as string[] | null);

  test("asks for the first decision within 15 s, and says what a turn is while it waits", async () => {
    const page = await begin();
    await tip(page).getByText("In a turn you roll the die, walk as many spaces").waitFor();
    await answer(page);
    // The decision is made: its tip is put away, and remembered.
    await page.locator("[data-tip-of-coach='turn']").waitFor({ state: "detached" });
    await expect.poll(() => storedTips(page)).toContain("turn");
    // What comes up next is said in its turn: where nothing can be offered it is not the landing.
    for (let done = 1; !(await tip(page).isVisible()); done += 1) {
      expect(done, "decisions without a tip").toBeLessThan(DECISIONS);
      await waitForPicture(page);
      if (!(await tip(page).isVisible())) await answer(page);
    }
    await page.close();
  });

  test("can do without tips from the first one on", async () => {
    const page = await begin();
    await tip(page).getByRole("button", { name: "No more tips" }).click();
    await tip(page).waitFor({ state: "detached" });
    await expect.poll(() => storedTips(page)).toBeNull();
    await page.reload();
    await awaited(page).first().waitFor();
    // It is loaded after the table, as the coach would be.
    await page.locator("main p[data-sounds]").waitFor({ state: "attached" });
    expect(await page.locator("[data-coach]").count()).toBe(0);
    await page.close();
  });
});
