import type { Catalog, Part } from "../parts.ts";

// The English texts are the keys of a translation (web/texts.ts).
export { messages } from "../es.po?english";

const PARTS = import.meta.glob<Catalog>(["../../**/messages/es.po", "!../../{firmware,operator}/**"], {
  query: "?english",
});

/** Loads the texts of a part; `undefined`: it has none. */
export const load = (part: Part): Promise<Catalog> | undefined => PARTS[`../../${part}/messages/es.po`]?.();
