/** How the page says that it is the viewer's turn: by its title, and by a sound that can be switched off. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { choose, createMatch, waitForDecision } from "./support/page-actions.ts";
import { playTurns } from "./support/page-flower-war.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

const PATIENCE = { timeout: 60_000 };

declare global {
  interface Window {
    /** How many tones the page has started. */
    tones: number;
  }
}

describe.skipIf(lacks("chromium"))("the viewer's turn, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), openBrowser()]);
  });
  // What one test's player prefers is not the next one's.
  afterEach(() => browser.forget(server.url));
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test("the title says so, and only to the player whose turn it is", async () => {
    const { page: player, code } = await openTable(browser, server.url, {
      name: "Citlali",
      seats: 2,
      bots: 1,
    });
    await waitForDecision(player);
    await expect.poll(() => player.title(), PATIENCE).toBe("Your turn - Flower War");

    const spectator = await browser.open(`${server.url}/matches/${code}`);
    await spectator.getByRole("button", { name: "Watch" }).click();
    await expect.poll(() => spectator.title(), PATIENCE).toBe(`Flower War - ${code}`);
    await browser.closePages();
  });

  test("a sound is played, until it is switched off in the menu", async () => {
    const page = await browser.open("about:blank");
    await countTones(page);
    await page.goto(server.url);
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await playTurns(page, 1);
    await expect.poll(() => page.evaluate(() => window.tones), PATIENCE).toBeGreaterThan(0);

    await page.getByRole("button", { name: "Menu" }).click();
    await page
      .getByRole("checkbox", { name: "Sounds: my turn, and what happens to me" })
      .uncheck({ force: true });
    await page.keyboard.press("Escape");
    const before = await page.evaluate(() => window.tones);
    await playTurns(page, 1);
    expect(await page.evaluate(() => window.tones)).toBe(before);
  });

  test("the key M switches sounds off and on, and says so", async () => {
    const page = await browser.open("about:blank");
    await countTones(page);
    await page.goto(server.url);
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await waitForDecision(page);
    // It is loaded after the table.
    await page.locator("main p[data-sounds]").waitFor({ state: "attached" });
    await page.keyboard.press("m");
    await page.getByText("Sounds are off").waitFor();
    const before = await page.evaluate(() => window.tones);
    await playTurns(page, 1);
    expect(await page.evaluate(() => window.tones)).toBe(before);
    await page.keyboard.press("m");
    await page.getByText("Sounds are on").waitFor();
  });

  test.each(["1×", "off"])("a defeat is seen over the board and heard, with motion %s", async (speed) => {
    const page = await browser.open("about:blank");
    await countTones(page);
    await page.goto(server.url);
    await page.getByRole("button", { name: "Settings" }).click();
    await choose(page, "Motion", speed);
    await page.keyboard.press("Escape");
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await waitForDecision(page);
    const before = await page.evaluate(() => window.tones);
    await page.getByRole("button", { name: "Keys and conceding" }).click();
    await page.getByRole("button", { name: "Concede the match" }).click();
    await page.getByRole("button", { name: "Concede", exact: true }).click();
    // It is seen for a short while.
    const defeat = page.locator("main [data-cue='defeat']").filter({ hasText: /^You have lost$/ });
    await defeat.waitFor();
    expect(await page.evaluate(() => window.tones)).toBeGreaterThan(before);
    await defeat.waitFor({ state: "detached" });
  });
});

async function countTones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.tones = 0;
    window.OscillatorNode = class extends OscillatorNode {
      override start(when?: number) {
        window.tones += 1;
        super.start(when);
      }
    };
  });
}
