/*
 * How the site is searched, by MiniSearch. The index is built and asked with these options. VitePress writes their functions into the page as
 * text, so they use nothing from outside.
 */

/** Returns the words of a text. An identifier, as `too-many-messages`, `host.create` or `PUBLIC_URL`, is one word, and so is each of its parts. */
const tokenize = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}._/-]+/u).flatMap((word) => {
    const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
    return parts.length > 1 ? [word.replace(/^[._/-]+|[._/-]+$/g, ""), ...parts] : parts;
  });

/** Who asks for an identifier wants the places that have it, before prose with its parts. */
const boostTerm = (term: string): number => (/[._/-]/.test(term) ? 10 : 1);

/** What changed once comes after what is. */
const boostDocument = (id: string): number => (id.startsWith("/changelog") ? 0.2 : 1);

export const SEARCH = {
  options: { tokenize },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 8, text: 2, titles: 1 },
    boostTerm,
    boostDocument,
  },
} as const;
