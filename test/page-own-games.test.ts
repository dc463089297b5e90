/** The games of docs/add-a-game.md on the page, which knows nothing of them but what they say: their tables, results, replays and rules. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import hostedNim from "./add-a-game/nim/index.ts";
import hostedTricks from "../create/template/index.ts";
import { CARDS, valueOf } from "../create/template/rules.ts";
import { action, createMatch, endOf, seeResult, waitForDecision } from "./support/page-actions.ts";
import { startOwnGamesPage } from "./support/own-games-server.ts";
import { axeFaults } from "./support/page-check.ts";
import { hear, heardOn } from "./support/page-heard.ts";
import { KEYS } from "./support/page-input-methods.ts";
import { lacks } from "./support/programs.ts";

const { page: _page, ...withoutPage } = hostedNim;
/** Nim again, by a host who brings no page of it. */
const hostedSticks = { ...withoutPage, game: { ...hostedNim.game, name: "sticks" } };

describe.skipIf(lacks("chromium"))("games that the page does not know", { timeout: 300_000 }, () => {
  const tested = startOwnGamesPage({ games: [hostedNim, hostedTricks, hostedSticks] });

  test("Tricks is chosen in the lobby, played by pressing cards, told in words, and proved at its end", async () => {
    const page = await tested.browser.open(tested.server.url);
    await page.locator("label", { hasText: "Tricks" }).click();
    await page.getByRole("heading", { name: "Tricks" }).waitFor();
    await createMatch(page, { name: "Citlali", game: "Tricks", seats: 3, bots: 2 });
    await waitForDecision(page);
    expect(await action(page).innerText()).toContain("Play a card of your hand.");
    const hand = page.getByRole("region", { name: "Hand" }).getByRole("button");
    expect(await hand.count()).toBe(3);
    expect(await axeFaults(page)).toEqual([]);
    await playUntilEnd(page, hand, () => hand.first().click());
    expect(await page.getByRole("region", { name: "What happened" }).innerText()).toMatch(
      /You play the \d+\.\s[^]*(draws a card|takes the trick)/,
    );
    const [heading, ...standings] = await seeResult(page);
    expect(heading).toMatch(/Citlali|won|share|place/);
    expect(standings).toHaveLength(3);
    expect(standings.join()).toMatch(/Tricks: \d/);
    await page
      .getByRole("button", { name: /^Check/ })
      .first()
      .click();
    await page
      .getByText(/proven|proved/i)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Replay" }).first().click();
    await page.getByRole("list", { name: "Players" }).waitFor();
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("what others hold reaches no page: every card that is seen is the viewer's or was played", async () => {
    const page = await tested.browser.open("about:blank");
    const frames: string[] = [];
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => frames.push(payload.toString("latin1")));
    });
    await page.goto(tested.server.url);
    await createMatch(page, { name: "Citlali", game: "Tricks", seats: 3, bots: 2 });
    await waitForDecision(page);
    const shown = (await page.getByRole("region", { name: "Hand" }).getByRole("button").allInnerTexts()).map(
      (text) => Number.parseInt(text, 10),
    );
    const told = new Set(frames.join("").match(/"c\d+"/g));
    const played = (
      await page.getByRole("region", { name: "This trick" }).getByRole("listitem").allInnerTexts()
    ).map((text) => Number.parseInt(text, 10));
    const known = new Set([...shown, ...played]);
    const others = CARDS.filter((card) => !known.has(valueOf(card)));
    expect(shown).toHaveLength(3);
    // Else the frames were not read.
    expect([...told]).toEqual(expect.arrayContaining(shown.map((value) => `"c${value}"`)));
    expect(others.filter((card) => told.has(`"${card}"`))).toEqual([]);
  });

  test("Nim is played by its numbers on the keyboard, and its rules are read", async () => {
    const page = await tested.browser.open("about:blank");
    await hear(page);
    await page.goto(tested.server.url);
    await createMatch(page, { name: "Izel", game: "Nim", seats: 2, bots: 1 }, KEYS);
    const heap = page.locator("main");
    await playUntilEnd(page, action(page).getByRole("button"), () => page.keyboard.press("1"), heap);
    // Screen readers say each decision, not the first one alone.
    expect(
      (await heardOn(page)).filter((words) => words.includes("Take 1 to 3 sticks.")).length,
    ).toBeGreaterThan(1);
    await KEYS.press(endOf(page).getByRole("button", { name: "See the result" }));
    await page.getByRole("region", { name: /^(Standings|Where everyone stood)$/ }).waitFor();
    await page.goto(`${tested.server.url}/rules/nim`);
    await page.getByText("A heap of sticks lies between two players.").waitFor();
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("on a phone the table fits, and a page in Spanish has the game's English words where it has no others", async () => {
    const page = await tested.browser.open(`${tested.server.url}/create?game=nim`, {
      width: 360,
      height: 740,
    });
    await createMatch(page, { name: "Izel", game: "Nim", seats: 2, bots: 1 });
    await waitForDecision(page);
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(width);
    await page.evaluate(() => localStorage.setItem("flower-war/language", "es"));
    await page.reload();
    await page.getByRole("heading", { name: "Tu turno" }).waitFor();
    await page.getByRole("button", { name: "Take 2 sticks" }).waitFor();
    await page.evaluate(() => localStorage.removeItem("flower-war/language"));
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("a game without a page is listed, and its tables say that there is no board for them", async () => {
    const created = await fetch(`${tested.server.url}/api/matches`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game: "sticks", name: "Citlali" }),
    });
    const { match, token } = (await created.json()) as { match: string; token: string };
    const stream = await fetch(`${tested.server.url}/api/matches/${match}/stream`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const page = await tested.browser.open(tested.server.url);
    await page.getByRole("button", { name: /^Join Citlali's table/ }).click();
    await page.getByRole("heading", { name: "This page has no board for sticks" }).waitFor();
    await page.getByRole("button", { name: "To the lobby" }).click();
    await page.getByRole("heading", { name: "Citlali's table" }).waitFor();
    expect(tested.browser.takeErrors()).toEqual([]);
    await stream.body?.cancel();
  });

  test("a page of a game that throws says so, and the lobby and other games go on", async () => {
    const page = await tested.browser.open("about:blank");
    await page.route("**/own-games/nim/**/page.ts", async (route) => {
      const answer = await route.fetch();
      const body = `${await answer.text()}
        page.show = () => { throw new Error("brittle"); };`;
      await route.fulfill({ response: answer, body });
    });
    await page.goto(tested.server.url);
    await createMatch(page, { name: "Izel", game: "Nim", seats: 2, bots: 1 });
    await page.getByRole("heading", { name: "This page hit a problem" }).waitFor();
    expect(await page.getByText("Error: brittle").count()).toBe(1);
    await page.getByRole("button", { name: "Lobby" }).click();
    await page.getByRole("heading", { name: "Flower War", level: 1 }).waitFor();
    await createMatch(page, { name: "Izel", game: "Tricks", seats: 3, bots: 2 });
    await waitForDecision(page);
    expect(tested.browser.takeErrors().join()).toContain("brittle");
  });
});

/**
 * Acts at each decision until the match is over.
 * @param ways what can be pressed
 * @param seen what changes with each act
 */
async function playUntilEnd(
  page: Page,
  ways: Locator,
  act: () => Promise<void>,
  seen: Locator = ways,
): Promise<void> {
  const read = async () => (await seen.allInnerTexts()).join("|");
  for (;;) {
    await ways.or(endOf(page)).first().waitFor();
    if (await endOf(page).isVisible()) return;
    const before = await read();
    await act();
    await expect.poll(async () => (await read()) !== before || (await endOf(page).isVisible())).toBe(true);
  }
}
