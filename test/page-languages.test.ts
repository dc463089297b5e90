/**
 * The page's states in the languages of its translations. One pass shows each with the longest translation of each text, marked: a word without a
 * mark comes from no catalogue. On a phone no word is cut off or lies under something else, and nothing scrolls sideways, where none does so
 * in English; a state with a fault is looked at in each language.
 */
import { SPACES } from "@flower-war/client-sdk/flower-war";
import { type Language, LANGUAGES } from "@flower-war/client-sdk/texts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { IS_WHOLE } from "./support/page-flower-war.ts";
import { startPageGallery } from "./support/page-gallery.ts";
import { geometryFaults } from "./support/page-geometry.ts";
import { watchRequests } from "./support/page-quiet.ts";
import { lacks } from "./support/programs.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

/** States that show parts or pictures in sizes of their own, and replays, whose dock lies over what scrolls. */
const OTHER = /^(parts$|link-preview-|replay)/;

/** A state that shows the parts of all pages with words of its own. */
const SAMPLES = "parts";

/** Pages that show states at the same time: each waits most of the time. */
const PAGES = 3;

/** A word of a catalogue: each has a mark after its first letter, and after each soft hyphen's (web/src/gallery/longest-texts.ts). */
const MARKED = /\p{L}\u2063[\p{L}\u2063]*/gu;

/** Names, which are the same in every language, and words of the gallery itself. */
const NAMES =
  /\b(?:Ome Tochtli|Yei Cuauhtli)\b|Citlali|Marisol|Tomás|Xochitl|Ahuizotl|Jun|Itzel|Ocelot|Yaotl|Ana|Xoco\b|Nahual|Xolotl|Moyotl|Tzitzimitl|sun-temple|school-3|library|5 minutes ago|\b(?:War|Rain|Day)\b|Flower War|Mexica|Space Aztecs|Tıeqchıeq|HUITZILOPOCHTLI|TLALOC|Huitzilopochtli|Tl[aá]loc|Tonantzin|Topan|Mictlan|Codex|Colyseus|GitHub|QR|English|Español|français|Firefox|Chrome|Samsung Internet|Linux|Android|Windows/g;

const MATCH_CODE = /\b[A-Z0-9]{4}\b/g;

/** What `Intl` writes of times and lists, whatever the catalogue has. */
const INTL =
  /\b(?:Sek|Min|min|Sekunden|heute|gestern|Montag|Mittwoch|Samstag|Sonntag|Fr|Januar|März|Mai|Dez|und|oder)\b/g;

/** The board's spaces, which have the same names in every language. */
const SPACE = new RegExp(`\\b(?:${SPACES.join("|")})\\b`, "g");

/** Sentences and titles that the gallery makes up, and what people say there. */
const FIXTURES: ReadonlySet<string> = new Set([
  "Gallery",
  "A 4 is rolled.",
  "Four skulls are collected from 4 cuetzpalin.",
  "I brought the temple, where do I pair it?",
  "on your seat, “Pair a temple”",
  "Marisol collects 1 skull from 2 ehecatl.",
  "good luck to all",
  "one minute, what does a disc do?",
  "Jun: one minute, what does a disc do?",
  "Here I should have waited.",
  "Why not take the last skull?",
  "You would have lost the next battle.",
]);

describe.skipIf(lacks("chromium"))("the gallery in the longest translations", () => {
  const tested = startPageGallery();
  const all: string[] = [];
  /** Texts with words of no catalogue, each with its state. */
  const plain = new Set<string>();
  /** What is wrong with states on a phone. */
  const suspected: Fault[] = [];

  beforeAll(async () => {
    const pages = await Promise.all(
      Array.from({ length: PAGES }, () => tested.gallery.open(tested.browser, "longest")),
    );
    const [first] = pages;
    if (first === undefined) throw new Error("no page shows states");
    const states = (await tested.gallery.listStates(first)).filter((state) => state !== SAMPLES);
    expect(states.length).toBeGreaterThan(50);
    const left = [...states];
    await Promise.all(pages.map((page) => lookAtNext(page, left)));
    all.push(...states.filter((state) => !OTHER.test(state)));
    await tested.browser.closePages();
  }, 900_000);

  test("has every word of every state in a catalogue", () => {
    expect([...plain].toSorted()).toEqual([]);
  });

  test("has room on a phone for the texts of every language", { timeout: 900_000 }, async () => {
    // Few states have faults, and only those can have the same in English.
    const known = new Set((await lookAt(statesOf(suspected), "en")).map(withoutWords));
    const left = suspected.filter((fault) => !known.has(withoutWords(fault)));
    const translated = LANGUAGES.filter((language) => language !== "en");
    const looked = IS_WHOLE ? all : statesOf(left);
    const found = (await Promise.all(translated.map((language) => lookAt(looked, language)))).flat();
    const own = await lookAt(statesOf(found), "en");
    for (const fault of own) known.add(withoutWords(fault));
    expect(found.filter((fault) => !known.has(withoutWords(fault)))).toEqual([]);
  });

  /** Takes states from a list and looks at each on a phone and on a desktop, in the size of the previous state's last look first. */
  async function lookAtNext(page: Page, left: string[]): Promise<void> {
    let [here, there] = [DESKTOP, PHONE];
    for (let state = left.shift(); state !== undefined; state = left.shift()) {
      await tested.gallery.showWhole(page, state);
      await lookAtLongest(page, state);
      const isQuiet = watchRequests(page);
      [here, there] = [there, here];
      await page.setViewportSize(here);
      await isQuiet(1);
      await lookAtLongest(page, state);
    }
  }

  async function lookAtLongest(page: Page, state: string): Promise<void> {
    for (const text of await textsOf(page)) if (!isKnown(text)) plain.add(`${state}: ${text}`);
    if (page.viewportSize()?.width !== PHONE.width || OTHER.test(state)) return;
    for (const fault of await geometryFaults(page)) suspected.push({ language: "longest", state, fault });
  }

  /** Looks at states in a language, one after the other. */
  async function lookAt(states: readonly string[], language: Language): Promise<readonly Fault[]> {
    const page = await tested.gallery.open(tested.browser, language);
    await page.setViewportSize(PHONE);
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

const statesOf = (faults: readonly Fault[]): readonly string[] => [
  ...new Set(faults.map(({ state }) => state)),
];

/** Returns a fault without what differs from language to language. */
function withoutWords({ state, fault }: Fault): string {
  return `${state}: ${fault}`.replaceAll(/"[^"]*"/g, "").replaceAll(/-?\d+,-?\d+/g, "");
}

/** Returns all texts that people see or hear of a page, apart from keys, dates and what they typed; without soft hyphens. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>([document.title]);
    const spoken = ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "data-tip"];
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest("script, style, kbd, code, time, [data-fixture]") !== null) continue;
      for (const name of spoken) texts.add(element.getAttribute(name) ?? "");
      for (const node of element.childNodes) {
        if (node instanceof Text && element.checkVisibility()) texts.add(node.data);
      }
    }
    return [...texts].flatMap((text) => text.replaceAll("\u00AD", "").split("\n")).map((text) => text.trim());
  });
}

/** Whether all words of a text are in a catalogue, or names. */
function isKnown(text: string): boolean {
  if (FIXTURES.has(text)) return true;
  const known = [MARKED, NAMES, SPACE, INTL, MATCH_CODE];
  return !/\p{L}{2}/u.test(known.reduce((left, words) => left.replaceAll(words, " "), text));
}
