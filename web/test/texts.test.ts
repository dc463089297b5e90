/** The translations of the page's texts (`npm run texts -w web`): they have every text of the code. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LANGUAGES as RULES_LANGUAGES } from "@flower-war/client-sdk/texts";
import { createCompiledCatalog, getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { createServer } from "vite";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { LANGUAGES } from "../src/texts/index.ts";
import { texts } from "../texts.ts";

const WEB = new URL("..", import.meta.url).pathname;
/** English stands in the code. */
const LOCALES = Object.keys(LANGUAGES).filter((language) => language !== "en");

type Messages = Record<string, string>;

/** Texts of the code, and of each language's file: its texts by their English ones. */
const inCode: string[] = [];
const inFile = new Map<string, Messages>();
/** Texts whose English changed since they were translated (docs/translate.md). */
const fuzzy: string[] = [];

beforeAll(async () => {
  const config = getConfig({ configPath: `${WEB}lingui.config.ts`, cwd: WEB });
  for (const catalog of await getCatalogs(config)) {
    const { name = "", path } = catalog;
    const part = path.replace(WEB, "").replace("{locale}", name);
    for (const id of Object.keys((await catalog.collect()) ?? {})) inCode.push(`${part}: ${id}`);
    for (const locale of LOCALES) {
      const messages = inFile.get(locale) ?? {};
      inFile.set(locale, messages);
      for (const [id, { translation, extra }] of Object.entries((await catalog.read(locale)) ?? {})) {
        const { flags } = (extra ?? {}) as { readonly flags?: readonly string[] };
        if (flags?.includes("fuzzy") === true) fuzzy.push(`${locale}, ${part}: ${id}`);
        messages[`${part}: ${id}`] = translation ?? "";
      }
    }
  }
});

const fileOf = (locale: string): Messages => inFile.get(locale) ?? {};

test("the page has the languages of the rules", () => {
  expect(["en", ...LOCALES].toSorted()).toEqual([...RULES_LANGUAGES].toSorted());
  expect(inCode.length).toBeGreaterThan(500);
});

test.each(LOCALES)("%s.po has the texts of the code and no others", (locale) => {
  expect(Object.keys(fileOf(locale)).toSorted(), "run npm run texts -w web").toEqual(inCode.toSorted());
});

test.each(LOCALES)("%s.po leaves no text untranslated", (locale) => {
  const missing = Object.entries(fileOf(locale)).filter(([, text]) => text.trim() === "");
  expect(missing).toEqual([]);
});

test("no text waits for a translator after a change of its English", () => {
  expect(fuzzy).toEqual([]);
});

test.each(LOCALES)("every text of %s.po is valid ICU and takes the same values as in English", (locale) => {
  const texts = compile(locale, fileOf(locale));
  const english = compile("en", Object.fromEntries(inCode.map((id) => [id, id])));
  const differing = inCode.filter((id) => slotsIn(texts[id]).join() !== slotsIn(english[id]).join());
  expect(differing).toEqual([]);
});

test.each(LOCALES)("`*` stands around words of %s.po, and around as many as in English", (locale) => {
  const differing = Object.entries(fileOf(locale)).filter(([id, text]) => {
    const marks = [id, text].map((each) => each.split("*").length - 1);
    return marks[0] !== marks[1] || marks.some((count) => count % 2 === 1);
  });
  expect(differing).toEqual([]);
});

test("a page in development gets the English texts that were added to a file since", async () => {
  const root = mkdtempSync(join(tmpdir(), "flower-war-texts-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = join(root, "es.po");
  const write = (text: string) => writeFileSync(file, `msgid "${text}"\nmsgstr ""\n`);
  write("Fetch water");
  writeFileSync(join(root, "main.js"), 'import "./es.po?english";');
  const vite = await createServer({
    root,
    configFile: false,
    plugins: [texts()],
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  onTestFinished(() => vite.close());
  const english = async () => (await vite.environments.client.transformRequest("/en.po?english"))?.code;
  await vite.environments.client.transformRequest("/main.js");
  expect(await english()).toContain("Fetch water");
  write("Light the fire");
  vite.watcher.emit("change", file);
  await expect.poll(english).toContain("Light the fire");
});

/** A compiled text: plain, or its parts; a part with a slot is `[slot, kind?, forms?]`. */
type Compiled = string | readonly Compiled[] | { readonly [form: string]: Compiled };

function compile(locale: string, messages: Messages): Readonly<Record<string, Compiled>> {
  const { source, errors } = createCompiledCatalog(locale, messages, {
    namespace: "json",
  });
  expect(errors.map(({ id, error }) => `${id}: ${error.message}`)).toEqual([]);
  return (JSON.parse(source) as { messages: Record<string, Compiled> }).messages;
}

/** Returns the names of the slots of a compiled text, each once. */
function slotsIn(text: Compiled | undefined): readonly string[] {
  const slots = new Set<string>();
  const visit = (parts: Compiled): void => {
    if (typeof parts === "string") return;
    if (!Array.isArray(parts)) return Object.values(parts).forEach(visit);
    for (const part of parts as readonly Compiled[]) {
      if (!Array.isArray(part)) continue;
      slots.add(String(part[0]));
      part.slice(2).forEach(visit);
    }
  };
  visit(text ?? []);
  return [...slots].toSorted();
}
