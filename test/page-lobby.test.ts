/** The page where players find a match: how it fits a window, and how its list stays live. */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Locator, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Browser } from "./support/browser.ts";
import { startLoneServer } from "./support/faults/servers.ts";
import { choose, codeOf, openCreate } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

const WINDOW = { width: 1280, height: 800 };

describe.skipIf(lacks("chromium"))("the lobby, in Chromium", () => {
  const tested = startPageServer({ still: true }, { CREATIONS_PER_MINUTE: "1000" });

  test.each([
    ["a newcomer", "en", "", "Play now"],
    ["a newcomer", "es", "", "Jugar ahora"],
    ["a returning player", "en", "Citlali", "Play now"],
    ["a returning player", "es", "Citlali", "Jugar ahora"],
  ])(
    "shows all ways to play and the first tables without scrolling to %s (%s)",
    async (_, language, name, play) => {
      const table = await createTable(tested.server.url);
      onTestFinished(() => table.leave());
      const page = await openLobby(tested.browser, tested.server.url, { language, name });
      const ways = page.getByRole("button", { name: new RegExp(`^${play}`) });
      await ways.waitFor();
      const join = page.getByRole("button", { name: new RegExp(table.code) });
      await join.waitFor();
      for (const control of await page.locator("main form").getByRole("button").all()) {
        expect(await bottomOf(control)).toBeLessThanOrEqual(WINDOW.height);
      }
      expect(await bottomOf(join)).toBeLessThanOrEqual(WINDOW.height);
      expect(tested.browser.takeErrors()).toEqual([]);
    },
  );

  test.each([
    [390, 844],
    [360, 740],
  ])("shows its board on a phone of %s x %s, and the way to play below it", async (width, height) => {
    const page = await openLobby(tested.browser, tested.server.url, { name: "Citlali" });
    await page.setViewportSize({ width, height });
    const board = await page.locator("main > :first-child > svg").boundingBox();
    expect(board?.y).toBeLessThan(200);
    expect(await bottomOf(page.getByRole("button", { name: /^Play now/ }))).toBeLessThan(height);
    await page.close();
  });

  test.each([390, 360, 320])("has all games in one row on a phone of %s px", async (width) => {
    const page = await openLobby(tested.browser, tested.server.url, { name: "Citlali" });
    await page.setViewportSize({ width, height: 740 });
    const tabs = page.getByRole("radiogroup", { name: "Game" }).locator("span");
    await tabs.nth(3).waitFor();
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
    await page.close();
  });

  test("offers a bot's seat in a match that has just begun, and so does its door", async () => {
    const host = await createTable(tested.server.url, { start: "countdown" });
    onTestFinished(() => host.leave());
    await host.start();
    await expect.poll(() => host.status).toBe("playing");
    const page = await openLobby(tested.browser, tested.server.url, { name: "Citlali" });
    await page
      .getByRole("listitem")
      .filter({ hasText: host.code })
      .getByText(/take one of 3 bots' seats/)
      .waitFor();
    await page.getByRole("button", { name: `Join Xochitl's table, ${host.code}` }).click();
    await page.getByRole("radio", { name: "South" }).check();
    await page.getByRole("button", { name: "Sit down: South" }).click();
    await expect
      .poll(() => host.seats.find(({ seat }) => seat === "south"))
      .toMatchObject({ name: "Citlali" });
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("lists a table under the name and with the seats that its host chose", async () => {
    const page = await openLobby(tested.browser, tested.server.url, { name: "Citlali" });
    await openCreate(page);
    await choose(page, "Seats", "3");
    const seats = page.getByRole("region", { name: "Who plays" });
    await seats.getByRole("combobox", { name: "North" }).selectOption("a person");
    await seats.getByRole("combobox", { name: "West" }).selectOption("skilled bot");
    await page.getByText("You, one skilled bot, and one more person.").waitFor();
    const title = page.getByRole("textbox", { name: "Name of the table" });
    expect(await title.getAttribute("placeholder")).toBe("Citlali's table");
    await title.fill("x".repeat(41));
    await page.getByRole("button", { name: "Create the table" }).click();
    expect(await title.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
      "This name can have at most 40 characters.",
    );
    await title.fill("Duel before lunch");
    await page.getByRole("button", { name: "Create the table" }).click();
    await page.getByRole("heading", { name: "Duel before lunch" }).waitFor();
    const code = codeOf(page);
    const { table } = await new FlowerWar(tested.server.url).findMatch(code);
    expect(table?.seats.map(({ seat, kind }) => [seat, kind])).toEqual([
      ["east", "human"],
      ["north", "open"],
      ["west", "bot"],
    ]);
    const guest = await openLobby(tested.browser, tested.server.url, { name: "Xoco" });
    await guest.getByRole("button", { name: `Join Duel before lunch, ${code}` }).click();
    await guest.getByRole("heading", { name: "Duel before lunch" }).waitFor();
    await guest.close();
    await page.close();
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("is live again by itself when the server that it lost is back, whatever was asked for meanwhile", async () => {
    const { server } = await startLoneServer();
    await createTable(server.url);
    const page = await openLobby(tested.browser, server.url);
    await page.getByRole("status").getByText("live", { exact: true }).waitFor();
    await server.kill();
    await page.getByLabel("With a temple").check();
    await page
      .getByRole("status")
      .getByText(/^No list: the server cannot be reached/)
      .waitFor();
    await server.start();
    await page.getByRole("status").getByText("live", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show all tables" }).click();
    const table = await createTable(server.url);
    await page.getByRole("button", { name: new RegExp(table.code) }).waitFor();
    await table.leave();
    tested.browser.takeErrors();
  });

  test("shows a list that is not live while no WebSocket opens, and is live by itself when one does", async () => {
    const table = await createTable(tested.server.url);
    onTestFinished(() => table.leave());
    const page = await tested.browser.open("about:blank", WINDOW);
    onTestFinished(() => page.close());
    await page.addInitScript(() => {
      localStorage.clear();
      const real = window.WebSocket;
      const unreachable = (url: string) => url.replace(/\/[^/]*\?/, "/nowhere?");
      window.WebSocket = new Proxy(real, {
        construct: (_, [url, protocols]: [string, never]) =>
          new real(sessionStorage.getItem("cut") === "no" ? url : unreachable(url), protocols),
      });
    });
    await page.goto(tested.server.url);
    await page
      .getByRole("status")
      .getByText(/^Not live at the moment/)
      .waitFor();
    await page.getByRole("button", { name: new RegExp(table.code) }).waitFor();
    await page.evaluate(() => sessionStorage.setItem("cut", "no"));
    await page.getByRole("status").getByText("live", { exact: true }).waitFor();
    await page.getByRole("button", { name: new RegExp(table.code) }).waitFor();
    tested.browser.takeErrors();
  });
});

/** Opens a table with open seats, which the lobby lists. */
function createTable(url: string, options: { readonly start?: "countdown" } = {}) {
  const xochitl = new FlowerWar(url, { name: "Xochitl", resume: false });
  return xochitl.create({ game: "flower-war", seats: 4, ...options });
}

/** Opens the lobby in a browser that remembers only a language and a name. */
async function openLobby(browser: Browser, url: string, { language = "en", name = "" } = {}): Promise<Page> {
  const page = await browser.open(url, WINDOW);
  onTestFinished(() => page.close());
  await page.evaluate(
    (remembered) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(remembered)) localStorage.setItem(key, value);
    },
    { "flower-war/language": language, ...(name !== "" && { "flower-war/name": name }) },
  );
  await page.reload();
  return page;
}

async function bottomOf(control: Locator): Promise<number> {
  const box = await control.boundingBox();
  if (box === null) throw new Error("not shown");
  return box.y + box.height;
}
