/** The door of a match: what its link tells, and who comes in by it. */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { concede, waitForDecision } from "./support/page-actions.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("the door of a match, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;
  let host: FlowerWar;

  beforeAll(async () => {
    const settings = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };
    [server, browser] = await Promise.all([ServerProcess.start(settings), openBrowser({ still: true })]);
    host = new FlowerWar(server.url, { name: "Xochitl", resume: false });
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
  const openMatch = (name: string) => browser.open(`${server.url}/matches/${name}`);
  const seats = (page: Page) => page.getByRole("list", { name: "Seats" });
  const wrongLink = (page: Page) => page.getByRole("heading", { name: "No table behind this link" });
  const wrongCode = (page: Page, code: string) =>
    page.getByRole("heading", { name: `No match has the code ${code}` });

  test("tells game, own options, clock, start and who sits there; a free seat is chosen and taken by keys", async () => {
    const match = await host.create({
      game: "flower-war",
      options: { rackSize: 5 },
      seats: 4,
      bots: ["skilled"],
      clock: { profile: "quick" },
      start: "host",
    });
    const page = await openMatch(match.code);
    await page.getByRole("heading", { name: "Xochitl's table" }).waitFor();
    const card = page.locator("form").filter({ hasText: "Xochitl's table" });
    for (const told of [
      `Flower War, your way. Code ${match.code}`,
      "Skulls on a full rack: 5",
      "30 s a turn",
      "when Xochitl says",
      "2 of 4 are free",
      "skilled bot",
      "Gathering",
    ]) {
      await card.getByText(told).first().waitFor();
    }
    const chosen = page.getByRole("radio", { checked: true });
    expect(await page.getByRole("radio", { name: /^South free, blue square$/ }).isChecked()).toBe(true);
    await page.getByLabel("Your name").fill("Jun");
    await chosen.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Sit down: West" }).waitFor();
    await page.keyboard.press("Enter");
    await seats(page)
      .getByRole("listitem")
      .filter({ hasText: "Jun" })
      .filter({ hasText: "West, you" })
      .waitFor();
    expect(browser.takeErrors()).toEqual([]);
    await match.leave();
  });

  test("of a table by invitation offers a seat to who came by it, and says so to others", async () => {
    const match = await host.create({ game: "flower-war", seats: 3, start: "host", admission: "invited" });
    const page = await openMatch(match.code);
    await page.getByRole("heading", { name: "By invitation only" }).waitFor();
    await page.getByText("Only guests of the host sit down here. Ask for the link, or watch.").waitFor();
    await page.getByRole("button", { name: "Watch" }).waitFor();
    expect(await page.getByRole("button", { name: /^Sit down/ }).count()).toBe(0);
    expect(await page.getByRole("radio").count()).toBe(0);
    const guest = await openMatch(match.invitation ?? "");
    await guest.getByLabel("Your name").fill("Jun");
    await press(guest, /^Sit down/);
    await seats(guest).getByRole("listitem").filter({ hasText: "Jun" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
    await match.leave();
  });

  test("of a table for finishers says so to a guest before a press, and when they press", async () => {
    const match = await host.create({ game: "flower-war", seats: 3, start: "host", admission: "finishers" });
    const page = await openMatch(match.code);
    await page.getByText("who finish their matches", { exact: true }).waitFor();
    const why = "Only players with an account who finish their matches sit down here.";
    await page.getByText(why).waitFor();
    await page.getByLabel("Your name").fill("Jun");
    await press(page, /^Sit down/);
    await page.getByRole("alert").getByText(why).waitFor();
    expect(match.seats.filter(({ kind }) => kind === "open")).toHaveLength(2);
    expect(browser.takeErrors()).toEqual([expect.stringContaining("403")]);
    await match.leave();
  });

  test("shows who sits down meanwhile, and says so if the chosen seat is gone", async () => {
    const match = await host.create({ game: "flower-war", seats: 3, start: "host" });
    const page = await openMatch(match.id);
    await page.getByRole("button", { name: "Sit down: North" }).waitFor();
    const other = await new FlowerWar(server.url, { name: "Marisol", resume: false }).join(match.id);
    await page.getByText("Marisol").waitFor();
    await page.getByRole("button", { name: "Sit down: West" }).waitFor();
    await other.leave();
    expect(browser.takeErrors()).toEqual([]);
    await match.leave();
  });

  test("of a private match opens by its link alone, until its host shows the code", async () => {
    const { page: owner, code: name } = await openTable(browser, server.url, {
      name: "Citlali",
      seats: 4,
      bots: 0,
      private: true,
    });
    expect(name).toMatch(/^\w{12}-[\w-]{22}$/);
    const link = owner.getByLabel("Link", { exact: true });
    expect(await link.inputValue()).toMatch(new RegExp(`/matches/${name}$`));
    const id = name.slice(0, 12);
    const { code } = await host.findMatch(id);
    expect(await owner.getByText(code).count()).toBe(0);

    // Another person's browser: without the seats of this one.
    const guests = await openBrowser({ still: true });
    onTestFinished(() => guests.close());
    const openAsGuest = (match: string) => guests.open(`${server.url}/matches/${match}`);
    await wrongLink(await openAsGuest(id)).waitFor();
    const byCode = await openAsGuest(code);
    await wrongCode(byCode, code).waitFor();
    await wrongLink(await openAsGuest(`${name.slice(0, -2)}AA`)).waitFor();
    const errors = guests.takeErrors();
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((error) => !error.includes("status of 404"))).toEqual([]);

    const byLink = await openAsGuest(name);
    await byLink.getByText("only with the link").waitFor();
    expect(await byLink.getByText(code).count()).toBe(0);
    await byLink.getByLabel("Your name").fill("Tenoch");
    await press(byLink, /^Sit down/);
    await seats(byLink).getByRole("listitem").filter({ hasText: "Tenoch" }).waitFor();
    expect(await byLink.getByRole("checkbox", { name: /^Also let people in/ }).count()).toBe(0);

    await owner.getByRole("checkbox", { name: /^Also let people in/ }).click();
    await byLink.getByText(code).first().waitFor();
    await byCode.reload();
    await byCode.getByLabel("Your name").fill("Jun");
    await press(byCode, /^Sit down/);
    const jun = seats(byCode).getByRole("listitem").filter({ hasText: "Jun" });
    await jun.filter({ hasText: "you" }).waitFor();
    await byCode.reload();
    await jun.filter({ hasText: "you" }).waitFor();

    await owner.getByRole("checkbox", { name: /^Also let people in/ }).click();
    await expect.poll(() => byLink.getByText(code).count()).toBe(0);
    await expect(host.findMatch(code)).rejects.toMatchObject({ code: "unknown-match" });
    expect([...browser.takeErrors(), ...guests.takeErrors()]).toEqual([]);
  });

  test("leads to watching when all seats are taken, and to the result when the match is over", async () => {
    const { page: owner, code: name } = await openTable(browser, server.url, {
      name: "Citlali",
      seats: 2,
      bots: 1,
      private: true,
    });
    await waitForDecision(owner);
    // Another person's browser: without a seat of their own there.
    const guests = await openBrowser({ still: true });
    onTestFinished(() => guests.close());
    const guest = await guests.open(`${server.url}/matches/${name}`);
    await guest.getByRole("heading", { name: "The match has begun" }).waitFor();
    expect(await guest.getByRole("radio").count()).toBe(0);
    expect(await guest.getByLabel("Your name").count()).toBe(0);
    await concede(owner);
    await guest.getByRole("heading", { name: /\(bot\) won$/ }).waitFor();
    // What each seat had at the end is read from the match's record, and drawn anew.
    const standings = guest.getByRole("region", { name: /^(Standings|Where everyone stood)$/ });
    await standings.waitFor();
    await standings.locator("small:empty").first().waitFor({ state: "detached" });
    // As on plain HTTP: neither is there.
    await guest.evaluate(() =>
      Object.defineProperties(navigator, { clipboard: { value: undefined }, share: { value: undefined } }),
    );
    await press(guest, "Share");
    const byHand = guest.getByRole("dialog", { name: "Share" });
    expect(await byHand.getByLabel("Link").inputValue()).toBe(`${server.url}/matches/${name}`);
    await byHand.getByRole("button", { name: "Close" }).click();
    await press(guest, "Replay");
    await guest.getByRole("heading", { name: "Replay" }).waitFor();
    expect(new URL(guest.url()).pathname).toBe(`/replay/${name}`);
    await press(guest, "Close");
    await guest.getByRole("heading", { name: /\(bot\) won$/ }).waitFor();
    expect([...browser.takeErrors(), ...guests.takeErrors()]).toEqual([]);
  });

  test("shows who sits there now, however long a look at it takes", async () => {
    const match = await host.create({ game: "space-aztecs", seats: 3 });
    const page = await browser.open("about:blank");
    await page.clock.install();
    await page.goto(`${server.url}/matches/${match.code}`);
    const card = page.locator("form").filter({ hasText: "Xochitl's table" });
    await card.waitFor();
    const guest = await new FlowerWar(server.url, { name: "Ana", resume: false }).join(match.code);
    const held: Route[] = [];
    await page.route(`**/api/matches/${match.code}*`, (route) => void held.push(route));
    await page.clock.runFor(9000);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await held[0]?.continue();
    await card.getByText("Ana").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(browser.takeErrors()).toEqual([]);
    await guest.leave();
    await match.leave();
  });

  test("on a phone, looks the same after another page has come and gone", async () => {
    const match = await host.create({ game: "space-aztecs", seats: 3 });
    const page = await browser.open(`${server.url}/matches/${match.code}`, { width: 390, height: 844 });
    const card = page.locator("form").filter({ hasText: "Xochitl's table" });
    const edge = () =>
      card.evaluate((form) => {
        const { borderWidth, borderRadius } = getComputedStyle(form);
        return { borderWidth, borderRadius };
      });
    const first = await edge();
    await page.evaluate(() => history.pushState(null, "", "/create"));
    await page.getByRole("button", { name: "Create the table" }).waitFor();
    await page.goBack();
    expect(await edge()).toEqual(first);
    expect(browser.takeErrors()).toEqual([]);
    await match.leave();
  });

  test("copies its link, and shares it where the browser can", async () => {
    const match = await host.create({ game: "space-aztecs", seats: 3 });
    const page = await openMatch(match.code);
    await page.evaluate(() => {
      Object.assign(window, { passed: [] });
      const passed = (window as unknown as { passed: string[] }).passed;
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text: string) => void passed.push(text) },
      });
      Object.defineProperty(navigator, "share", {
        value: async ({ url }: { url: string }) => void passed.push(url),
      });
    });
    await press(page, "Copy the link");
    await page.getByRole("status").getByText("Link copied").waitFor();
    await press(page, "Share");
    const passed = () => page.evaluate(() => (window as unknown as { passed: string[] }).passed);
    await expect
      .poll(passed)
      .toEqual([1, 2].map(() => expect.stringMatching(new RegExp(`/matches/${match.code}$`))));
    expect(browser.takeErrors()).toEqual([]);
    await match.leave();
  });
});
