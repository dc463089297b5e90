import type { Loaders } from "../../texts/languages.ts";
import type { SpaceAztecsTexts } from "./en.ts";
import type { SpaceAztecsGuide } from "./guide/en.ts";

// Each language is a module, which a bundle loads alone.

/** Loads what a table of Space Aztecs says, by language, as data. */
export const TEXTS: Loaders<SpaceAztecsTexts> = {
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
  de: async () => (await import("./de.ts")).de,
  pt: async () => (await import("./pt.ts")).pt,
};

/** Loads what is read before a match of Space Aztecs, by language, as data. */
export const GUIDES: Loaders<SpaceAztecsGuide> = {
  en: async () => (await import("./guide/en.ts")).en,
  es: async () => (await import("./guide/es.ts")).es,
  de: async () => (await import("./guide/de.ts")).de,
  pt: async () => (await import("./guide/pt.ts")).pt,
};
