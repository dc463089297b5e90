import { i18n, type Messages } from "@lingui/core";
import { browserStorage } from "../base/storage.ts";
import type { Part } from "./parts.ts";

/** The languages of the page, by their own names. */
export const LANGUAGES = { en: "English", es: "Español" } as const;

export type Language = keyof typeof LANGUAGES;

const STORED = "flower-war/language";

/** Returns the language that the page has. */
export const currentLanguage = (): Language => i18n.locale as Language;

/** The language that the player chose, else the first of the browser's that we have, else English. */
export function preferredLanguage(): Language {
  const wanted = [browserStorage.read(STORED), ...navigator.languages];
  const known = wanted.map((tag) => tag?.split("-")[0]).find((tag) => tag !== undefined && tag in LANGUAGES);
  return (known as Language | undefined) ?? "en";
}

/** The language that was asked for last. */
let wanted: Language | null = null;

/** What else has to be loaded before the page has a language. */
const loaders = new Set<(language: Language) => Promise<unknown>>();

/** Adds something that is loaded in a language before that becomes the page's. */
export function loadBeforeLanguage(load: (language: Language) => Promise<unknown>): void {
  loaders.add(load);
}

/**
 * Loads a language's texts and makes it the page's language, unless another one has been asked for meanwhile. Rejects if
 * something cannot be loaded; the page then keeps its language.
 */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  try {
    await Promise.all([loadCatalog(OWN, language), ...[...loaders].map((load) => load(language))]);
  } catch (error) {
    if (wanted === language) throw error;
  }
  if (wanted !== language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Activates a language as `activateLanguage`, for this visit and the next ones. */
export async function chooseLanguage(language: Language): Promise<void> {
  await activateLanguage(language);
  if (wanted === language) browserStorage.write(STORED, language);
}

interface Catalog {
  readonly messages: Messages;
}

/** Loads a catalogue in each language. The English texts are the keys of the translations (web/texts.ts). */
export type Catalogs = Readonly<Record<Language, () => Promise<Catalog>>>;

/** The texts that every page has. */
const OWN: Catalogs = { en: () => import("./es.po?english"), es: () => import("./es.po") };

/** The texts of parts. */
const PARTS = {
  en: import.meta.glob<Catalog>(["../**/messages/es.po", "!../{firmware,operator}/**"], {
    query: "?english",
  }),
  es: import.meta.glob<Catalog>(["../**/messages/es.po", "!../{firmware,operator}/**"]),
};

/** Loads the texts of a part of the page in a language, before anything of it is drawn. */
export async function addTexts(part: Part, language: Language): Promise<void> {
  const load = PARTS[language][`../${part}/messages/es.po`];
  if (load !== undefined) i18n.load(language, (await load()).messages);
}

/**
 * Loads modules of the page that are not loaded with it, and the texts of all that they import
 * (web/test/lazy-texts.test.ts finds those that are missing).
 */
export async function loadWithTexts<Loaded>(
  load: () => Promise<Loaded>,
  language: Language,
  ...parts: readonly Part[]
): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), ...parts.map((part) => addTexts(part, language))]);
  return loaded;
}

/** Loads the texts of a catalogue in a language. */
export async function loadCatalog(catalogs: Catalogs, language: Language): Promise<void> {
  const { messages } = await catalogs[language]();
  i18n.load(language, messages);
}

export { i18n };
