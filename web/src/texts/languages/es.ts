import type { Catalog, Part } from "../parts.ts";

export { messages } from "../es.po";

const PARTS = import.meta.glob<Catalog>(["../../**/messages/es.po", "!../../{firmware,operator}/**"]);

/** Loads the texts of a part; `undefined`: it has none. */
export const load = (part: Part): Promise<Catalog> | undefined => PARTS[`../../${part}/messages/es.po`]?.();
