/** Games that draw their tables themselves (docs/add-a-game.md, "A table of your own"), on the page: what is theirs, and what becomes of one that fails. */
import { hostGame } from "@flower-war/server/games";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import hostedNim from "./add-a-game/nim/index.ts";
import hostedTricks from "../create/template/index.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { action, createMatch, endOf, seeResult, waitForDecision } from "./support/page-actions.ts";
import { startOwnGamesPage } from "./support/own-games-server.ts";
import { axeFaults } from "./support/page-check.ts";
import { openTable } from "./support/page-table.ts";
import { doNext, firstEnabled, type Step, withControl } from "./support/page-steps.ts";
import { findAll, topWindow, type TreeNode } from "./support/page-tree.ts";
import { lacks } from "./support/programs.ts";

/** Nim with a table that draws every part. */
const hostedWithTable = hostGame({
  ...hostedNim,
  table: new URL("add-a-game/nim/web/table.tsx", import.meta.url),
});

/** ms in which what was there a moment ago can be pressed, unless a window has come to lie over it. */
const SOON = { timeout: 2_000 };

const boardOf = (page: Page) => page.getByRole("region", { name: "The heap" });
const playersOf = (page: Page) => page.getByRole("list", { name: "Players" });

describe.skipIf(lacks("chromium"))("tables of a game's own", { timeout: 300_000 }, () => {
  const tested = startOwnGamesPage({ games: [hostedWithTable, hostedTricks] });

  /** Begins a match of Nim with a bot, whose table is another one than the game's. @param change `null`: it is not sent */
  async function beginNim(
    change?: ((source: string) => string) | null,
    browser = tested.browser,
  ): Promise<Page> {
    const open = async (url: string) => {
      const page = await browser.open("about:blank");
      await page.route("**/own-games/nim/**/table.tsx", async (route) => {
        if (change === null) return route.abort();
        const answer = await route.fetch();
        const source = await answer.text();
        await route.fulfill({ response: answer, body: change?.(source) ?? source });
      });
      await page.goto(url);
      return page;
    };
    const settings = { name: "Izel", game: "nim", seats: 2, bots: 1 };
    const { page } = await openTable({ open }, tested.server.url, settings);
    await waitForDecision(page);
    return page;
  }

  /** Takes sticks until the match is over. @param close closes the window that comes when few are left, over what could be pressed */
  async function playToEnd(page: Page, close: (window: Locator) => Promise<void>): Promise<void> {
    const window = page.getByRole("dialog", { name: "Nearly over" });
    const choose = (tree: TreeNode): Step | undefined => {
      if (topWindow(tree) !== undefined) return withControl(window, close);
      const panel = findAll(tree, "region", /^What you can do$/)[0];
      if (firstEnabled(panel, [/^/]) === undefined) return undefined;
      return withControl(action(page).getByRole("button").last(), (it) => it.click(SOON));
    };
    const come = action(page).getByRole("button").or(window);
    while (!(await endOf(page).isVisible())) {
      await doNext(page, choose, come, endOf(page));
      await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    }
  }

  test("each part is the game's, with React's state, the words of its page and the page's own parts", async () => {
    const page = await beginNim();
    const board = boardOf(page);
    await board.getByRole("button", { name: "Pressed 0" }).click();
    await board.getByRole("button", { name: "Pressed 1" }).waitFor();
    // As `show` gives it, drawn by the page.
    await board.getByRole("list", { name: "The heap" }).getByText("Sticks").waitFor();
    expect(await playersOf(page).innerText()).toMatch(/Here sits Izel[^]*Here sits \w+/);
    expect(await page.getByText("3 ways").count()).toBe(1);
    expect(await page.getByText(/^The heap has \d+$/).count()).toBe(1);
    expect(await action(page).getByRole("radio").count()).toBe(3);
    expect(await axeFaults(page)).toEqual([]);
    await action(page).getByText("2", { exact: true }).click();
    await action(page).getByRole("button", { name: "Take 2 sticks" }).click();
    await page.getByRole("region", { name: "What happened" }).getByText("You take 2 sticks.").waitFor();
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("its keys send commands and stand in the help, its window opens, and results tell its moments", async () => {
    const page = await beginNim();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Take 3 sticks").waitFor();
    await page.keyboard.press("Escape");
    await action(page).getByRole("button").last().waitFor();
    await page.keyboard.press("t");
    await page.getByRole("region", { name: "What happened" }).getByText("You take 3 sticks.").waitFor();
    await playToEnd(page, (window) => window.getByRole("button", { name: "Go on" }).click(SOON));
    const [, ...standings] = await seeResult(page);
    expect(standings.join()).toMatch(/held by (left|right)/);
    await page
      .getByText(/takes three/)
      .first()
      .waitFor();
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("its style sheet holds at its table and nowhere else", async () => {
    const page = await beginNim();
    const colour = () =>
      page.evaluate(() => {
        const probe = document.createElement("i");
        probe.className = "nim-heap";
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      });
    expect(await colour()).toBe("rgb(1, 2, 3)");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: /lobby/i }).first().click();
    await page.getByRole("button", { name: "Create a table" }).waitFor();
    expect(await colour()).not.toBe("rgb(1, 2, 3)");
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test.for<[what: string, change: ((source: string) => string) | null, why: RegExp, logged: RegExp]>([
    [
      "a board that throws",
      (source) => source.replace("const [pressed", 'throw new Error("brittle"); const [pressed'),
      /could not draw this part.*Error: brittle/,
      /brittle/,
    ],
    ["a module that throws", () => 'throw new Error("brittle module");', /Error: brittle module/, /brittle/],
    ["no table", () => "export const table = {};", /the table has no default export/, /no default export/],
    ["a file that does not come", null, /TypeError: Failed to fetch/, /Failed to (fetch|load)/],
  ])(
    "%s: the page draws that part itself and says so, and the match is played",
    async ([, change, why, logged]) => {
      const page = await beginNim(change);
      await page.getByRole("status").filter({ hasText: why }).waitFor();
      await boardOf(page).getByText("Sticks").waitFor();
      await action(page).getByRole("button").last().click();
      await page
        .getByRole("region", { name: "What happened" })
        .getByText(/^You take/)
        .waitFor();
      expect(tested.browser.takeErrors().join()).toMatch(logged);
    },
  );

  test("motions, moments and keys that throw are as if they were not there", async () => {
    const page = await beginNim((source) =>
      source
        .replace("motionsOf: () =>", 'motionsOf: () => { throw new Error("brittle motion"); }, other: () =>')
        .replace(
          "momentOf: (event, words) =>",
          'momentOf: () => { throw new Error("brittle"); }, other: (event, words) =>',
        )
        .replace("holdingsOf:", 'holdingsOf: () => { throw new Error("brittle"); }, other2:'),
    );
    await playToEnd(page, () => page.keyboard.press("Escape"));
    await endOf(page).getByRole("button", { name: "See the result" }).click();
    await page.getByRole("region", { name: /^(Standings|Where everyone stood)$/ }).waitFor();
    const told = new Set<string>();
    const collect = () => {
      for (const error of tested.browser.takeErrors()) told.add(error);
      return told;
    };
    await expect.poll(collect).toEqual(new Set(["Error: brittle motion", "Error: brittle"]));
    await page.close();
    tested.browser.takeErrors();
  });

  describe("with motion", () => {
    let moving: Browser;
    beforeAll(async () => void (moving = await openBrowser()));
    afterEach(async () => {
      await moving.closePages();
      moving.takeErrors();
    });
    afterAll(() => moving?.close());

    test.for([
      [
        "a selector that is none",
        '[{ type: "shake", what: "[[", ms: 100 }]',
        /'\[\[' is not a valid selector/,
      ],
      [
        "a flight between points of a board that is no drawing",
        '[{ type: "fly", drawing: { sheet: "marks", id: "die-1" }, from: [1, 2], to: [3, 4], ms: 100 }]',
        /a point needs a board that is an svg element/,
      ],
      ["no list", "null", /TypeError: Cannot read properties of null/],
    ] as const)("a motion with %s is left out, and the table stays", async ([, motions, logged]) => {
      const page = await beginNim(
        (source) =>
          source
            .replace("motionsOf: () =>", `motionsOf: () => ${motions}, other: () =>`)
            .replace('"p", { children: "I"', '"p", { "data-board": "", children: "I"'),
        moving,
      );
      await action(page).getByRole("button").last().click();
      await page
        .getByRole("region", { name: "What happened" })
        .getByText(/^You take/)
        .waitFor();
      await boardOf(page).getByRole("button", { name: "Pressed 0" }).waitFor();
      expect(await page.getByRole("heading", { name: "This page hit a problem" }).count()).toBe(0);
      expect(moving.takeErrors().join()).toMatch(logged);
    });
  });

  test("the new game's table shows each card before the seat that played it", async () => {
    const page = await tested.browser.open(tested.server.url);
    await createMatch(page, { name: "Citlali", game: "Tricks", seats: 3, bots: 2 });
    await waitForDecision(page);
    const board = page.getByRole("region", { name: "This trick" });
    expect(await board.getByRole("listitem").count()).toBe(3);
    expect(await axeFaults(page)).toEqual([]);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
