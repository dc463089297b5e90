/** What moves on a table in the browser: by events, at the viewer's speed, and only on top of what is drawn. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { worstWindow } from "../bench/src/page/layout-shift.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import {
  action,
  choose,
  createMatch,
  spaces,
  waitForDecision,
  waitForPicture,
} from "./support/page-actions.ts";
import { DESKTOP, watchPage } from "./support/page-check.ts";
import { playTurns } from "./support/page-flower-war.ts";
import { motionsOf, type WalkSeen, watchMotions } from "./support/page-motions.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";

/** ms at normal speed: a die; a pawn's step, and its whole way at most. */
const DIE = 600;
const STEP = 140;
const WALK = 840;

/** The space on which East starts. */
const EAST = 20;

/** What waits too long goes up to so many times faster. */
const MAX_CATCH_UP_RATE = 3;

/** What layout may shift in a match (Cumulative Layout Shift). */
const MOST_SHIFT = 0.05;

const NOTHING = { walks: [], begun: 0, most: 0, leftovers: [], early: 0 };

/** How many times as fast as normal. */
type Speed = 1 | 2;

/** On which server a match is created, and which browser opens it; default: the tests' own. */
interface Where {
  readonly url?: string | undefined;
  readonly by?: Browser;
  /** Whether the viewer's system wants nothing to move. Default: no. */
  readonly reduced?: boolean;
}

interface Rolled {
  readonly page: Page;
  readonly die: number;
  /** How the viewer's pawn walked. */
  readonly walk: WalkSeen;
}

describe.skipIf(lacks("chromium"))("motion, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      // Bots that answered at once would hurry what moves.
      ServerProcess.start({
        BOT_DELAY: "1000",
        LOG_LEVEL: "error",
        CREATIONS_PER_MINUTE: "1000",
        SEATS_PER_MINUTE: "1000",
      }),
      openBrowser(),
    ]);
  });
  afterEach(async () => {
    expect(browser.takeErrors()).toEqual([]);
    await browser.closePages();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Opens a page that is watched, for a viewer who chose how fast things move. */
  async function open(speed: Speed, path: string, where: Where): Promise<Page> {
    const { url = server.url, by = browser, reduced = false } = where;
    const page = await by.open("about:blank", DESKTOP);
    if (reduced) await page.emulateMedia({ reducedMotion: "reduce" });
    await watchMotions(page);
    await watchPage(page);
    await page.addInitScript(
      (preferences) => {
        if (location.protocol.startsWith("http"))
          localStorage.setItem("flower-war/preferences", JSON.stringify(preferences));
      },
      { speed, acts: false },
    );
    await page.goto(url + path);
    return page;
  }

  /** Opens the table of a new match, of Flower War unless another game is named. */
  async function openMatch(speed: Speed, where: Where = {}, game = "flower-war", seats = 2): Promise<Page> {
    const { url = server.url } = where;
    const opener = { open: (address: string) => open(speed, address.slice(url.length), where) };
    const { page } = await openTable(opener, url, { name: "Citlali", game, seats, bots: seats - 1 });
    if (game === "flower-war") await waitForDecision(page);
    return page;
  }

  describe("a roll", () => {
    // Once its clock is another one, a browser keeps that.
    let own: Browser;
    beforeAll(async () => void (own = await openBrowser()));
    afterEach(async () => {
      expect(own.takeErrors()).toEqual([]);
      await own.closePages();
    });
    afterAll(() => own?.close());

    /**
     * Rolls in a new match while the page's clock waits for the entry: a busy machine leaves out what comes too late. So does a long
     * chain of Day cards; then it rolls in another match.
     */
    async function roll(speed: Speed, url?: string, matches = 5): Promise<Rolled> {
      const page = await openMatch(speed, { url, by: own });
      await page.clock.install();
      // It runs on until it stands still, so the moment is one that cannot have passed.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 600_000));
      await action(page).getByRole("button", { name: "Roll the die" }).click();
      const hasBegun = async () => {
        await page.clock.runFor(1);
        return page.evaluate(() => window.motions.begun > 0);
      };
      await expect.poll(hasBegun, { timeout: 60_000, interval: 100 }).toBe(true);
      await page.clock.runFor(DIE + WALK);
      await page.clock.resume();
      const told = await page
        .getByLabel("Log", { exact: true })
        .getByText(/^You roll a \d\.$/)
        .first()
        .textContent();
      const { walks } = await motionsOf(page);
      const walk = walks.find(({ pawn, spaces: [from] }) => pawn === "east" && from === EAST);
      if (walk !== undefined) return { page, die: Number(/\d/.exec(told ?? "")), walk };
      if (matches === 1) throw new Error("the pawn does not walk");
      return await roll(speed, url, matches - 1);
    }

    test("leads the pawn over every space in between", async () => {
      const { die, walk } = await roll(1);
      const way = Array.from({ length: die + 1 }, (_, step) => ((EAST - 1 + step) % 20) + 1);
      expect(walk.spaces).toEqual(way);
      expect(walk.ms).toBeLessThanOrEqual(Math.min(WALK, STEP * die));
      expect(walk.ms).toBeGreaterThanOrEqual((STEP * die) / MAX_CATCH_UP_RATE);
    });

    test("at 2× makes the pawn twice as fast", async () => {
      const { die, walk } = await roll(2);
      expect(walk.ms).toBeLessThanOrEqual((STEP * die) / 2);
    });

    test("is over after a reload: the latest state is shown, and nothing of what was before moves", async ({
      onTestFinished,
    }) => {
      // Where the roll ends the turn, the bot's next one would move what this test takes for the past.
      const waiting = await ServerProcess.start({ BOT_DELAY: "60000", LOG_LEVEL: "error" });
      onTestFinished(async () => void (await waiting.stop()));
      const { page } = await roll(1, waiting.url);
      await page.reload();
      await page
        .getByLabel("Log", { exact: true })
        .getByText(/^You roll a \d\.$/)
        .waitFor();
      expect((await motionsOf(page)).begun).toBe(0);
      await page.close();
    });
  });

  test("a match asks only what was shown, moves without shifting the layout, and ends where the state is", async () => {
    const page = await openMatch(1);
    // Other tests cover the pages before the table.
    await page.evaluate(() => window.watched.shifts.splice(0));
    await playTurns(page, 2);
    await waitForPicture(page);
    const { begun, leftovers, early } = await motionsOf(page);
    expect(begun).toBeGreaterThan(0);
    expect(early).toBe(0);
    expect(leftovers).toEqual([]);
    const shifts = await page.evaluate(() => window.watched.shifts);
    expect(worstWindow(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(MOST_SHIFT);
    const shown = await spaces(page);
    await page.reload();
    await waitForPicture(page);
    expect(await spaces(page)).toEqual(shown);
  });

  test("switched off, nothing moves", async () => {
    const page = await browser.open("about:blank", DESKTOP);
    await watchMotions(page);
    await page.goto(server.url);
    await page.getByRole("button", { name: "Settings" }).click();
    await choose(page, "Motion", "off");
    await page.keyboard.press("Escape");
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await playTurns(page, 1);
    expect(await motionsOf(page)).toEqual(NOTHING);
  });

  test("for who prefers reduced motion nothing moves", async () => {
    const page = await openMatch(1, { reduced: true });
    await playTurns(page, 1);
    expect(await motionsOf(page)).toEqual(NOTHING);
  });

  test.each([
    ["space-aztecs", 3],
    ["tieqchieq", 2],
  ])("a match of %s moves", async (game, seats) => {
    const page = await openMatch(1, {}, game, seats);
    if (game === "space-aztecs") await takeFirstPile(page);
    else await action(page).getByRole("button", { name: "Toss", exact: true }).click();
    await page.waitForFunction(() => window.motions.begun > 0);
  });
});

async function takeFirstPile(page: Page): Promise<void> {
  const places = page.getByRole("list", { name: "Eight places" }).getByRole("listitem");
  await places
    .getByRole("button", { name: /free, you can take it$/ })
    .first()
    .press("Enter");
  await page.getByRole("button", { name: /^Take / }).click();
}
