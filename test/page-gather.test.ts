/** A table before its match begins, seen by its host and by who comes. */
import { FlowerWar, type OpenChallenge } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { leaveToLobby, plaques, startMatch, waitForDecision } from "./support/page-actions.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

describe.skipIf(lacks("chromium"))("a table that gathers, in Chromium", () => {
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

  const seat = (page: Page, name: string) =>
    page.getByRole("list", { name: "Seats" }).getByRole("listitem").filter({ hasText: name });
  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

  async function sitDown(code: string, name: string): Promise<Page> {
    const page = await browser.open(`${server.url}/matches/${code}`);
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Your name").press("Enter");
    await page.getByRole("list", { name: "Seats" }).waitFor();
    return page;
  }

  test("is its host's: bots come and go, a guest moves, is ready, is sent away after a second press", async () => {
    const { page: host, code } = await openTable(browser, server.url, { name: "Citlali", seats: 4, bots: 0 });
    expect(await host.getByRole("button", { name: "Start with 1" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await press(host, "Seat a bot: Skilled, South");
    await seat(host, "skilled bot").waitFor();
    // Chosen when the server says so, which `check` does not wait for.
    await host.getByRole("radio", { name: "Easy" }).click();
    await seat(host, "easy bot").waitFor();

    const guest = await sitDown(code, "Tenoch");
    expect(await guest.getByRole("button", { name: /^(Kick|Remove|Make|Start|Seat a bot)/ }).count()).toBe(0);
    await press(guest, "Sit here, West");
    await seat(guest, "Tenoch").filter({ hasText: "West, you" }).waitFor();
    await press(guest, "Ready");
    await host.getByText("2 of 3 are ready").waitFor();
    await press(host, "Remove the bot, South");
    await host.getByText("1 of 2 are ready").waitFor();

    await press(host, "Kick Tenoch");
    await press(host, "Take the seat from Tenoch");
    await guest.getByText("The host freed your seat. You can take another one, or watch.").waitFor();
    await press(guest, "Come back");
    await guest.getByRole("button", { name: /^Sit down/ }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("is where its host invites a bot account, which declines, then comes", async () => {
    const bot = new FlowerWar(server.url, { name: "Ahuizotl" });
    const heard: OpenChallenge[] = [];
    const online = await (await bot.identity()).onChallenge((challenge) => void heard.push(challenge));
    const { page: host } = await openTable(browser, server.url, { name: "Citlali", seats: 4, bots: 0 });
    const invite = async () => {
      await press(host, "Invite a bot, South");
      await press(host, "Ahuizotl");
    };
    await invite();
    await host.getByText("Ahuizotl is invited and has not answered yet.").waitFor();
    await until(() => heard.length === 1, "the challenge");
    await heard[0]?.decline("clock");
    await host.getByText("Ahuizotl does not come: it does not play with this clock.").waitFor();
    await invite();
    await until(() => heard.length === 2, "the second challenge");
    const match = await heard[1]?.accept();
    await seat(host, "Ahuizotl").filter({ hasText: "South, bot" }).waitFor();
    expect(await host.getByRole("button", { name: "Make Ahuizotl the host" }).count()).toBe(0);
    await host.getByRole("button", { name: "Kick Ahuizotl" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
    await match?.leave();
    await online.leave();
  });

  test("begins with those who sit, also when the host has handed it over", async () => {
    const { page: host, code } = await openTable(browser, server.url, { name: "Citlali", seats: 6, bots: 0 });
    const guest = await sitDown(code, "Tenoch");
    await press(host, "Make Tenoch the host");
    await host.getByText("Tenoch starts.").waitFor();
    await startMatch(guest, 2);
    await waitForDecision(host);
    await plaques(guest).filter({ hasText: "Tenoch" }).filter({ hasText: "West, you" }).waitFor();
    expect(await plaques(host).count()).toBe(2);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("is kept by a reload, and takes its player again who left it", async () => {
    const { page: host, code } = await openTable(browser, server.url, { name: "Citlali", seats: 4, bots: 0 });
    const guest = await sitDown(code, "Tenoch");
    await guest.reload();
    await seat(guest, "Tenoch").filter({ hasText: "you" }).waitFor();
    await press(guest, "Leave to the lobby");
    await seat(host, "North").filter({ hasText: "free" }).waitFor();
    await press(guest, `Join Citlali's table, ${code}`);
    await press(guest, /^Sit down/);
    await seat(host, "Tenoch").waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("of Play now counts down to bots, and its player need not wait for them", async () => {
    const player = await browser.open(server.url);
    await player.getByRole("radio", { name: "Space Aztecs" }).check();
    await player.getByLabel("Your name").fill("Citlali");
    await press(player, /^Play now/);
    await player
      .getByRole("timer")
      .getByText(/^Bots take the free seats in \d+ seconds\.$/)
      .waitFor();

    const second = await browser.open(server.url);
    await second.getByRole("radio", { name: "Space Aztecs" }).check();
    await second.getByLabel("Your name").fill("Tenoch");
    await press(second, /^Play now/);
    await seat(player, "Tenoch").waitFor();
    await press(player, "Start now");
    await Promise.all([player, second].map((page) => page.getByText("easy bot").first().waitFor()));
    await leaveToLobby(second);
    expect(browser.takeErrors()).toEqual([]);
  });
});
