/**
 * The languages of everything that people read, as BCP 47 tags. English is the one that the others are translated from. A language
 * that stands here needs its files: docs/translate.md.
 */
export const LANGUAGES = ["en", "es", "de", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Loads something in each language. */
export type Loaders<T> = { readonly [L in Language]: () => Promise<T> };
