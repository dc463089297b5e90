/** What people say to each other at a table, on the page. */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { choose, createMatch, openCreate, startMatch, waitForDecision } from "./support/page-actions.ts";
import { openTable } from "./support/page-table.ts";
import { faultsOf, watchPage } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";

const PHONE = { width: 390, height: 844 };

describe.skipIf(lacks("chromium"))("the chat of a table, in Chromium", () => {
  /** One for each person: tabs of one browser are one player. */
  let browsers: readonly [Browser, Browser, Browser];
  let server: ServerProcess;

  beforeAll(async () => {
    const settings = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };
    server = await ServerProcess.start(settings);
    browsers = [
      await openBrowser({ still: true }),
      await openBrowser({ still: true }),
      await openBrowser({ still: true }),
    ];
  });
  afterEach(() => Promise.all(browsers.map((browser) => browser.closePages())));
  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    await server?.stop();
  });

  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
  const chat = (page: Page) => page.getByRole("region", { name: "Chat", exact: true });
  const line = (page: Page, text: string) => chat(page).getByRole("listitem").filter({ hasText: text });
  const errors = () => browsers.flatMap((browser) => browser.takeErrors());

  async function say(page: Page, text: string): Promise<void> {
    const field = chat(page).getByLabel("Say something");
    await field.fill(text);
    await field.press("Enter");
    await line(page, text).waitFor();
    // The line can be here before the answer to who said it.
    await expect.poll(() => field.inputValue()).toBe("");
  }

  async function sitDown(browser: Browser, code: string, name: string): Promise<Page> {
    const page = await browser.open(`${server.url}/matches/${code}`);
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Your name").press("Enter");
    await chat(page).waitFor();
    return page;
  }

  async function watch(browser: Browser, code: string, size?: typeof PHONE): Promise<Page> {
    const page = await browser.open(`${server.url}/matches/${code}`, size);
    await press(page, "Watch");
    // A phone has a button for it.
    await chat(page)
      .or(page.getByRole("button", { name: /^Chat/ }))
      .first()
      .waitFor();
    return page;
  }

  test("two players and a spectator talk, before the match and in it, and a reload keeps it", async () => {
    const { page: host, code } = await openTable(browsers[0], server.url, {
      name: "Citlali",
      seats: 4,
      bots: 0,
    });
    const guest = await sitDown(browsers[1], code, "Marisol");
    const watcher = await watch(browsers[2], code);
    await say(host, "¿quién trae el templo?");
    await line(guest, "¿quién trae el templo?").filter({ hasText: "Citlali" }).waitFor();
    await say(watcher, "good luck");
    await line(host, "good luck").filter({ hasText: "watches" }).waitFor();
    await chat(guest).getByRole("button", { name: "Thank you!" }).click();
    await chat(host).getByRole("img", { name: "Thank you!" }).waitFor();
    // A screen reader is told what others say.
    await host.getByRole("log", { name: "Chat" }).getByText("Marisol: Thank you!").waitFor();

    await startMatch(host, 2);
    await waitForDecision(host);
    await line(guest, "¿quién trae el templo?").waitFor();
    await say(watcher, "psst, the eagle");
    await say(guest, "the eagle is mine");
    await line(watcher, "the eagle is mine").waitFor();
    await line(host, "the eagle is mine").waitFor();
    expect(await line(host, "psst").count()).toBe(0);
    await host.reload();
    await line(host, "the eagle is mine").waitFor();
    await line(host, "good luck").waitFor();
    expect(await line(host, "psst").count()).toBe(0);
    await watcher.reload();
    await line(watcher, "psst, the eagle").waitFor();
    expect(errors()).toEqual([]);
  });

  test("whom a player muted they do not hear, also after a reload, until they hear them again", async () => {
    const { page: host, code } = await openTable(browsers[0], server.url, {
      name: "Citlali",
      seats: 4,
      bots: 0,
    });
    const guest = await sitDown(browsers[1], code, "Marisol");
    await say(guest, "buy my beads");
    await line(host, "buy my beads").getByRole("button", { name: "Mute Marisol" }).click();
    await line(host, "buy my beads").waitFor({ state: "detached" });
    await say(guest, "really cheap beads");
    await say(host, "peace");
    await line(guest, "peace").waitFor();
    expect(await line(host, "cheap").count()).toBe(0);
    await host.reload();
    await line(host, "peace").waitFor();
    expect(await line(host, "beads").count()).toBe(0);
    const seats = host.getByRole("list", { name: "Seats" });
    await seats.getByRole("button", { name: "Hear Marisol again" }).click();
    await line(host, "really cheap beads").waitFor();
    expect(errors()).toEqual([]);
  });

  test("at the table a player is muted and heard again by the name on their plaque, where the chat shows it", async () => {
    const { page: host, code } = await openTable(browsers[0], server.url, {
      name: "Citlali",
      seats: 4,
      bots: 0,
    });
    const guest = await sitDown(browsers[1], code, "Marisol");
    await startMatch(host, 2);
    await waitForDecision(host);
    await say(guest, "buy my beads");
    await line(host, "buy my beads").waitFor();
    const players = host.getByRole("region", { name: "Players" });
    await players.getByRole("button", { name: "Marisol", exact: true }).click();
    const dialog = host.getByRole("dialog", { name: "Marisol" });
    await dialog.getByRole("button", { name: "Mute Marisol", exact: true }).click();
    await dialog.getByText("You hear Marisol at no table.").waitFor();
    await line(host, "buy my beads").waitFor({ state: "detached" });
    await host.keyboard.press("Escape");
    await chat(host).getByRole("button", { name: "Hear Marisol again" }).waitFor();
    await players.getByRole("button", { name: /^Marisol ?, muted$/ }).click();
    await dialog.getByRole("button", { name: "Hear Marisol again" }).click();
    await line(host, "buy my beads").waitFor();
    expect(await players.getByRole("button", { name: "Citlali" }).count()).toBe(0);
    expect(errors()).toEqual([]);
  });

  test("a player who is blocked is not heard at any later table, whatever their name", async () => {
    const { page: host, code } = await openTable(browsers[0], server.url, {
      name: "Citlali",
      seats: 4,
      bots: 0,
    });
    const seller = new FlowerWar(server.url, { name: "Marisol", player: true });
    const first = await seller.join(code);
    await first.say("buy my beads");
    await line(host, "buy my beads").getByRole("button", { name: "Mute Marisol" }).click();
    await chat(host).getByRole("button", { name: "Block Marisol" }).click();
    await first.leave();

    const second = await seller.create({ game: "flower-war", seats: 4, start: "host", name: "Xochitl" });
    await second.say("even cheaper beads");
    await press(host, "Leave to the lobby");
    const later = await sitDown(browsers[0], second.code, "Citlali");
    await say(later, "what a quiet table");
    expect(await line(later, "beads").count()).toBe(0);
    await chat(later).getByRole("button", { name: "Hear Xochitl again" }).click();
    await line(later, "even cheaper beads").waitFor();
    await second.leave();
    expect(errors()).toEqual([]);
  });

  test("is a sheet on phones, whose button counts what was not read", async () => {
    const { page: host, code } = await openTable(browsers[0], server.url, {
      name: "Citlali",
      seats: 4,
      bots: 0,
    });
    const phone = await watch(browsers[2], code, PHONE);
    await say(host, "can you hear me?");
    await say(host, "hello?");
    await press(phone, /^Chat, 2 unread lines/);
    await line(phone, "can you hear me?").waitFor();
    await say(phone, "loud and clear");
    await line(host, "loud and clear").waitFor();
    await phone.getByRole("complementary", { name: "Chat" }).getByRole("button", { name: "Close" }).click();
    await phone.getByRole("button", { name: /^Chat Guest: loud and clear/ }).waitFor();
    expect(errors()).toEqual([]);
  });

  test("keeps what was typed if it cannot be said, and says why", async () => {
    // In slow mode, so that no machine is too slow to say much at once.
    const host = await new FlowerWar(server.url, { name: "Xoco" }).create({ game: "flower-war", seats: 4 });
    await host.setPolicy({ slow: 600 });
    const page = await sitDown(browsers[0], host.code, "Citlali");
    const field = chat(page).getByLabel("Say something");
    await field.fill("字".repeat(201));
    await press(page, "Send");
    await chat(page).getByText("This is too long for one line.").waitFor();
    expect(await field.inputValue()).toBe("字".repeat(201));
    await say(page, "hello?");
    await field.fill("one more");
    await press(page, "Send");
    await chat(page).getByText("That was a lot at once.").waitFor();
    expect(await field.inputValue()).toBe("one more");
    await host.leave();
    expect(errors()).toEqual([]);
  });

  test("is closed at a silent table, which says so at its door, in the list and at the table", async () => {
    const host = await browsers[0].open(server.url);
    await openCreate(host);
    await choose(host, "Chat", "silent");
    const code = await createMatch(host, { name: "Citlali", seats: 4, bots: 0 });
    await chat(host).getByText("This table is silent: nobody talks here.").waitFor();
    expect(await chat(host).getByLabel("Say something").count()).toBe(0);
    const guest = await browsers[1].open(server.url);
    await guest.getByRole("listitem").filter({ hasText: code }).getByText("silent").waitFor();
    await press(guest, `Join Citlali's table, ${code}`);
    await guest.getByText("Silent: no chat").waitFor();
    expect(errors()).toEqual([]);
  });

  test("is well built in all sizes, light and dark", async () => {
    const page = await browsers[0].open(server.url);
    await watchPage(page);
    await createMatch(page, { name: "Citlali", seats: 4, bots: 0 });
    await say(page, "¿hay alguien?");
    const settle = () => page.getByRole("list", { name: "Seats" }).waitFor();
    expect(await faultsOf(page, settle)).toEqual([]);
    expect(errors()).toEqual([]);
  });
});
