import type { Loaders } from "../../texts/languages.ts";
import type { FlowerWarTexts } from "./en.ts";
import type { FlowerWarGuide } from "./guide/en.ts";

// Each language is a module, which a bundle loads alone.

/** Loads what a table of Flower War and Mexica says, by language, as data. */
export const TEXTS: Loaders<FlowerWarTexts> = {
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
  de: async () => (await import("./de.ts")).de,
  pt: async () => (await import("./pt.ts")).pt,
};

/** Loads what is read before a match of Flower War and Mexica, by language, as data. */
export const GUIDES: Loaders<FlowerWarGuide> = {
  en: async () => (await import("./guide/en.ts")).en,
  es: async () => (await import("./guide/es.ts")).es,
  de: async () => (await import("./guide/de.ts")).de,
  pt: async () => (await import("./guide/pt.ts")).pt,
};
