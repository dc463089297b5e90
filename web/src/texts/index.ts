import { i18n, type Messages } from "@lingui/core";

/** The languages of the page, by their own names. */
export const LANGUAGES = { en: "English", es: "Español" } as const;

export type Language = keyof typeof LANGUAGES;

const STORED = "flower-war/language";

/** The language that the player chose, else the first of the browser's that we have, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages];
  const known = wanted.map((tag) => tag?.split("-")[0]).find((tag) => tag !== undefined && tag in LANGUAGES);
  return (known as Language | undefined) ?? "en";
}

/** Loads a language's texts and makes it the page's language. */
export async function activateLanguage(language: Language): Promise<void> {
  const [texts, ...more] = await Promise.all([
    loadMessages(language),
    ...[...added].map((part) => loadPart(part, language)),
  ]);
  i18n.load(language, Object.assign({}, texts.messages, ...more));
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** The folders of the page whose texts are in catalogues of their own, which are loaded with them. */
export const PARTS = ["games/flower-war", "games/space-aztecs", "games/tieqchieq", "learn"] as const;
export type Part = (typeof PARTS)[number];

const CATALOGS = import.meta.glob<{ readonly messages: Messages }>([
  "../games/*/messages/*.po",
  "../learn/messages/*.po",
]);

/** The parts whose texts are loaded, in whatever language the page has. */
const added = new Set<Part>();

/** Loads the texts of a part of the page, before anything of it is drawn. */
export async function addTexts(part: Part): Promise<void> {
  const language = i18n.locale as Language;
  const messages = await loadPart(part, language);
  added.add(part);
  i18n.load(language, messages);
}

async function loadPart(part: Part, language: Language): Promise<Messages> {
  const load = CATALOGS[`../${part}/messages/${isPseudo() ? "xx" : language}.po`];
  return load === undefined ? {} : (await load()).messages;
}

/** As `activateLanguage`, for this visit and the next ones. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await activateLanguage(language);
}

function loadMessages(language: Language) {
  if (isPseudo()) return import("./xx.po");
  switch (language) {
    case "en":
      return import("./en.po");
    case "es":
      return import("./es.po");
  }
}

/** Tests ask for the pseudo-locale by `?language=xx`. */
const isPseudo = (): boolean => new URLSearchParams(location.search).get("language") === "xx";

export { i18n };
