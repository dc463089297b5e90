/** A watcher of a match sees who played last, and asks its host for the seat of a bot. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { action, codeOf, plaques } from "./support/page-actions.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a watcher, in Chromium", () => {
  let server: ServerProcess;
  let browsers: readonly Browser[];

  beforeAll(async () => {
    server = await ServerProcess.start({ LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000" });
    browsers = [await openBrowser({ still: true }), await openBrowser({ still: true })];
  });
  afterEach(async () => {
    for (const browser of browsers) expect(browser.takeErrors()).toEqual([]);
  });
  afterAll(async () => {
    for (const browser of browsers ?? []) await browser.close();
    await server?.stop();
  });

  /** Opens a match of a host and two bots, and a page that watches it. */
  async function openWatched(): Promise<{ readonly host: Page; readonly watcher: Page }> {
    const [own, other] = browsers;
    if (own === undefined || other === undefined) throw new Error("there are no browsers");
    const { page: host } = await openTable(own, server.url, { name: "Citlali", seats: 3, bots: 2 });
    const watcher = await other.open(`${server.url}/matches/${codeOf(host)}`);
    await watcher.evaluate(() => localStorage.setItem("flower-war/name", "Xoco"));
    await watcher.reload();
    await watcher.getByRole("button", { name: "Watch" }).click();
    await action(watcher).getByRole("heading", { name: "You are watching" }).waitFor();
    return { host, watcher };
  }

  async function ask(watcher: Page): Promise<void> {
    await action(watcher).getByRole("button", { name: "Ask for a seat" }).click();
    const dialog = watcher.getByRole("dialog", { name: "Ask for a seat" });
    await dialog.getByRole("combobox", { name: "Seat" }).selectOption({ index: 1 });
    await dialog.getByRole("button", { name: "Ask Citlali" }).click();
    await action(watcher).getByText("Citlali decides whether you get the seat…").waitFor();
  }

  test("gets the seat that they asked for when the host gives it, and plays there", async () => {
    const { host, watcher } = await openWatched();
    await watcher.getByRole("region", { name: "Played last" }).waitFor();
    await ask(watcher);
    const note = host.getByRole("complementary", { name: "Notes" });
    await note.getByText(/^Xoco asks for the seat of \w+ \w+ \(bot\)$/).waitFor();
    await note.getByRole("button", { name: "Give it" }).click();
    await plaques(watcher).filter({ hasText: "West, you" }).waitFor();
    await plaques(host).filter({ hasText: "Xoco" }).waitFor();
    await note.getByText(/asks for the seat/).waitFor({ state: "detached" });
    await watcher.reload();
    await plaques(watcher).filter({ hasText: "West, you" }).waitFor();
    await host.close();
    await watcher.close();
  });

  test("is told when the host does not give it, and may ask again", async () => {
    const { host, watcher } = await openWatched();
    await ask(watcher);
    await host.getByRole("button", { name: "Not now" }).click();
    await action(watcher).getByText("Citlali did not give it to you.").waitFor();
    await action(watcher).getByRole("button", { name: "Ask for a seat" }).waitFor();
    await host.close();
    await watcher.close();
  });
});
