/** How soon a newcomer plays: after one click, or one field and one click; and that they play what they chose. */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { action, codeOf } from "./support/page-actions.ts";
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

  /** Opens a page as a newcomer. */
  async function open(path: string): Promise<Page> {
    const page = await browser.open("about:blank");
    await forgetAll(page, server.url);
    await page.goto(server.url + path);
    return page;
  }

  const decision = (page: Page) =>
    action(page).getByRole("button", { name: "Roll the die", disabled: false });

  test("decides first after one click in the lobby, within 15 s, under a name that was proposed", async () => {
    const page = await open("/");
    const begun = performance.now();
    const name = await page.getByRole("textbox", { name: "Your name" }).inputValue();
    expect(name).toMatch(/^[A-Z][a-z]+$/);
    await page.getByRole("button", { name: /^Play now/ }).click();
    await decision(page).waitFor();
    console.log(`first decision ${Math.round(performance.now() - begun)} ms after the lobby`);
    expect(performance.now() - begun).toBeLessThan(15_000);
    await page.getByRole("list", { name: "Players" }).getByText(name).waitFor();
    await page.close();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("decides first after one field and one click on the page that creates a match", async () => {
    const page = await open("/create");
    await page.getByRole("textbox", { name: "Your name" }).fill("Citlali");
    await page.getByRole("button", { name: /^Create the table$/ }).click();
    await decision(page).waitFor();
    await page.close();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("plays the length that they chose, which the lobby remembers, and the table and its door say", async () => {
    const page = await open("/");
    const length = page.getByRole("radiogroup", { name: "Length" });
    const classic = length.getByRole("radio", { name: /^Classic about \d+ min$/ });
    expect(await length.getByRole("radio", { name: /^Short evening about \d+ min$/ }).isChecked()).toBe(true);
    await classic.check({ force: true });
    await page.getByRole("button", { name: /^Play now/ }).click();
    await decision(page).waitFor();
    const { table } = await new FlowerWar(server.url).findMatch(codeOf(page));
    expect(table).toMatchObject({ preset: "flower-war", options: { rackSize: 13 } });

    await page.goto(server.url);
    await expect.poll(() => classic.isChecked()).toBe(true);
    // They have played before: now people may come, and the table waits for them.
    await page.getByRole("button", { name: /^Play now\s+with people or bots/ }).click();
    const rules = page.getByRole("region", { name: "How we play" });
    await rules.getByText("Flower War, Classic").waitFor();
    await rules.getByText(`about ${table?.minutes} min`).waitFor();
    await page.getByText(/^Bots take the free seats in \d+ seconds?\.$/).waitFor();
    await page.close();
    expect(browser.takeErrors()).toEqual([]);
  });
});

/** Makes the browser a newcomer's: it remembers neither a name nor a seat. */
async function forgetAll(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => localStorage.clear());
}
