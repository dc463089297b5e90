import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlowerWar, memoryStore } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import {
  action,
  choose,
  concede,
  createMatch,
  endOf,
  leaveToLobby,
  openCreate,
  openMenu,
  plaques,
  spaces,
  startMatch,
  waitForDecision,
  waitForPicture,
} from "./support/page-actions.ts";
import { answer, playTurns } from "./support/page-flower-war.ts";
import { playTieqchieqUntil } from "./support/page-other-games.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

const SETTINGS = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };

describe.skipIf(lacks("chromium"))("the page, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(SETTINGS), openBrowser({ still: true })]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(() => browser.forget(server.url));

  /** Starts a server for a test that must know all that is in its lobby. */
  async function startEmpty(): Promise<ServerProcess> {
    const empty = await ServerProcess.start(SETTINGS);
    onTestFinished(async () => void (await empty.stop()));
    return empty;
  }

  test("a player can play several turns of Flower War against bots with the buttons on the page, and without clocks", async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", seats: 4, bots: 3, clock: "none" });

    await waitForDecision(page);
    expect(await plaques(page).getByRole("timer").count()).toBe(0);
    expect(await plaques(page).filter({ hasText: "Citlali" }).textContent()).toContain("East, you");
    expect(await spaces(page)).toHaveLength(20);

    await playTurns(page, 2);
    const lines = await log(page).textContent();
    expect(lines).toMatch(/You roll a [1-6]\./);
    // What each of the bots is like stands before its first turn, in italics.
    const bots = await plaques(page).filter({ hasText: "easy bot" }).count();
    await expect
      .poll(() =>
        log(page)
          .locator("p", { hasText: /^(Ce|Ome|Yei|Nahui|Macuil) / })
          .count(),
      )
      .toBe(bots);
    expect(bots).toBe(3);
    expect(lines).toMatch(/\(bot\) goes \d steps? to \d+ [a-z]+\./);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a player can play Tıeqchıeq against a bot, and conceding ends it at once", async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", game: "Tıeqchıeq", seats: 2, bots: 1 });
    await page.getByRole("heading", { name: "Tıeqchıeq" }).waitFor();
    // 23 squares and X, and where each colour starts.
    expect(
      await page
        .getByRole("grid", { name: /^The board/ })
        .getByRole("gridcell")
        .count(),
    ).toBe(25);
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await page.getByRole("button", { name: "Temple" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    // Red comes in on the first roll that is no 0.
    const introduced = log(page).getByText(/^You introduce a token on [a-d]1\.$/);
    await playTieqchieqUntil(page, introduced);
    await page
      .getByRole("gridcell", { name: /^[a-e]\d.*, your token/ })
      .first()
      .waitFor();
    await playTieqchieqUntil(
      page,
      log(page)
        .getByText(/\(bot\) tosses a [0-4]/)
        .first(),
    );
    await concede(page);
    await endOf(page)
      .getByText(/^You have conceded: .+ \(bot\) wins\.$/)
      .waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a player can play Space Aztecs against a bot, and both choose at the same time", async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", game: "Space Aztecs", seats: 2, bots: 1 });
    await page.getByRole("heading", { name: "Space Aztecs" }).waitFor();
    const places = page.getByRole("list", { name: "Eight places" }).getByRole("listitem");
    expect(await places.count()).toBe(8);
    await page.getByRole("heading", { name: "Take a pile" }).waitFor();
    await places
      .getByRole("button", { name: /7 cards, free, you can take it$/ })
      .first()
      .press("Enter");
    await page.getByRole("button", { name: /^Take / }).click();
    const pile = page.getByRole("region", { name: "The pile you hold" }).getByRole("listitem");
    await expect.poll(() => pile.count()).toBe(7);
    await page.getByRole("heading", { name: "Choose in secret" }).waitFor();
    // By time: the latest card is the last.
    await pile.getByRole("button").last().press("Enter");
    await page.getByRole("button", { name: /^Play / }).click();
    await log(page)
      .getByText(/^You have chosen .+\.$/)
      .waitFor();
    const times = page.getByRole("dialog", { name: "The times are called" });
    await times.waitFor();
    expect(
      await times
        .getByRole("listitem")
        .filter({ hasText: /\d\d:\d\d/ })
        .count(),
    ).toBe(2);
    await page.keyboard.press("Escape");
    await log(page)
      .getByText(/^Your time: \d\d:\d\d\./)
      .waitFor();
    await log(page)
      .getByText(/ has chosen\.$/)
      .waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("keys open the help, go to the log and roll the die, and the focus is not lost", async () => {
    const { page } = await openTable(browser, server.url, { name: "Citlali", seats: 2, bots: 1 });
    await waitForDecision(page);
    // The browser can close a window itself, without asking the page.
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    const closed = await keys.elementHandle();
    await keys.evaluate((dialog: HTMLDialogElement) => dialog.close());
    // It is hidden at once, and the page knows it a moment later.
    await page.waitForFunction((dialog) => !dialog?.isConnected, closed);
    await page.keyboard.press("?");
    await keys.waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    // Before the die is rolled: where the pawn lands, a window may open, and the keys of the table rest.
    await page.keyboard.press("l");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Log");
    await action(page).getByRole("button", { name: "Roll the die" }).focus();
    await page.keyboard.press("Enter");
    await log(page)
      .getByText(/^You roll/)
      .waitFor();
    await waitForDecision(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  });

  test("a spectator sees the same table and neither hand nor commands, and a seat that is taken in another tab disconnects the first, which says so", async () => {
    const { page: player, code } = await openTable(browser, server.url, {
      name: "Citlali",
      seats: 3,
      bots: 2,
    });
    await waitForDecision(player);

    const spectator = await browser.open(server.url);
    await spectator.getByLabel("Code of a match").fill(code.toLowerCase());
    await spectator.getByRole("button", { name: "Open", exact: true }).click();
    await spectator.getByRole("button", { name: "Watch" }).click();
    await spectator.getByText("Citlali is about to roll.").waitFor();

    expect(await spaces(spectator)).toEqual(await spaces(player));
    expect(await hand(player)).toHaveLength(1);
    expect(await hand(spectator)).toEqual([]);
    // It comes after the table.
    await action(spectator).getByRole("button").waitFor();
    const buttons = await action(spectator).getByRole("button").allInnerTexts();
    expect(buttons).toEqual([expect.stringMatching(/^Ask for a seat/)]);

    const second = await browser.open(`${server.url}/matches/${code}`);
    await second.getByRole("button", { name: "Go on as East" }).click();
    await waitForDecision(second);
    await player.getByText("Your seat was taken again from another tab or device.").waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("the lobby lists public matches as they come, and a match begins when its host starts it", async () => {
    const server = await startEmpty();
    const guest = await browser.open(server.url);
    await guest.getByText("No public table is open").waitFor();

    const owner = await browser.open(server.url);
    const hidden = await browser.open(server.url);
    await createMatch(hidden, { name: "Xoco", seats: 2, bots: 0, private: true });
    const code = await createMatch(owner, { name: "Citlali", seats: 2, bots: 0 });
    await owner.getByText("One seat is free").waitFor();

    const listing = section(guest, "Open tables").getByRole("listitem");
    const table = listing.filter({ hasText: code });
    await table.getByText("Flower War").waitFor();
    await table.getByRole("heading", { name: "Citlali's table" }).waitFor();
    await table.getByText("1 of 2 seated").waitFor();
    expect(await listing.filter({ hasText: "Xoco" }).count()).toBe(0);

    await guest.getByRole("button", { name: `Join Citlali's table, ${code}` }).click();
    await guest.getByLabel("Your name").fill("Tenoch");
    await guest.getByRole("button", { name: "Sit down: West" }).click();
    await startMatch(owner, 2);
    await waitForDecision(owner);
    await guest.getByText("Citlali is about to roll.").waitFor();
    await plaques(owner).filter({ hasText: "Tenoch" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("the lobby shows 20 tables a page with the people there, and only those that were asked for", async () => {
    const server = await startEmpty();
    const host = new FlowerWar(server.url, { name: "Citlali", store: memoryStore() });
    const games = [...Array.from({ length: 20 }, () => "flower-war" as const), "tieqchieq" as const];
    const matches = await Promise.all(games.map((game) => host.create({ game })));
    const guest = await browser.open(server.url);
    const lobby = section(guest, "Open tables");
    const tables = lobby.getByRole("listitem");
    await lobby.getByText("21 tables").waitFor();
    await expect.poll(() => tables.count()).toBe(20);
    await tables.first().getByText("Citlali", { exact: true }).waitFor();

    await lobby.getByRole("button", { name: "Next" }).click();
    await lobby.getByText("Page 2 of 2").waitFor();
    await expect.poll(() => tables.count()).toBe(1);

    await lobby.getByLabel("Game").selectOption("Tıeqchıeq");
    await expect.poll(() => tables.allInnerTexts()).toEqual([expect.stringContaining("Tıeqchıeq")]);
    await expect.poll(() => lobby.getByRole("button", { name: "Next" }).count()).toBe(0);
    await lobby.getByLabel("With a temple").check();
    await lobby.getByText("No open table is like this.").waitFor();
    await lobby.getByRole("button", { name: "Show all tables" }).click();
    await expect.poll(() => tables.count()).toBe(20);
    await Promise.all(matches.map((match) => match.leave()));
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a refusal is shown in words and with its code", async () => {
    const page = await browser.open(server.url);
    await page.getByLabel("Code of a match").fill("ZZZZ");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("heading", { name: "No match has the code ZZZZ" }).waitFor();
    await page.getByRole("alert").getByText("unknown-match").waitFor();
    await page.getByRole("button", { name: "To the lobby" }).click();

    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await openMenu(page, "Temple");
    await page.getByLabel("Code that the temple shows").fill("QQQQ");
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    await page.getByRole("alert").getByText("bad-code").waitFor();

    expect(browser.takeErrors()).toEqual([expect.stringMatching(/status of 404/)]);
  });

  test("a host chooses the game's options, and each says what it takes", async () => {
    const page = await browser.open(server.url);
    await openCreate(page);
    const summary = page.getByRole("group").getByText("Skulls on a full rack", { exact: true }).first();
    const rack = page.getByLabel("Skulls on a full rack");
    await summary.click();
    await rack.fill("14");
    await summary.click();
    await page.getByLabel("Your name").fill("Citlali");
    await page.getByRole("button", { name: "Create the table" }).click();
    await page.getByText("4 to 13", { exact: true }).waitFor();
    expect(await rack.evaluate((input: HTMLInputElement) => input.validity.rangeOverflow)).toBe(true);

    await rack.evaluate((input: HTMLInputElement) => input.form?.setAttribute("novalidate", ""));
    await page.getByRole("button", { name: "Create the table" }).click();
    await page.getByRole("alert").getByText("bad-option").waitFor();
    expect(await rack.getAttribute("aria-invalid")).toBe("true");
    await section(page, "The rules in words").getByText("rackSize takes an integer from 4 to 13").waitFor();

    await rack.fill("6");
    await page.getByText("How the end begins", { exact: true }).click();
    await choose(page, "How the end begins", "with 2 discs off the board");
    await choose(page, "Seats", "2");
    await page.getByRole("button", { name: "Create the table" }).click();
    await page.getByText("With 2 discs off the board the 13 days begin.").waitFor();
    expect((await spaces(page))[0]).toContain("crocodile. Rack 6, day count 0.");
    expect(browser.takeErrors()).toEqual([expect.stringMatching(/status of 400/)]);
  });

  test("the address of a match lets a visitor take a seat or watch", async () => {
    const { page: owner, code } = await openTable(browser, server.url, {
      name: "Citlali",
      seats: 2,
      bots: 0,
    });
    // Links of an earlier version still lead there.
    const guest = await browser.open(`${server.url}/#/match/${code}`);
    await guest.getByRole("button", { name: "Sit down: West" }).waitFor();
    expect(guest.url()).toBe(`${server.url}/matches/${code}`);
    expect(await guest.getByRole("radio", { name: /West.*free/ }).isChecked()).toBe(true);
    await guest.getByLabel("Your name").fill("Tenoch");
    await guest.getByLabel("Your name").press("Enter");
    await startMatch(owner, 2);
    await guest.getByText("Citlali is about to roll.").waitFor();

    await leaveToLobby(guest);
    await guest.getByRole("button", { name: `Go on in ${code} as West` }).click();
    await plaques(guest).filter({ hasText: "Tenoch" }).filter({ hasText: "West, you" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("conceding needs a confirmation and ends a match of two, whose dice can then be checked", async () => {
    const { page } = await openTable(browser, server.url, { name: "Citlali", seats: 2, bots: 1 });
    await concede(page);
    const end = page.getByRole("dialog", { name: "The match is over" });
    await end.getByText(/\(bot\) is the last tribe, and wins\.$/).waitFor();
    await expect.poll(() => action(page).getByRole("button").count()).toBe(0);
    await page.getByRole("button", { name: "See the result" }).click();
    await page.getByRole("heading", { name: /\(bot\) won$/ }).waitFor();
    const standings = section(page, "Standings").getByRole("listitem");
    expect(await standings.allInnerTexts()).toEqual([
      expect.stringMatching(/^1\s+\S+ \S+\s+West, easy bot/),
      expect.stringMatching(/^2\s+Citlali/),
    ]);
    expect(browser.takeErrors()).toEqual([]);

    const dice = section(page, "Fair dice");
    await dice.getByRole("button", { name: "Check the match" }).click();
    const verdict = dice.getByRole("status");
    await verdict.getByText("Proven: nobody could have chosen what chance brought.").waitFor();
    await verdict
      .getByText(
        /^What chance brought follows .* (?:the one entry follows|all \d+ entries follow) from the rules\.$/,
      )
      .waitFor();

    const record = await (await fetch(String(await dice.getByRole("link").getAttribute("href")))).text();
    const tampered = record.replace('"type":"conceded"', '"type":"passed"');
    await page.route("**/record", (route) => route.fulfill({ body: tampered }));
    await dice.getByRole("button", { name: "Check the match" }).click();
    await dice
      .getByRole("status")
      .getByText(/^Not correct\. Entry \d+ of the record fails, other-events: /)
      .waitFor();
  });

  test("who concedes in Space Aztecs watches the others play on", async () => {
    const { page, code } = await openTable(browser, server.url, {
      name: "Citlali",
      game: "space-aztecs",
      seats: 3,
      bots: 1,
    });
    const friend = await new FlowerWar(server.url, { name: "Xochitl", resume: false }).join(code);
    await startMatch(page, 3);
    await concede(page);
    await action(page).getByText("You conceded. You can watch until the end.").waitFor();
    await friend.send({ type: "concede" });
    await page.getByRole("dialog", { name: "The match is over" }).waitFor();
    await page.getByRole("button", { name: "See the result" }).click();
    const last = section(page, "Standings").getByRole("listitem").last();
    expect(await last.innerText()).toMatch(/^3\s+Citlali/);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a player can lock out a thief who took their seat with a stolen token", async () => {
    const { page, code } = await openTable(browser, server.url, { name: "Citlali", seats: 2, bots: 1 });
    await waitForDecision(page);
    const { match: id, token } = await storedSeat(page);
    const thief = new FlowerWar(server.url);
    const taken = await thief.join(id, { token });

    await page.getByRole("button", { name: "It was not me: lock others out" }).click();
    await waitForDecision(page);
    await expect.poll(() => taken.connection, { timeout: 30_000 }).toBe("gone");
    await expect(thief.join(id, { token })).rejects.toMatchObject({ code: "bad-token" });

    await leaveToLobby(page);
    await page.getByText("Is another person in your seat?").click();
    await page.getByRole("button", { name: `Lock others out of East in ${code}` }).click();
    await playTurns(page, 1);
    const { token: newest } = await storedSeat(page);
    expect(newest).not.toBe(token);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a new tab's lobby lists the player's private match until it is over", async () => {
    const server = await startEmpty();
    const { page: first } = await openTable(browser, server.url, {
      name: "Citlali",
      seats: 2,
      bots: 1,
      private: true,
    });
    await waitForDecision(first);
    const { match: id } = await storedSeat(first);
    const { code } = await new FlowerWar(server.url).findMatch(id);
    await first.close();

    const page = await browser.open(server.url);
    await page.getByRole("button", { name: `Go on in ${code} as East` }).click();
    await concede(page);
    await page.getByRole("dialog", { name: "The match is over" }).waitFor();
    await page.getByRole("button", { name: "See the result" }).click();
    await page.getByRole("button", { name: "Lobby" }).click();
    await page.getByText("No public table is open").waitFor();
    expect(await page.getByRole("heading", { name: "Your matches" }).count()).toBe(0);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a match shows its players' clocks", async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1, clock: "30 s" });
    await plaques(page)
      .filter({ hasText: "Citlali" })
      .getByRole("timer")
      .getByText(/1:[0-3]\d$/)
      .waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("the page says when the connection is lost, and when it is back", async () => {
    const page = await browser.open(server.url);
    onTestFinished(() => page.context().setOffline(false));
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await waitForDecision(page);

    await page.context().setOffline(true);
    await action(page).getByText("You are reconnecting").waitFor();
    const back = page.getByText("Connected again.").waitFor();
    await page.context().setOffline(false);
    await back;
    await playTurns(page, 1);
    expect(browser.takeErrors().filter((complaint) => !complaint.includes("net::ERR"))).toEqual([]);
  });

  test("a reload in mid-match takes the same seat again and shows the whole log, and so does spectating", async () => {
    const { page, code } = await openTable(browser, server.url, { name: "Citlali", seats: 4, bots: 3 });
    await playTurns(page, 2);
    await waitForPicture(page);
    const seen = async () => [await spaces(page), await tribes(page), await hand(page)];
    const turns = log(page).getByRole("heading", { level: 3 });
    const [before, turnsBefore] = [await seen(), await turns.allTextContents()];
    expect(turnsBefore[0]).toBe("Turn 1, yours");

    await page.reload();
    await waitForPicture(page);
    expect(page.url()).toBe(`${server.url}/matches/${code}`);
    expect(await seen()).toEqual(before);
    await expect.poll(() => turns.allTextContents()).toEqual(turnsBefore);
    // What was over before is not announced again.
    expect(await page.getByRole("log", { name: "Turns" }).textContent()).toBe("");
    await answer(page);

    const spectator = await browser.open(`${server.url}/healthz`);
    await spectator.evaluate(() => localStorage.clear());
    await spectator.goto(`${server.url}/matches/${code}`);
    await spectator.getByRole("button", { name: "Watch" }).click();
    await log(spectator).getByRole("heading", { name: "Turn 1, Citlali" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a finished match opens by its address after a restart, and its replay ends as it ended and has a review", async () => {
    const folder = await mkdtemp(join(tmpdir(), "flower-war-finished-"));
    const settings = { LOG_LEVEL: "error", DATA_DIR: folder };
    let own = await ServerProcess.start(settings);
    onTestFinished(async () => {
      await own.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const { page } = await openTable(browser, own.url, { name: "Citlali", seats: 2, bots: 1 });
    await playTurns(page, 1);
    await waitForDecision(page);
    const { match: id } = await storedSeat(page);
    await concede(page);
    await page.getByRole("button", { name: "See the result" }).click();
    await page.getByRole("heading", { name: /\(bot\) won$/ }).waitFor();
    await page.close();

    await own.stop();
    own = await ServerProcess.start(settings);
    const later = await browser.open(`${own.url}/matches/${id}`);
    await later.getByRole("heading", { name: /\(bot\) won$/ }).waitFor();
    await later
      .getByRole("status")
      .getByText(/\(bot\) is the last tribe, and wins\.$/)
      .waitFor();
    const moments = later.getByRole("region", { name: /^The story in moments/ }).getByRole("link");
    await moments.filter({ hasText: "The end" }).waitFor();
    expect(await moments.first().getAttribute("href")).toMatch(new RegExp(`^/replay/${id}\\?at=\\d+$`));
    await later.getByRole("figure", { name: "Final position" }).getByRole("list").waitFor();
    const ending = await spaces(later);
    expect(ending).toHaveLength(20);

    await later.getByRole("button", { name: "Replay" }).click();
    const slider = later.getByRole("slider", { name: "Position in the match" });
    await slider.waitFor();
    expect(await slider.getAttribute("aria-valuetext")).toContain("The beginning");
    const beginning = await spaces(later);
    expect(beginning).not.toEqual(ending);
    await later.keyboard.press("ArrowRight");
    await later.getByRole("status").filter({ hasText: "Citlali rolls" }).waitFor();
    await later.keyboard.press("End");
    await expect.poll(() => spaces(later)).toEqual(ending);
    await expect
      .poll(() => slider.getAttribute("aria-valuetext"))
      .toContain("(bot) is the last tribe, and wins.");
    await later.keyboard.press("Home");
    await expect.poll(() => spaces(later)).toEqual(beginning);

    await later.getByRole("button", { name: "Review" }).click();
    const review = later.getByRole("dialog", { name: "Who could have won?" });
    await review.getByText("As a table").click();
    await review.getByRole("row", { name: /^0 \d+% ± \d+ \d+% ± \d+$/ }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a phone shows lobby and match without scrolling sideways, and what happened last, and opens the log there", async () => {
    const page = await browser.open(server.url, { width: 390, height: 844 });
    expect(await overhang(page)).toBe(0);
    await createMatch(page, { name: "Citlalicue the Milky Way", seats: 6, bots: 5 });
    await playTurns(page, 2);
    await waitForDecision(page);
    expect(await overhang(page)).toBe(0);
    // What is under the mouse shows a tip, which may cover the button; a phone has no mouse.
    await page.mouse.move(0, 0);
    const open = page.getByRole("button", { name: /Log$/ });
    await open.click();
    const newest = log(page).getByRole("listitem").last();
    // How many px of it lie below the log.
    const below = () =>
      newest.evaluate((line) => {
        const end = line.closest("[role=group]")?.getBoundingClientRect().bottom ?? 0;
        return line.getBoundingClientRect().bottom - end;
      });
    await expect.poll(below).toBeLessThanOrEqual(1);
    // While a decision is awaited, the button sums up what came since one's last turn; its sentences are lines of the log.
    const said = async () => {
      const words = await open.innerText();
      const lines = await log(page).getByRole("listitem").allInnerTexts();
      return lines.some((line) => words.includes(line));
    };
    await expect.poll(said).toBe(true);
    expect(browser.takeErrors()).toEqual([]);
  });
});

/** The seat that the browser has stored, as the SDK stores it. */
const storedSeat = (page: Page): Promise<{ readonly match: string; readonly token: string }> =>
  page.evaluate(() => {
    const [key] = Object.keys(localStorage).filter((each) => each.startsWith("flower-war/seat/"));
    return JSON.parse(localStorage.getItem(key ?? "") ?? "{}");
  });

/** The log as it is seen. */
const log = (page: Page) => page.getByRole("group", { name: "Log" });

const section = (page: Page, name: string) => page.getByRole("region", { name });

/** The text of the hand's section; empty when there is none. */
const hand = (page: Page): Promise<string[]> => section(page, "Your hand").allInnerTexts();

/** What the plaques of the players show, without their clocks. */
const tribes = (page: Page): Promise<string[]> =>
  plaques(page).evaluateAll((items) =>
    items.map((item) =>
      (item.textContent ?? "").replace(item.querySelector("[role=timer]")?.textContent ?? "", ""),
    ),
  );

/** How many px of the page lie to the right of the window. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
