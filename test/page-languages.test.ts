/**
 * The page's states on a phone, in the languages of its longer texts: no word is cut off or lies under something else, and nothing scrolls
 * sideways, where none does so in English.
 */
import { LANGUAGES } from "@flower-war/client-sdk/texts";
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
    const states = await listStates();
    expect(states.length).toBeGreaterThan(50);
    const translated = LANGUAGES.filter((language) => language !== "en");
    const found = await Promise.all(translated.map((language) => lookAt(states, language)));
    // Few states have faults, and only those can have the same in English.
    const suspected = new Set(found.flat().map(({ state }) => state));
    const known = new Set((await lookAt([...suspected], "en")).map(withoutWords));
    expect(found.flat().filter((fault) => !known.has(withoutWords(fault)))).toEqual([]);
  });

  async function listStates(): Promise<readonly string[]> {
    const page = await tested.gallery.open(tested.browser);
    const states = await tested.gallery.listStates(page);
    await page.close();
    return states.filter((state) => !OTHER.test(state));
  }

  /** Looks at states in a language, one after the other. */
  async function lookAt(states: readonly string[], language: string): Promise<readonly Fault[]> {
    const page = await tested.gallery.open(tested.browser);
    await page.setViewportSize(PHONE);
    await page.addInitScript((chosen) => {
      // Windows share their storage.
      Storage.prototype.getItem = (name: string) => (name === "flower-war/language" ? chosen : null);
    }, language);
    const faults: Fault[] = [];
    for (const state of states) {
      await tested.gallery.showWhole(page, state);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      faults.push(...(await geometryFaults(page)).map((fault) => ({ language, state, fault })));
    }
    await page.close();
    return faults;
  }
});

/** What is wrong with a state in a language. */
interface Fault {
  readonly language: string;
  readonly state: string;
  readonly fault: string;
}

/** Returns a fault without what differs from language to language. */
function withoutWords({ state, fault }: Fault): string {
  return `${state}: ${fault}`.replaceAll(/"[^"]*"/g, "").replaceAll(/-?\d+,-?\d+/g, "");
}
