/** The page's languages and parts, which are loaded when they are wanted, over a network that may fail. */
import type { Locator, Page, Route } from "playwright-core";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { watchRequests } from "./support/page-quiet.ts";
import { createMatch, waitForPicture } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

/** What a busy machine may take. */
const BUSY = { timeout: 60_000 };

/** Files with Spanish texts. */
const SPANISH = /\/es-[^/]*\.js$/;

describe.skipIf(lacks("chromium"))("what the page loads, in Chromium", () => {
  const tested = startPageServer({}, { CREATIONS_PER_MINUTE: "1000" });
  afterEach(() => tested.browser.closePages());

  /** Opens a path in a browser that speaks English and remembers nothing. */
  async function open(path: string): Promise<Page> {
    // A page that began in a language chosen before would have left its texts in the browser's memory.
    await tested.browser.forget(tested.server.url);
    const page = await tested.browser.open(tested.server.url + path);
    await page.getByRole("heading").first().waitFor();
    return page;
  }

  test.each(["Flower War", "Tıeqchıeq"])(
    "the language changes in a match of %s and back again: in every text, and the focus stays where it was",
    async (game) => {
      const page = await open("/");
      const loaded = watchRequests(page);
      await createMatch(page, { name: "Citlali", game, seats: 2, bots: 1 });
      await waitForPicture(page);
      // Some parts of the table come after it.
      await loaded();
      const english = await textsOfTable(page);
      await page.getByRole("button", { name: "Menu" }).click();
      const gone = await watchForLoading(page);
      await choose(page, "Español");
      const focused = () => page.evaluate(() => document.activeElement?.parentElement?.textContent);
      expect(await focused()).toBe("Español");
      const spanish = await textsOfTable(page);
      await choose(page, "English");
      expect(await focused()).toBe("English");
      expect(await textsOfTable(page)).toEqual(english);
      expect(spanish.filter((text) => text.length > 20 && english.includes(text))).toEqual([]);
      expect(await gone()).toBe(0);
      expect(tested.browser.takeErrors()).toEqual([]);
    },
  );

  test.each(["Flower War", "Space Aztecs", "Tıeqchıeq"])(
    "the keys and the menu of %s open while the server is away",
    async (game) => {
      const page = await open("/");
      onTestFinished(() => page.context().setOffline(false));
      const loaded = watchRequests(page);
      await createMatch(page, { name: "Citlali", game, seats: 2, bots: 1 });
      await page.getByRole("button", { name: "Menu" }).waitFor();
      // The table stands before they are asked for.
      for (const part of ["menu-dialog", "open-keys-help"]) await page.waitForFunction(hasAskedFor, part);
      await loaded();
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Keys and conceding" }).click();
      await page.getByRole("dialog", { name: "Keys" }).getByText("This help").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Menu" }).click();
      const menu = page.getByRole("dialog", { name: "Menu" });
      await menu.getByRole("button", { name: "Report a player" }).waitFor();
      await page.context().setOffline(false);
      tested.browser.takeErrors();
    },
  );

  test("the language changes in what is said to a viewer who cannot act, too", async () => {
    const page = await open("/");
    const code = await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await waitForPicture(page);
    const second = await tested.browser.open(`${tested.server.url}/matches/${code}`);
    await second.getByRole("button", { name: "Go on as East" }).click();
    const panel = page.getByRole("region", { name: /^(What you can do|Lo que puedes hacer)$/ });
    await panel.getByRole("heading", { name: "You are disconnected" }).waitFor();
    const english = await textsOf(panel);
    await page.getByRole("button", { name: "Menu" }).click();
    await choose(page, "Español");
    expect((await textsOf(panel)).filter((text) => english.includes(text))).toEqual([]);
  });

  test("the language is the one that was chosen last, however slowly another one comes", async () => {
    const page = await open("/");
    const held = Promise.withResolvers<Route>();
    await page.route(SPANISH, (route) => held.resolve(route), { times: 1 });
    await settings(page);
    await page.getByRole("radio", { name: "Español" }).check();
    const route = await held.promise;
    await page.getByRole("radio", { name: "English" }).check();
    await route.continue();
    // The page's own import of the same file is over before this one.
    await page.evaluate(`import(${JSON.stringify(route.request().url())}).then(() => null)`);
    expect(await languageOf(page)).toBe("en");
    await page.reload();
    await page.getByRole("heading").first().waitFor();
    expect(await languageOf(page)).toBe("en");
  });

  test("the language stays if another one cannot be loaded; the page says so, and the next try works", async () => {
    const page = await open("/");
    await page.route(SPANISH, (route) => route.abort());
    await settings(page);
    await page.getByRole("radio", { name: "Español" }).click();
    await page.getByRole("alert").getByText("This language could not be loaded.").waitFor();
    expect(await languageOf(page)).toBe("en");
    expect(await page.getByRole("radio", { name: "English" }).isChecked()).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem("flower-war/language"))).toBeNull();
    await page.unroute(SPANISH);
    await page.getByRole("radio", { name: "Español" }).click();
    await expect.poll(() => languageOf(page), BUSY).toBe("es");
    expect(await page.getByText("This language could not be loaded.").count()).toBe(0);
    tested.browser.takeErrors();
  });

  test("a part that could not be loaded is asked for once, and again when the viewer wants it", async () => {
    const page = await open("/");
    let asked = 0;
    const LESSON = /\/learn-page-[^/]*\.js$/;
    await page.route(LESSON, (route) => {
      asked += 1;
      return route.abort();
    });
    await page.getByRole("button", { name: "Learn in five minutes" }).click();
    await page.getByRole("heading", { name: "A part of this page could not be loaded" }).waitFor();
    // A preload and an import.
    expect(asked).toBeLessThanOrEqual(2);
    asked = 0;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => asked, BUSY).toBeGreaterThan(0);
    await page.getByRole("heading", { name: "A part of this page could not be loaded" }).waitFor();
    expect(asked).toBeLessThanOrEqual(2);
    await page.unroute(LESSON);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog", { name: "Ocelot" }).waitFor();
    tested.browser.takeErrors();
  });

  test("the language changes in a browser that stores nothing, too", async () => {
    const page = await tested.browser.open("about:blank");
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("The operation is insecure.", "SecurityError");
          },
        });
      }
    });
    await page.goto(tested.server.url);
    await settings(page);
    await page.getByRole("radio", { name: "Español" }).click();
    await expect.poll(() => languageOf(page), BUSY).toBe("es");
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});

const settings = (page: Page): Promise<void> => page.getByRole("button", { name: "Settings" }).click();

/** Chooses a language by keyboard, and waits until the page has it. */
async function choose(page: Page, name: "English" | "Español"): Promise<void> {
  await page.getByRole("radio", { name }).focus();
  await page.keyboard.press("Space");
  await expect.poll(() => languageOf(page), BUSY).toBe(name === "English" ? "en" : "es");
}

const textsOf = async (panel: Locator): Promise<readonly string[]> =>
  (await panel.innerText()).split("\n").filter((text) => text.trim() !== "");

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

/** Every text and label of the table, but for what the clocks show. */
const textsOfTable = (page: Page): Promise<readonly string[]> =>
  page.locator("main").evaluate((main) => {
    const labels = [...main.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label"));
    const tips = [...main.querySelectorAll("[data-tip]")].map((each) => each.getAttribute("data-tip"));
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent ?? "");
    // Neither a clock's time nor a bot's name is in a language.
    return [...texts, ...labels, ...tips].filter(
      (text) => text !== null && !/\d:\d\d|^\w+ \w+ \(bot\)$/.test(text),
    ) as string[];
  });

/** Counts how often the page showed nothing but that it is loading. */
async function watchForLoading(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const count = { loading: 0 };
    const main = document.querySelector("main");
    new MutationObserver(() => {
      if (main === null || !main.checkVisibility()) count.loading += 1;
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
    return count;
  });
  return () => seen.evaluate(({ loading }) => loading);
}

/** Runs in a page: whether it has asked for a file of this name. */
function hasAskedFor(part: string): boolean {
  return performance.getEntriesByType("resource").some(({ name }) => name.includes(`/${part}-`));
}
