/** How people end a match on the page and play again: a draw, an abort, a claim, a rematch with the seats rotated. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TestClient } from "../server/test/support/client.ts";
import { createMatch as createOverApi } from "../server/test/support/post.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { action, endOf, openMenu, plaques, startMatch } from "./support/page-actions.ts";
import { axeFaults } from "./support/page-check.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("the end of a match, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    const settings = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };
    [server, browser] = await Promise.all([ServerProcess.start(settings), openBrowser({ still: true })]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
  const table = (page: Page) => page.getByRole("button", { name: "Menu" });

  async function sitDown(code: string, name: string): Promise<Page> {
    const page = await browser.open(`${server.url}/matches/${code}`);
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Your name").press("Enter");
    return page;
  }

  /** Begins a match of two, of Flower War unless another game is named. */
  async function begin(game?: string): Promise<{ citlali: Page; jun: Page }> {
    const settings = { name: "Citlali", seats: 2, bots: 0, ...(game && { game }) };
    const { page: citlali, code } = await openTable(browser, server.url, settings);
    const jun = await sitDown(code, "Jun");
    await startMatch(citlali, 2);
    await table(jun).waitFor();
    await table(citlali).waitFor();
    return { citlali, jun };
  }

  test("a draw is offered, declined, offered by the other and accepted; a rematch has the seats rotated", async () => {
    const { citlali, jun } = await begin();
    await openMenu(citlali, "Offer a draw");
    await jun.getByText("Citlali offers a draw").waitFor();
    await citlali.getByText("Waiting for Jun").waitFor();
    expect(await axeFaults(jun)).toEqual([]);
    await press(jun, "Decline");
    await citlali.getByText("You offer a draw").waitFor({ state: "detached" });
    await openMenu(citlali, "Offer a draw");
    await citlali.getByText("You made an offer a short while ago.").waitFor();
    await citlali.keyboard.press("Escape");

    await openMenu(jun, "Offer a draw");
    await citlali.getByText("Jun offers a draw").waitFor();
    await press(citlali, "Agree to a draw");
    for (const page of [citlali, jun]) {
      await endOf(page).getByText("Everybody agreed to a draw.").waitFor();
      await endOf(page).getByRole("button", { name: "Close" }).click();
      await action(page).getByText("Everybody agreed to a draw.").waitFor();
      expect(await page.getByText("You hold no cards.").count()).toBe(0);
      await press(page, "See the result");
      await page.getByRole("heading", { name: "A draw" }).waitFor();
    }
    const [rematch, replay, share] = await Promise.all(
      ["Rematch", "Replay", "Share"].map((name) => citlali.getByRole("button", { name }).boundingBox()),
    );
    if (!rematch || !replay || !share) throw new Error("a way on is missing");
    expect(replay.x - rematch.x - rematch.width).toBeCloseTo(share.x - replay.x - replay.width, 0);
    await citlali.reload();
    await press(jun, "Rematch");
    await citlali.getByText("Jun wants a rematch").waitFor();
    expect(await axeFaults(citlali)).toEqual([]);
    // Its tab still knows that it played a seat there.
    await press(citlali, "Rematch");
    for (const page of [citlali, jun]) await table(page).waitFor();
    expect(new URL(citlali.url()).pathname).toBe(new URL(jun.url()).pathname);
    await expect
      .poll(() => plaques(jun).allInnerTexts())
      .toEqual([expect.stringContaining("Jun"), expect.stringContaining("Citlali")]);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("an abort before the third turn has no winner, and who watches is led to the rematch", async () => {
    const { citlali, jun } = await begin("tieqchieq");
    const watcher = await browser.open(citlali.url());
    await press(watcher, "Watch");
    await table(watcher).waitFor();
    await openMenu(jun, "Offer to abort the match");
    await press(citlali, "Agree to abort");
    for (const page of [citlali, watcher]) {
      await endOf(page).getByText("The match was aborted. It counts for nothing.").waitFor();
      expect(await action(page).innerText()).toContain("The match was aborted.");
      await endOf(page).getByRole("button", { name: "See the result" }).click();
    }
    await citlali.getByRole("heading", { name: "Aborted" }).waitFor();
    await press(citlali, "Rematch");
    await press(watcher, "Go to the rematch");
    await watcher.waitForURL((url) => url.pathname !== new URL(jun.url()).pathname);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("conceding is in the menu and asks once", async () => {
    const { citlali, jun } = await begin();
    await openMenu(citlali, "Concede the match");
    const question = citlali.getByRole("dialog", { name: "Concede the match?" });
    await question.getByText("Jun wins at once. This cannot be undone.").waitFor();
    await question.getByRole("button", { name: "Concede" }).click();
    // Who pressed beside the window, or closed it to look at the table, still finds the way on.
    const end = endOf(jun);
    await end.waitFor();
    await jun.mouse.click(5, 5);
    await end.waitFor({ state: "detached" });
    await press(jun, "See the result");
    await jun.getByRole("heading", { name: "Jun won" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("who is left alone claims the win", async () => {
    const clock = { profile: "quick", turn: 10_000, reserve: 0, warning: 0, awayAfter: 1 };
    const jun = await createOverApi(server.url, { name: "Jun", private: true, seats: 2, clock });
    await TestClient.join(server.url, jun);
    const citlali = await sitDown(jun.invitation ?? "", "Citlali");
    await citlali.getByText("The others have left you alone").waitFor();
    await press(citlali, "Claim the win");
    await press(citlali, "See the result");
    await citlali.getByRole("heading", { name: "Citlali won" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });
});
