/** The names on cards break between words or at a hyphen, and stay within their cards. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Size } from "../../test/support/browser.ts";
import { startPageGallery } from "../../test/support/page-gallery.ts";
import { lacks } from "../../test/support/programs.ts";
import { LANGUAGES } from "../src/texts/index.ts";

const SIZES: Readonly<Record<string, Size>> = {
  desktop: { width: 1280, height: 800 },
  // Where rem is smallest.
  small: { width: 1000, height: 640 },
  phone: { width: 390, height: 844 },
};

/** States of the gallery with cards in every size. */
const STATES = ["flower-war-deck", "space-aztecs-cards", "tieqchieq-choose", "tieqchieq-toss"];

describe.skipIf(lacks("chromium"))("the names on cards, in Chromium", () => {
  const tested = startPageGallery();

  test.each(Object.keys(LANGUAGES))("%s", async (language) => {
    const { gallery, browser } = tested;
    const page = await gallery.open(browser);
    await page.addInitScript((chosen) => localStorage.setItem("flower-war/language", chosen), language);
    const broken: string[] = [];
    let names = 0;
    for (const state of STATES) {
      for (const [name, size] of Object.entries(SIZES)) {
        await page.setViewportSize(size);
        // Drawn once; each size lays it out again.
        await gallery.show(page, state);
        await page.evaluate(() => document.fonts.ready);
        const looked = await lookAtNames(page);
        names += looked.names;
        broken.push(...looked.broken.map((word) => `${state}, ${name}: ${word}`));
      }
    }
    expect(names).toBeGreaterThan(500);
    expect(broken).toEqual([]);
  });
});

/** Counts the names that stand on cards, and lists those whose pieces are on several lines or outside of their card. */
function lookAtNames(page: Page): Promise<{ names: number; broken: string[] }> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const names = [...document.querySelectorAll('[class^="card_"] > b, [class*=" card_"] > b')];
    for (const name of names) {
      const card = name.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const border = Number.parseFloat(getComputedStyle(name.parentElement ?? name).borderRightWidth);
      const text = name.firstChild;
      if (!(text instanceof Text)) throw new Error(`${name.textContent} is no text`);
      // What a space, a hyphen or a soft hyphen parts may stand on two lines.
      for (const piece of text.data.matchAll(/[^\s\u00ad-]+-?/g)) {
        const places = Array.from({ length: piece[0].length }, (_, i) => {
          const range = document.createRange();
          range.setStart(text, piece.index + i);
          range.setEnd(text, piece.index + i + 1);
          // The first character after a soft hyphen has the hyphen's place too, before its own.
          return [...range.getClientRects()].at(-1) ?? new DOMRect();
        });
        const lines = new Set(places.map(({ top }) => Math.round(top)));
        const right = Math.max(...places.map((place) => place.right));
        if (lines.size > 1) broken.push(`${name.textContent} breaks in ${piece[0]}`);
        else if (right > card.right - border + 0.5) broken.push(`${name.textContent} leaves its card`);
      }
    }
    return { names: names.length, broken };
  });
}
