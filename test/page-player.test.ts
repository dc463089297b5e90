/** Who a person is on the page: one player over tabs and visits. */
import { FlowerWar } from "@flower-war/client-sdk";
import { describe, expect, test } from "vitest";
import { createMatch } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a player in Chromium", () => {
  const tested = startPageServer({ still: true });

  /** Returns the players of a match's taken seats, in turn order. */
  async function playersIn(code: string): Promise<string[]> {
    const match = await new FlowerWar(tested.server.url).spectate(code);
    const players = match.seats.filter(({ kind }) => kind === "human").map(({ player }) => player);
    await match.leave();
    return players;
  }

  test("has the same name and id in two new tabs that sit down at once, and after them", async () => {
    const { browser, server } = tested;
    const host = new FlowerWar(server.url, { name: "Tenoch" });
    const table = await host.create({ game: "flower-war", seats: 4 });
    const tabs = await Promise.all([0, 1].map(() => browser.open(`${server.url}/matches/${table.code}`)));
    for (const tab of tabs) await tab.getByLabel("Your name").fill("Citlali");
    await tabs[1]?.getByRole("radio", { name: /^West/ }).click();
    await Promise.all(tabs.map((tab) => tab.getByLabel("Your name").press("Enter")));
    for (const tab of tabs) await tab.getByRole("list", { name: "Seats" }).waitFor();
    const [none, first, second] = await playersIn(table.code);
    expect([none, first]).toEqual(["", expect.stringMatching(/^\w{12}$/)]);
    expect(second).toBe(first);

    const later = await browser.open(server.url);
    expect(await later.getByLabel("Your name").inputValue()).toBe("Citlali");
    const code = await createMatch(later, { name: "Xoco", seats: 3, bots: 0 });
    expect(await playersIn(code)).toEqual([first]);
    const last = await browser.open(server.url);
    expect(await last.getByLabel("Your name").inputValue()).toBe("Xoco");
    await table.leave();
    expect(browser.takeErrors()).toEqual([]);
  });
});
