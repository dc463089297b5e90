/** How soon a newcomer plays: after one field and one click. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { action } from "./support/page-actions.ts";
import { lacks } from "./support/programs.ts";

const MANY_MATCHES = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };

describe.skipIf(lacks("chromium"))("a newcomer, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(MANY_MATCHES), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test.each([
    ["the lobby", "/", /^Play now/],
    ["the page that creates a match", "/create", /^Create the table$/],
  ])("decides first after one field and one click: from %s", async (_, path, button) => {
    const page = await browser.open("about:blank");
    await forgetAll(page, server.url);
    await page.goto(server.url + path);
    await page.getByRole("textbox", { name: "Your name" }).fill("Citlali");
    await page.getByRole("button", { name: button }).click();
    await action(page).getByRole("button", { name: "Roll the die", disabled: false }).waitFor();
    await page.close();
    expect(browser.takeErrors()).toEqual([]);
  });
});

/** Makes the browser a newcomer's: it remembers neither a name nor a seat. */
async function forgetAll(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => localStorage.clear());
}
