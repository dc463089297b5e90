/** What is pressed stays where it is while the rest of a page arrives: a click begins and ends on the same button. */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { Size } from "./support/browser.ts";
import { createMatch, leaveToLobby } from "./support/page-actions.ts";
import { DESKTOP } from "./support/page-check.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

const PHONE: Size = { width: 390, height: 844 };

describe.skipIf(lacks("chromium"))("buttons while a page arrives, in Chromium", () => {
  const tested = startPageServer({ serviceWorkers: true });
  afterEach(() => tested.browser.closePages());

  /** Loads a page as on a second visit, through its service worker. Its buttons are watched from its first frame on. */
  async function open(path: string, size: Size): Promise<Page> {
    // The first load installs the service worker, in another window: the watched one keeps nothing of it.
    const first = await tested.browser.open(tested.server.url, size);
    await first.evaluate(() => navigator.serviceWorker.ready);
    await first.close();
    const page = await tested.browser.open("about:blank", size);
    await page.addInitScript(() => {
      const places: Record<string, number[]> = {};
      const look = () => {
        for (const button of document.querySelectorAll("button")) {
          const { top } = button.getBoundingClientRect();
          const seen = (places[button.textContent] ??= []);
          const place = Math.round(top + scrollY);
          if (seen.at(-1) !== place) seen.push(place);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      Object.assign(window, { places });
    });
    await page.goto(tested.server.url + path);
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    return page;
  }

  /** The px from the page's upper edge at which a button has been. */
  const placesOf = (page: Page, name: string): Promise<number[] | undefined> =>
    page.evaluate((each) => (window as unknown as { places: Record<string, number[]> }).places[each], name);

  test.each([
    ["a desktop", DESKTOP],
    ["a phone", PHONE],
  ])("of the lobby, on %s", async (_, size) => {
    const host = new FlowerWar(tested.server.url, { name: "Xochitl", resume: false });
    const match = await host.create({ game: "flower-war", seats: 2, bots: 0 });
    onTestFinished(() => match.leave());
    const player = await tested.browser.open(tested.server.url, size);
    await createMatch(player, { name: "Citlali", seats: 2, bots: 1 });
    await leaveToLobby(player);

    const page = await open("/", size);
    await page.getByRole("button", { name: "Join Xochitl's table" }).first().waitFor();
    await page.getByRole("heading", { name: "Your matches" }).waitFor();
    expect(await placesOf(page, "Create a table")).toHaveLength(1);
    expect(await placesOf(page, "Open")).toHaveLength(1);
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test.each([
    ["a desktop", DESKTOP],
    ["a phone", PHONE],
  ])("of the page that creates a match, on %s", async (_, size) => {
    const page = await open("/create", size);
    await page
      .getByText(/^about \d+ min$/)
      .first()
      .waitFor();
    await page.getByText("Skulls on a full rack: 6").waitFor();
    expect(await placesOf(page, "Create the table")).toHaveLength(1);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
