/** A match by keyboard alone: no event of a pointer, and the focus is never lost. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createMatch, seeResult } from "./support/page-actions.ts";
import { playEvening } from "./support/page-flower-war.ts";
import { KEYS, type InputMethod } from "./support/page-input-methods.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

declare global {
  interface Window {
    /** Events of a pointer since the page was loaded. */
    pointed: string[];
  }
}

describe.skipIf(lacks("chromium"))("the keyboard alone", () => {
  const tested = startPageServer({ still: true, whole: true });

  test("plays a short evening, and always has the focus somewhere", { timeout: 600_000 }, async () => {
    const page = await tested.browser.open("about:blank");
    await page.addInitScript(() => {
      window.pointed = [];
      for (const type of ["pointerdown", "mousedown", "mousemove", "touchstart"]) {
        addEventListener(type, () => window.pointed.push(type), { capture: true });
      }
    });
    await page.goto(tested.server.url);
    await createMatch(page, { name: "Citlali", preset: "Short evening", seats: 2, bots: 1 }, KEYS);

    const lost: string[] = [];
    await playEvening(page, watchFocus(page, lost));
    expect(await seeResult(page, KEYS)).toHaveLength(3);
    expect(lost).toEqual([]);
    expect(await page.evaluate(() => window.pointed)).toEqual([]);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});

/** Keys that say before each press where the focus is lost. */
function watchFocus(page: Page, lost: string[]): InputMethod {
  return {
    ...KEYS,
    press: async (control) => {
      if (await page.evaluate(() => document.activeElement === document.body)) {
        lost.push(`before ${await control.innerText()}`);
      }
      await KEYS.press(control);
    },
  };
}
