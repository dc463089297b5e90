/** What happens to a person in the middle of something: a reload, a killed server, their seat in another tab. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Browser, openBrowser } from "./support/browser.ts";
import { startLoneServer } from "./support/faults/servers.ts";
import { action, battle, createMatch, spaces, waitForPicture } from "./support/page-actions.ts";
import { openTable } from "./support/page-table.ts";
import { answer, playTurns } from "./support/page-flower-war.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("the page keeps a person's match, in Chromium", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser({ still: true });
  });
  // Before the servers stop, which the pages would complain of.
  afterEach(() => browser.closePages());
  afterAll(() => browser?.close());

  test("through a reload in mid-battle, which goes on where it was", async () => {
    const { server } = await startLoneServer();
    const { page } = await openTable(browser, server.url, { name: "Citlali", seats: 6, bots: 5 });
    await playUntilBattle(page);
    const before = await describeBattle(page);

    await page.reload();
    await ownAnswer(page).waitFor();
    await waitForPicture(page);
    expect(await describeBattle(page)).toEqual(before);
    await battle(page).getByRole("button", { name: "Pass", exact: true }).click();
    await log(page)
      .getByText(/^You pass\.$/)
      .first()
      .waitFor();
    await playTurns(page, 1);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("when their seat is taken by another tab in mid-battle: the first tab leads back to it", async () => {
    const { server } = await startLoneServer();
    const { page, code } = await openTable(browser, server.url, { name: "Citlali", seats: 6, bots: 5 });
    await playUntilBattle(page);
    const second = await browser.open(`${server.url}/matches/${code}`);
    await second.getByRole("button", { name: "Go on as East" }).click();
    await ownAnswer(second).waitFor();

    await page.getByRole("button", { name: "Come back" }).click();
    await ownAnswer(page).waitFor();
    await battle(page).getByRole("button", { name: "Pass", exact: true }).click();
    await log(page)
      .getByText(/^You pass\.$/)
      .first()
      .waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("when the server is killed: a roll that was pressed while it was down is made once when it is back", async () => {
    const { server } = await startLoneServer();
    const { page } = await openTable(browser, server.url, { name: "Citlali", seats: 2, bots: 1 });
    await playTurns(page, 1);
    const rolled = await rolls(page).count();
    const before = await spaces(page);

    server.freeze();
    await action(page).getByRole("button", { name: "Roll the die" }).click();
    await server.kill();
    await action(page).getByRole("heading", { name: "You are reconnecting" }).waitFor();
    expect(await spaces(page)).toEqual(before);
    expect(await rolls(page).count()).toBe(rolled);

    await server.start();
    await rolls(page).nth(rolled).waitFor();
    await waitForPicture(page);
    expect(await rolls(page).count()).toBe(rolled + 1);
    await page.reload();
    await waitForPicture(page);
    await expect.poll(() => rolls(page).count()).toBe(rolled + 1);
    await playTurns(page, 1);
    expect(withoutOutage(browser.takeErrors())).toEqual([]);
  });

  test("while parts that the table loads late do not come: the table stays, and they are tried again", async () => {
    const { server } = await startLoneServer();
    const page = await browser.open("about:blank");
    let refused = 0;
    // The chat, and the parts that a log and the notes around a table may need.
    await page.route(/\/assets\/(chat-parts|temperament|open-notes|temple-move-note)-/, (route) => {
      refused += 1;
      return refused > 3 ? route.continue() : route.abort();
    });
    await page.goto(server.url);
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await expect.poll(() => refused).toBeGreaterThan(3);
    await page.getByRole("textbox", { name: "Say something" }).waitFor();
    expect(await page.getByRole("heading", { name: "A part of this page could not be loaded" }).count()).toBe(
      0,
    );
    await playTurns(page, 1);
    browser.takeErrors();
  });

  test("in the tab where the seat was taken last: what the other had begun goes on there", async () => {
    const { server } = await startLoneServer();
    const { page: first, code } = await openTable(browser, server.url, {
      name: "Citlali",
      seats: 2,
      bots: 1,
    });
    await playTurns(first, 0);
    await action(first).getByRole("button", { name: "Roll the die" }).click();
    await waitForPicture(first);

    const second = await browser.open(`${server.url}/matches/${code}`);
    await second.getByRole("button", { name: "Go on as East" }).click();
    await waitForPicture(second);
    await first.getByText("Your seat was taken again from another tab or device.").waitFor();
    await expect
      .poll(() => action(first).getByRole("button", { disabled: false }).allInnerTexts())
      .toEqual(["Come back", "It was not me: lock others out"]);
    expect(await spaces(second)).toEqual(await spaces(first));
    await expect.poll(() => rolls(second).count()).toBe(1);
    await answer(second);
    await playTurns(second, 1);
    expect(browser.takeErrors()).toEqual([]);
  });
});

/** The log as it is seen. */
const log = (page: Page) => page.getByRole("group", { name: "Log" });

const rolls = (page: Page) => log(page).getByText(/^You roll a \d/);

const ownAnswer = (page: Page) => battle(page).getByRole("heading", { name: /^Your answer/ });

/** Plays until a battle waits for the player's answer. */
async function playUntilBattle(page: Page): Promise<void> {
  for (;;) {
    await waitForPicture(page);
    if (await ownAnswer(page).isVisible()) return;
    await answer(page);
  }
}

/** All that the window of a battle shows, without its clock. */
async function describeBattle(page: Page): Promise<string> {
  const shown = await battle(page).ariaSnapshot();
  return shown.replaceAll(/time left [\d:]+/g, "");
}

/** Errors without those of a server that cannot be reached. */
const withoutOutage = (errors: readonly string[]): readonly string[] =>
  errors.filter((error) => !error.includes("net::ERR") && !error.includes("WebSocket connection"));
