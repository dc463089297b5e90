/**
 * Every text that the page shows comes from the catalogue: if the English ones are compiled with accented letters, no text of a
 * gallery state is plain English. The rules' texts, names and keys are no texts of the page.
 */
import { loadTexts as loadFlowerWar, SPACES } from "@flower-war/client-sdk/flower-war";
import { loadTexts as loadSpaceAztecs } from "@flower-war/client-sdk/space-aztecs";
import { loadGuide } from "@flower-war/client-sdk/texts";
import { loadTexts as loadTieqchieq } from "@flower-war/client-sdk/tieqchieq";
import type { Page } from "playwright-core";
import type { Plugin } from "vite";
import { describe, expect, test } from "vitest";
import { startPageGallery } from "../../test/support/page-gallery.ts";
import { lacks } from "../../test/support/programs.ts";
import { compileEnglish } from "../texts.ts";

/** Names, which are the same in every language, and words of the gallery itself. */
const NAMES =
  /\b(?:Ome Tochtli|Yei Cuauhtli)\b|Citlali|Marisol|Tomás|Xochitl|Ahuizotl|Jun|Itzel|Ocelot|Yaotl|Ana|sun-temple|school-3|library|\b(?:War|Rain|Day)\b|Flower War|Mexica|Space Aztecs|Tıeqchıeq|HUITZILOPOCHTLI|TLALOC|Huitzilopochtli|Tl[aá]loc|Tonantzin|Topan|Mictlan|Codex|Colyseus|GitHub|QR|English|Español|français|Firefox|Chrome|Samsung Internet|Linux|Android|Windows/g;

const GAME_TEXTS = await Promise.all([
  loadFlowerWar("en"),
  loadGuide("flower-war", "en"),
  loadSpaceAztecs("en"),
  loadGuide("space-aztecs", "en"),
  loadTieqchieq("en"),
  loadGuide("tieqchieq", "en"),
]);

const MATCH_CODE = /^[A-Z0-9]{4}$/;

/** As `Intl` writes them, whatever the catalogue has. */
const TIME = /^\d+ (?:sec|min)$/;

/** Sentences and titles that the gallery makes up, and what people say there. */
const FIXTURES: ReadonlySet<string> = new Set([
  "Gallery",
  "A 4 is rolled.",
  "Four skulls are collected from 4 cuetzpalin.",
  "I brought the temple, where do I pair it?",
  "on your seat, “Pair a temple”",
  "good luck to all",
  "one minute, what does a disc do?",
  "Here I should have waited.",
  "Why not take the last skull?",
  "You would have lost the next battle.",
]);

/** A state that shows the parts of all pages with words of its own. */
const SAMPLES = "parts";

/** Pages that show states at the same time: each waits most of the time. */
const PAGES = 3;

/** Letters that only the pseudo-locale has. */
const PSEUDO = /[\u0100-\u024F]/;

describe.skipIf(lacks("chromium"))("the pseudo-locale", () => {
  const tested = startPageGallery({}, [pseudoLocale()]);

  test("every text of every state in the gallery is in the catalogue", { timeout: 300_000 }, async () => {
    const { gallery, browser } = tested;
    const pages = await Promise.all(Array.from({ length: PAGES }, () => gallery.open(browser)));
    const [first] = pages;
    if (first === undefined) throw new Error("no page shows states");
    const states = (await gallery.listStates(first)).filter((state) => state !== SAMPLES);
    expect(states.length).toBeGreaterThan(50);

    const plain: string[] = [];
    const left = [...states];
    const look = async (page: Page): Promise<void> => {
      for (let state = left.shift(); state !== undefined; state = left.shift()) {
        await gallery.showWhole(page, state);
        const texts = (await textsOf(page)).filter((text) => !isKnown(text));
        plain.push(...texts.map((text) => `${state}: ${text}`));
      }
    };
    await Promise.all(pages.map(look));
    expect(plain.toSorted()).toEqual([]);
  });
});

/** Compiles the English catalogues with accented letters instead of plain ones. */
function pseudoLocale(): Plugin {
  return {
    name: "pseudo-locale",
    enforce: "post",
    async transform(_, id) {
      return id.endsWith("/en.po?english") ? { code: await compileEnglish(id, "en"), map: null } : null;
    },
  };
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

/** What rules' texts consist of: all of a text, or what stands between two of its slots. The longest first. */
const RULES_WORDS = [...new Set([...SPACES, ...GAME_TEXTS.flatMap(stringsIn)].flatMap(piecesOf))]
  .toSorted((a, b) => b.length - a.length)
  .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  .join("|");

const RULES_TEXTS = new RegExp(`(?<!\\p{L})(?:${RULES_WORDS})(?!\\p{L})`, "gu");

function piecesOf(text: string): readonly string[] {
  return text
    .split(/\{\w+\}|\n/)
    .map((piece) => piece.trim().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""))
    .filter((piece) => /\p{L}{2}/u.test(piece));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Whether a text is in the pseudo-locale, or made of rules' texts, names and numbers. */
function isKnown(text: string): boolean {
  if (PSEUDO.test(text) || TIME.test(text) || FIXTURES.has(text)) return true;
  // A name can stand in a rules' text or fill its slot: "The {pile} deck is shuffled", "The War deck".
  return [
    [RULES_TEXTS, NAMES],
    [NAMES, RULES_TEXTS],
  ].some((kinds) => {
    const rest = kinds.reduce((left, kind) => left.replaceAll(kind, " "), text);
    return !/\p{L}{2}/u.test(rest.replace(MATCH_CODE, ""));
  });
}
