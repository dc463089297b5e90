/**
 * A match of Flower War by mouse, between two people, until one of them gives up; with `FLOWER_WAR_EVENING=whole` a short evening to its end.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { createMatch, seeResult, spaces, startMatch } from "./support/page-actions.ts";
import { IS_WHOLE, playEvening, playToEnd, type Style } from "./support/page-flower-war.ts";
import { MOUSE } from "./support/page-input-methods.ts";
import { lacks } from "./support/programs.ts";

/** Things that each player does before they hurry: cards, offerings, battles, trades, with everything in motion. */
const UNHURRIED = 12;

/** Plays by mouse to the end; from when on a player hurries, nothing moves any more. */
function play(page: Page): Promise<void> {
  return playToEnd(page, async (done): Promise<Style> => {
    if (done === UNHURRIED) await page.emulateMedia({ reducedMotion: "reduce" });
    return { input: MOUSE, does: done < UNHURRIED ? "full" : "quick" };
  });
}

describe.skipIf(lacks("chromium"))("two browsers", () => {
  let browsers: readonly [Browser, Browser];
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browsers] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error" }),
      // One of two has the page's service worker: a match is to be the same with it and without.
      Promise.all([openBrowser({ serviceWorkers: true }), openBrowser()]),
    ]);
  });
  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    await server?.stop();
  });

  test("play a match by mouse, and both see how it ended", { timeout: 600_000 }, async () => {
    const [host, guest] = await Promise.all(browsers.map((browser) => browser.open(server.url)));
    if (host === undefined || guest === undefined) throw new Error("a browser has no page");
    const code = await createMatch(
      host,
      { name: "Citlali", ...(IS_WHOLE && { preset: "Short evening" }), seats: 2, bots: 0 },
      MOUSE,
    );
    await guest.getByRole("button", { name: `Join Citlali's table, ${code}` }).click();
    await MOUSE.write(guest.getByLabel("Your name"), "Tenoch");
    await guest.getByRole("button", { name: "Sit down: West" }).click();
    await startMatch(host, 2, MOUSE);

    await Promise.all([play(host), IS_WHOLE ? play(guest) : playEvening(guest, MOUSE, UNHURRIED)]);
    expect(await spaces(guest)).toEqual(await spaces(host));
    expect(await seeResult(guest, MOUSE)).toEqual(await seeResult(host, MOUSE));
    expect(browsers.flatMap((browser) => browser.takeErrors())).toEqual([]);
  });
});
