/** Who a person is on the page: one player over tabs and visits. */
import { FlowerWar, memoryPlayerStore } from "@flower-war/client-sdk";
import { describe, expect, test } from "vitest";
import { createMatch } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

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

  test("makes tokens for programs, which do what they say until they are revoked", async () => {
    const { browser, server } = tested;
    const page = await browser.open(`${server.url}/player`);
    await page.getByLabel("Your name").fill("Tenoch");
    await page.getByRole("button", { name: "Save" }).click();
    const make = async (name: string, bot: boolean): Promise<string> => {
      await page.getByLabel(bot ? "Name of the bot" : "What it is for").fill(name);
      await page.getByRole("button", { name: "Make a token" }).click();
      await page.getByText(`The token of ${name}.`).waitFor();
      return page.getByLabel("Token", { exact: true }).inputValue();
    };
    const token = await make("Calendar", false);
    await page.getByLabel("It plays as a bot account of its own").check();
    const botToken = await make("Tonatiuh", true);

    const program = new FlowerWar(server.url, { playerStore: memoryPlayerStore() });
    const identity = await program.identity();
    const { id } = await identity.useToken(token);
    const match = await program.create({ game: "tieqchieq", seats: 2, start: "host", name: "Tenoch" });
    expect(await playersIn(match.code)).toEqual([id]);
    await expect(match.say("Niltze!")).rejects.toMatchObject({ code: "missing-scope" });

    const botProgram = new FlowerWar(server.url, {
      name: "Tonatiuh",
      playerStore: memoryPlayerStore(),
    });
    const bot = await botProgram.identity();
    expect(await bot.useToken(botToken)).toMatchObject({ name: "Tonatiuh", kind: "bot" });
    const challenges = await bot.onChallenge((challenge) => void challenge.accept());
    await match.challenge("yellow", "Tonatiuh");
    await until(() => match.seats.some(({ kind }) => kind === "bot-account"), "the bot to sit down");
    await challenges.leave();

    await page.getByRole("button", { name: "Revoke Calendar" }).click();
    await page.getByRole("button", { name: "Revoke Calendar" }).waitFor({ state: "detached" });
    await expect(program.quickPlay({ game: "tieqchieq" })).resolves.toMatchObject({
      seat: expect.any(String),
    });
    await expect(identity.useToken(token)).rejects.toMatchObject({ code: "bad-token" });
    expect(await bot.player()).toMatchObject({ name: "Tonatiuh" });
    expect(browser.takeErrors()).toEqual([]);
  });
});
