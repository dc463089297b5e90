/**
 * The page's states on a phone, in the languages of its longer texts: no word is cut off or lies under something else, and nothing scrolls
 * sideways, where none does so in English.
 */
import { LANGUAGES } from "@flower-war/client-sdk/texts";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { startPageGallery } from "./support/page-gallery.ts";
import { geometryFaults } from "./support/page-geometry.ts";
import { lacks } from "./support/programs.ts";

const PHONE = { width: 360, height: 740 };
/** States that show parts or pictures in sizes of their own, and replays, whose dock lies over what scrolls. */
const OTHER = /^(parts$|link-preview-|replay)/;

describe.skipIf(lacks("chromium"))("the gallery on a phone", () => {
  const tested = startPageGallery();

  test("has room for the texts of every language", { timeout: 900_000 }, async () => {
    const { gallery, browser } = tested;
    const looks = LANGUAGES.map(async (language) => {
      const page = await gallery.open(browser);
      await page.setViewportSize(PHONE);
      await page.addInitScript((chosen) => {
        // Windows share their storage.
        Storage.prototype.getItem = (name: string) => (name === "flower-war/language" ? chosen : null);
      }, language);
      const states = (await gallery.listStates(page)).filter((state) => !OTHER.test(state));
      expect(states.length).toBeGreaterThan(50);
      const faults = await faultsIn(page, states);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      return faults;
    });
    const [english, ...others] = await Promise.all(looks);
    const known = new Set(english?.map(withoutWords));
    const own = others.map((faults) => faults.filter((fault) => !known.has(withoutWords(fault))));
    expect(own).toEqual(others.map(() => []));
  });

  async function faultsIn(page: Page, states: readonly string[]): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const state of states) {
      await tested.gallery.showWhole(page, state);
      faults.push(...(await geometryFaults(page)).map((fault) => `${state}: ${fault}`));
    }
    return faults;
  }
});

/** Returns a fault without what differs from language to language. */
function withoutWords(fault: string): string {
  return fault.replaceAll(/"[^"]*"/g, "").replaceAll(/-?\d+,-?\d+/g, "");
}
