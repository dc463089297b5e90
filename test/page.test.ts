import { FlowerWar } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, CHROMIUM, hasChromium, openBrowser } from "./support/browser.ts";
import { type PageHost, startPageHost } from "./support/page-host.ts";
import { commands, createMatch, ownDecision, playTurns, press } from "./support/page-player.ts";

const skipped = !hasChromium && process.env["CI"] === undefined;
if (skipped) console.warn(`The page is not tested: there is no Chromium at ${CHROMIUM}.`);

describe.skipIf(skipped)("the page, in Chromium", () => {
  let browser: Browser;
  let host: PageHost;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    host = await startPageHost();
  });
  afterEach(async () => {
    await browser.closePages();
    await host?.stop();
  });

  test("a person plays several turns against bots with the buttons that are offered", async () => {
    const page = await browser.open(host.url);
    await createMatch(page, { name: "Citlali", seats: 4, bots: 3 });

    await ownDecision(page);
    expect(await page.getByRole("row", { name: /Citlali/ }).textContent()).toContain("(you)");
    expect(await rows(page, "Board")).toHaveLength(20);

    await playTurns(page, "East", 4);
    const log = await page.getByRole("log").textContent();
    expect(log).toMatch(/East rolls [1-6]\./);
    expect(log).toMatch(/West goes \d steps? and lands on \d+ [a-z]+\./);
    expect(browser.complaints()).toEqual([]);
  });

  test("a person plays Tıeqchıeq against a bot", async () => {
    const page = await browser.open(host.url);
    await createMatch(page, { name: "Citlali", game: "Tıeqchıeq", seats: 2, bots: 1 });
    await page.getByRole("heading", { name: "Tıeqchıeq" }).waitFor();
    expect(await rows(page, "Board")).toHaveLength(5);
    expect(await page.getByText("Pair a temple").count()).toBe(0);
    // Red comes in on the first roll that is no 0.
    const introduce = commands(page).getByRole("button", { name: "Introduce a token on" });
    while ((await introduce.count()) === 0) {
      await ownDecision(page);
      if ((await introduce.count()) === 0) await press(page, /./);
    }
    await press(page, /^Introduce a token on/);
    const log = page.getByRole("log");
    await log.getByText(/^Red introduces a token on [a-d]1\.$/).waitFor();
    await expect
      .poll(() => page.getByRole("row", { name: /Citlali \(you\)/ }).textContent())
      .toMatch(/5[a-d]1/);
    const bot = log.getByText(/^Yellow tosses/);
    while ((await bot.count()) === 0) {
      await ownDecision(page);
      await press(page, /./);
    }
    expect(browser.complaints()).toEqual([]);
  });

  test("a person plays Space Aztecs against a bot, and chooses while it does", async () => {
    const page = await browser.open(host.url);
    await createMatch(page, { name: "Citlali", game: "Space Aztecs", seats: 2, bots: 1 });
    await page.getByRole("heading", { name: "Space Aztecs" }).waitFor();
    expect(await rows(page, "Places")).toHaveLength(8);
    await ownDecision(page);
    await press(page, /^the .+, 7 cards$/);
    await page.getByRole("heading", { name: "The pile you hold" }).waitFor();
    const pile = page.getByRole("region", { name: "The pile you hold" }).getByRole("listitem");
    await expect.poll(() => pile.count()).toBe(7);
    // By time: the latest card is the last.
    const [latest = ""] = (await pile.allTextContents()).slice(-1);
    await press(page, new RegExp(`^${latest.slice(0, 5)}`));
    const log = page.getByRole("log");
    await log.getByText(/^Seat 0 has chosen .+\.$/).waitFor();
    await log
      .getByText(/^The times are Seat 0 \d\d:\d\d and Seat 1 \d\d:\d\d: Seat [01] is first\.$/)
      .waitFor();
    await log.getByText(/^Seat 1 has chosen\.$/).waitFor();
    expect(browser.complaints()).toEqual([]);
  }, 180_000);

  test("the keyboard alone plays a turn", async () => {
    const page = await browser.open(host.url);
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await ownDecision(page);
    await commands(page).getByRole("button", { name: "Roll the die" }).focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("log")
      .getByText(/^East rolls/)
      .waitFor();
    await ownDecision(page);
    await expect
      .poll(() => commands(page).evaluate((area) => area.contains(document.activeElement)))
      .toBe(true);
  });

  test("a reload takes the same seat again", async () => {
    const page = await browser.open(host.url);
    const code = await createMatch(page, { name: "Citlali", seats: 4, bots: 3 });
    await playTurns(page, "East", 2);
    await ownDecision(page);
    const before = [await rows(page, "Board"), await rows(page, "Tribes"), await hand(page)];

    await page.reload();
    await ownDecision(page);
    expect(page.url()).toBe(`${host.url}#/match/${code}`);
    expect([await rows(page, "Board"), await rows(page, "Tribes"), await hand(page)]).toEqual(before);
    await commands(page).getByRole("button").first().click();
    expect(browser.complaints()).toEqual([]);
  });

  test("a spectator sees the same table and neither hand nor commands", async () => {
    const player = await browser.open(host.url);
    const code = await createMatch(player, { name: "Citlali", seats: 3, bots: 2 });
    await ownDecision(player);

    const spectator = await browser.open(host.url);
    await spectator.getByLabel("Code of a match").fill(code.toLowerCase());
    await section(spectator, "By code").getByRole("button", { name: "Watch" }).click();
    await spectator.getByText("Waiting for East to roll the die.").waitFor();

    expect(await rows(spectator, "Board")).toEqual(await rows(player, "Board"));
    expect(await hand(player)).toHaveLength(1);
    expect(await hand(spectator)).toEqual([]);
    expect(await commands(spectator).count()).toBe(0);
    expect(browser.complaints()).toEqual([]);
  });

  test("the lobby lists public matches as they come, and one begins when its last seat is taken", async () => {
    const guest = await browser.open(host.url);
    await guest.getByText("No public match is on.").waitFor();

    const owner = await browser.open(host.url);
    const hidden = await browser.open(host.url);
    const secret = await createMatch(hidden, { name: "Xoco", seats: 2, bots: 0, private: true });
    const code = await createMatch(owner, { name: "Citlali", seats: 2, bots: 0 });
    await owner.getByText("1 of 2 seats open.").waitFor();

    const listing = section(guest, "Matches").getByRole("listitem");
    await listing.filter({ hasText: code }).getByText("Flower War of Citlali: 1 of 2 seats open").waitFor();
    expect(await listing.filter({ hasText: secret }).count()).toBe(0);

    await guest.getByLabel("Your name").fill("Tenoch");
    await guest.getByRole("button", { name: `Join ${code}` }).click();
    await ownDecision(owner);
    await guest.getByText("Waiting for East to roll the die.").waitFor();
    await owner.getByRole("row", { name: /Tenoch/ }).waitFor();
    expect(browser.complaints()).toEqual([]);
  });

  test("a refusal is told in words and by its code", async () => {
    const page = await browser.open(host.url);
    await page.getByLabel("Your name").fill("Citlali");
    await page.getByLabel("Code of a match").fill("ZZZZ");
    await section(page, "By code").getByRole("button", { name: "Take a seat" }).click();
    await page.getByRole("alert").getByText("unknown-match").waitFor();

    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await page.getByText("Pair a temple").click();
    await page.getByLabel("Code that the temple shows").fill("QQQQ");
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    await page.getByRole("alert").getByText("bad-code").waitFor();

    expect(browser.complaints()).toEqual([expect.stringMatching(/status of 404/)]);
  });

  test("a host chooses the game's options, and each says what it takes", async () => {
    const page = await browser.open(host.url);
    await page.getByText("Host options").click();
    const rack = page.getByLabel("Skulls on a full rack");
    await rack.fill("14");
    await page.getByText("Host options").click();
    await page.getByLabel("Your name").fill("Citlali");
    await page.getByRole("button", { name: "Create match" }).click();
    await page.getByText("4 to 13").waitFor();
    expect(await rack.evaluate((input: HTMLInputElement) => input.validity.rangeOverflow)).toBe(true);

    await rack.evaluate((input: HTMLInputElement) => input.form?.setAttribute("novalidate", ""));
    await page.getByRole("button", { name: "Create match" }).click();
    await page.getByRole("alert").getByText("bad-option").waitFor();
    expect(await rack.getAttribute("aria-invalid")).toBe("true");
    await section(page, "New match").getByText("rackSize takes an integer from 4 to 13").waitFor();

    await rack.fill("6");
    await page.getByLabel("The apocalypse begins").selectOption("with two discs off the board");
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await page.getByText("it begins with two discs off the board").waitFor();
    expect((await rows(page, "Board"))[0]).toMatch(/crocodile\s+6\s+0/);
    expect(browser.complaints()).toEqual([expect.stringMatching(/status of 400/)]);
  });

  test("the address of a match is its door, for a seat or a spectator's chair", async () => {
    const owner = await browser.open(host.url);
    const code = await createMatch(owner, { name: "Citlali", seats: 2, bots: 0 });
    const guest = await browser.open(`${host.url}#/match/${code}`);
    await guest.getByLabel("Your name").fill("Tenoch");
    await guest.getByRole("button", { name: "Take a seat" }).click();
    await guest.getByText("Waiting for East to roll the die.").waitFor();

    await guest.getByRole("link", { name: "Leave to the lobby" }).click();
    await guest.getByRole("button", { name: `Back to seat west of ${code}` }).click();
    await guest.getByText(", seat West").waitFor();
    expect(browser.complaints()).toEqual([]);
  });

  test("conceding is asked for twice, and ends the match when one seat is left, whose dice can then be checked", async () => {
    const page = await browser.open(host.url);
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await commands(page).getByText("Concede the match").click();
    await commands(page).getByRole("button", { name: "Yes, for good" }).click();
    await page.getByRole("status").getByText("The match is over: West is the last tribe and wins.").waitFor();
    expect(await page.getByRole("row", { name: /easy bot/ }).textContent()).toContain("place 1");
    expect(await commands(page).getByRole("button").count()).toBe(0);
    expect(browser.complaints()).toEqual([]);

    const dice = section(page, "Fair dice");
    await dice.getByRole("button", { name: "Check the dice" }).click();
    await dice
      .getByRole("status")
      .getByText(/^True: .* all \d+ entries from the rules\.$/)
      .waitFor();

    const record = await (await fetch(String(await dice.getByRole("link").getAttribute("href")))).text();
    const tampered = record.replace('"type":"conceded"', '"type":"passed"');
    await page.route("**/record", (route) => route.fulfill({ body: tampered }));
    await dice.getByRole("button", { name: "Check the dice" }).click();
    await dice
      .getByRole("status")
      .getByText(/^Not true\. Entry \d+ of the record .*, other-events: /)
      .waitFor();
  });

  test("a seat that is taken again in another tab is lost in the first, which says so", async () => {
    const first = await browser.open(host.url);
    const code = await createMatch(first, { name: "Citlali", seats: 2, bots: 1 });
    await ownDecision(first);

    const second = await browser.open(`${host.url}#/match/${code}`);
    await second.getByRole("button", { name: "Back to seat east" }).click();
    await ownDecision(second);
    await first.getByText("Your seat was taken again from another tab or device.").waitFor();
    expect(browser.complaints()).toEqual([]);
  });

  test("whoever took a seat with a token that is not his is locked out", async () => {
    const page = await browser.open(host.url);
    const code = await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await ownDecision(page);
    const kept = await page.evaluate(() => Object.values(localStorage).join());
    const { match: id, token } = JSON.parse(kept) as { match: string; token: string };
    const thief = new FlowerWar(host.url);
    const taken = await thief.join(id, { token });

    await page.getByRole("button", { name: "It was not me: lock others out" }).click();
    await ownDecision(page);
    await expect.poll(() => taken.connection, { timeout: 20_000 }).toBe("gone");
    await expect(thief.join(id, { token })).rejects.toMatchObject({ code: "bad-token" });

    await page.getByRole("link", { name: "Leave to the lobby" }).click();
    await page.getByRole("button", { name: `Lock others out of seat east of ${code}` }).click();
    await playTurns(page, "East", 1);
    const { token: newest } = JSON.parse(await page.evaluate(() => Object.values(localStorage).join()));
    expect(newest).not.toBe(token);
    expect(browser.complaints()).toEqual([]);
  });

  test("a private match that was left is among one's own in the lobby of a new tab, until it is over", async () => {
    const first = await browser.open(host.url);
    const code = await createMatch(first, { name: "Citlali", seats: 2, bots: 1, private: true });
    await ownDecision(first);
    await first.close();

    const page = await browser.open(host.url);
    await page.getByRole("button", { name: `Back to seat east of ${code}` }).click();
    await commands(page).getByText("Concede the match").click();
    await commands(page).getByRole("button", { name: "Yes, for good" }).click();
    await page.getByRole("status").getByText("The match is over").waitFor();
    await page.getByRole("link", { name: "Leave to the lobby" }).click();
    await page.getByText("No public match is on. Create one!").waitFor();
    expect(await page.getByRole("heading", { name: "Your matches" }).count()).toBe(0);
    expect(browser.complaints()).toEqual([]);
  });

  test("a match shows its players' clocks, and none where the host wanted none", async () => {
    const page = await browser.open(host.url);
    await page.getByLabel("Clocks").selectOption("quick");
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await section(page, "Clocks")
      .getByText(/^East: \d+ s, then 1:00 min in reserve$/)
      .waitFor();

    const other = await browser.open(host.url);
    await other.getByLabel("Clocks").selectOption("none");
    await createMatch(other, { name: "Tenoch", seats: 2, bots: 1 });
    await ownDecision(other);
    expect(await section(other, "Clocks").count()).toBe(0);
    expect(browser.complaints()).toEqual([]);
  });

  test("a lost connection is told, and its return", async ({ onTestFinished }) => {
    const page = await browser.open(host.url);
    onTestFinished(() => page.context().setOffline(false));
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await ownDecision(page);

    await page.context().setOffline(true);
    await page.getByText("The connection was lost. Trying to come back…").waitFor();
    const back = page.getByText("Connected again.").waitFor();
    await page.context().setOffline(false);
    await back;
    await playTurns(page, "East", 1);
    expect(browser.complaints().filter((complaint) => !complaint.includes("net::ERR"))).toEqual([]);
  });

  test("a phone shows lobby and match without scrolling sideways", async () => {
    const page = await browser.open(host.url, { width: 390, height: 844 });
    expect(await overhang(page)).toBe(0);
    await createMatch(page, { name: "Citlalicue of the Milky Way", seats: 6, bots: 5 });
    await playTurns(page, "East", 5);
    await ownDecision(page);
    expect(await overhang(page)).toBe(0);
  });
});

const section = (page: Page, name: string) => page.getByRole("region", { name });

/** The texts of a table's rows, the heading left out. */
const rows = (page: Page, name: string): Promise<string[]> =>
  section(page, name).locator("tbody tr").allInnerTexts();

/** The text of the hand's section; empty when there is none. */
const hand = (page: Page): Promise<string[]> => section(page, "Your hand").allInnerTexts();

/** How many px of the page lie to the right of the window. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
