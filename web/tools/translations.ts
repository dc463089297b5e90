/** Shows a translator what there is to do: `npm run translations -w web -- de --pictures folder`. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LANGUAGES } from "@flower-war/client-sdk/texts";
import { createCompiledCatalog } from "@lingui/cli/api";
import type { Page } from "playwright-core";
import { parseWords, readCommandLine, UsageError } from "../../protocol/tools/tool.ts";
import { openBrowser } from "../../test/support/browser.ts";
import { buildSharedGallery } from "../../test/support/builds.ts";
import { Gallery } from "../../test/support/gallery.ts";
import { readCatalogs } from "./catalogs.ts";

const USAGE = `Lists what a language lacks, and what changed in English since it was translated (docs/translate.md).

usage: npm run translations -w web -- <language> [--pictures <folder>]

  --pictures <folder>  also writes index.html there: each text of the page with a picture of its place`;

const ROOT = join(import.meta.dirname, "../..");
const GAMES = ["flower-war", "space-aztecs", "tieqchieq"];
/** px of the page in pictures. */
const SIZE = { width: 1280, height: 800 };

/** A text of the page. */
interface Entry {
  readonly file: string;
  readonly english: string;
  readonly translation: string;
}

/** Where an entry is seen: a picture, and what it shows of it, in px. */
interface Place {
  readonly picture: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const { language, pictures } = readCommandLine(USAGE, (args) => {
  const words = parseWords(args, { pictures: { type: "string" } });
  if (words === null) return null;
  const [tag, ...more] = words.positionals;
  const known = LANGUAGES.filter((each) => each !== "en");
  if (tag === undefined || more.length > 0 || !known.some((each) => each === tag))
    throw new UsageError(`Name one language of ${known.join(", ")}.`);
  return { language: tag, pictures: words.values.pictures };
});

const entries: Entry[] = [];
let open = 0;
for (const { locale, file, texts } of await readCatalogs()) {
  if (locale !== language) continue;
  for (const [english, { translation = "", extra }] of Object.entries(texts)) {
    entries.push({ file, english, translation });
    const { flags = [], translatorComments = [] } = (extra ?? {}) as Record<string, string[] | undefined>;
    if (translation === "") tell("missing", file, english);
    else if (flags.includes("fuzzy")) tell("changed", file, `${english} (${translatorComments.join(" ")})`);
  }
}
for (const game of GAMES)
  for (const guide of ["", "guide/"]) await listChanged(`rules/src/${game}/texts/${guide}`);
console.log(open === 0 ? `${language}: nothing is missing, nothing changed.` : `${language}: ${open} to do.`);
if (pictures !== undefined) await takePictures(entries, pictures);

function tell(what: string, file: string, text: string): void {
  open += 1;
  console.log(`${what}\t${file}\t${text}`);
}

/** Lists the texts of a game whose English differs from that of the commit in which the translation's file changed last. */
async function listChanged(folder: string): Promise<void> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
  const commit = git("log", "-1", "--format=%H", "--", `${folder}${language}.ts`).trim();
  const now = join(ROOT, folder, "en.ts");
  const scratch = mkdtempSync(join(tmpdir(), "flower-war-texts-"));
  try {
    const source = git("show", `${commit}:${folder}en.ts`).replaceAll(
      /from "(\.[^"]+)"/g,
      (_, path: string) => `from "${new URL(path, pathToFileURL(now)).href}"`,
    );
    const before = join(scratch, "en.ts");
    writeFileSync(before, source);
    const [former, current] = await Promise.all([before, now].map(leavesOf));
    for (const [path, text] of current ?? [])
      if (former?.get(path) !== text) tell("changed", `${folder}${language}.ts`, `${path}: ${text}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Returns the texts of a module of English texts by their paths. */
async function leavesOf(file: string): Promise<ReadonlyMap<string, string>> {
  const { en } = (await import(pathToFileURL(file).href)) as { en: object };
  const leaves = new Map<string, string>();
  const visit = (value: object, path: string): void => {
    for (const [key, each] of Object.entries(value) as [string, unknown][])
      if (typeof each === "object" && each !== null) visit(each, `${path}${key}.`);
      else leaves.set(path + key, String(each));
  };
  visit(en, "");
  return leaves;
}

/** Takes a picture of each state of the gallery that shows texts for the first time, and writes the index. */
async function takePictures(all: readonly Entry[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const gallery = await Gallery.serve(await buildSharedGallery());
  const browser = await openBrowser({ still: true, whole: true });
  try {
    const page = await gallery.open(browser);
    await page.addInitScript((chosen) => localStorage.setItem("flower-war/language", chosen), language);
    const states = await gallery.listStates(page);
    const patterns = patternsOf(all);
    const places = new Map<Entry, Place>();
    for (const state of states) {
      await gallery.showWhole(page, state);
      const picture = `${state}.jpeg`;
      let isNew = false;
      for (const { text, ...box } of await textsOf(page)) {
        for (const entry of all) {
          if (places.has(entry) || patterns.get(entry)?.test(text) !== true) continue;
          places.set(entry, { picture, ...box });
          isNew = true;
        }
      }
      if (isNew)
        await page.screenshot({ path: join(folder, picture), type: "jpeg", quality: 70, fullPage: true });
    }
    writeFileSync(join(folder, "index.html"), indexOf(all, places));
    console.log(`${places.size} of ${all.length} texts have a picture: ${join(folder, "index.html")}`);
  } finally {
    await browser.close();
    await gallery.close();
  }
}

/** A compiled text: plain, or its parts; a part with a slot is `[slot, kind?, forms?]`. */
type Compiled = string | readonly Compiled[] | { readonly [form: string]: Compiled };

/** Returns what finds each translated text where it is shown. A text of slots alone would be found everywhere. */
function patternsOf(all: readonly Entry[]): ReadonlyMap<Entry, RegExp> {
  const named = Object.fromEntries(all.map(({ translation }, index) => [String(index), translation]));
  const { source } = createCompiledCatalog(language, named, { namespace: "json" });
  const { messages } = JSON.parse(source) as { messages: Record<string, Compiled> };
  const shapeOf = (text: Compiled): string => {
    if (typeof text === "string")
      return text
        .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
        .replaceAll("*", "")
        .replaceAll("#", ".+?");
    if (!Array.isArray(text)) return `(?:${Object.values(text).map(shapeOf).join("|")})`;
    return (text as readonly Compiled[])
      .map((part) => {
        if (!Array.isArray(part)) return shapeOf(part);
        const [, , forms] = part as readonly Compiled[];
        return forms === undefined ? ".+?" : shapeOf(withoutNumbers(forms));
      })
      .join("");
  };
  return new Map(
    all.flatMap((entry, index) => {
      const shape = shapeOf(messages[String(index)] ?? "");
      return /\p{L}{2}/u.test(shape) ? [[entry, new RegExp(`^${shape}$`, "u")] as const] : [];
    }),
  );
}

/** Returns the forms of a plural; `offset` is none. */
function withoutNumbers(forms: Compiled): Compiled {
  return typeof forms === "object" && !Array.isArray(forms)
    ? Object.fromEntries(Object.entries(forms).filter(([, form]) => typeof form !== "number"))
    : forms;
}

/** Returns all texts that people see or hear of a page, with where they are on it. */
function textsOf(page: Page): Promise<({ readonly text: string } & Omit<Place, "picture">)[]> {
  return page.evaluate(() => {
    const clean = (text: string) => text.replaceAll("\u00AD", "").replaceAll(/\s+/g, " ").trim();
    return [...document.body.querySelectorAll("*")].flatMap((element) => {
      if (!element.checkVisibility()) return [];
      const { x, y, width, height } = element.getBoundingClientRect();
      const box = { x: x + scrollX, y: y + scrollY, width, height };
      const spoken = ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "data-tip"];
      const texts = [
        ...spoken.map((name) => element.getAttribute(name) ?? ""),
        (element.textContent ?? "").length < 500 ? (element.textContent ?? "") : "",
        ...[...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
      ];
      return [...new Set(texts.map(clean))].filter((text) => text !== "").map((text) => ({ text, ...box }));
    });
  });
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Writes the page that shows each text with its place. */
function indexOf(all: readonly Entry[], places: ReadonlyMap<Entry, Place>): string {
  const rows = all.map((entry) => {
    const place = places.get(entry);
    return `<tr><td>${escape(entry.file)}<td>${escape(entry.english)}<td>${escape(entry.translation)}<td>${place === undefined ? "no picture" : cut(place)}`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${language}</title>
<style>td{border-top:1px solid #ccc;padding:4px;vertical-align:top;max-width:22em}a{display:block;position:relative;width:420px;height:180px;overflow:hidden}i{position:absolute;outline:3px solid #c00}</style>
<p>${places.size} of ${all.length} texts have a picture.
<table>${rows.join("\n")}</table>\n`;
}

/** Returns the part of a picture round a place, which is marked. */
function cut({ picture, x, y, width, height }: Place): string {
  const left = Math.max(0, Math.min(x + width / 2 - 210, SIZE.width - 420));
  const top = Math.max(0, y + Math.min(height, 120) / 2 - 90);
  const mark = `left:${x - left}px;top:${y - top}px;width:${width}px;height:${height}px`;
  return `<a href="${picture}" style="background:url(${picture}) -${left}px -${top}px"><i style="${mark}"></i></a>`;
}
