import type { Catalog, Part } from "../parts.ts";

export { messages } from "../pt.po";

const PARTS = import.meta.glob<Catalog>(["../../**/messages/pt.po", "!../../{firmware,operator}/**"]);

/** Loads the texts of a part; `undefined`: it has none. */
export const load = (part: Part): Promise<Catalog> | undefined => PARTS[`../../${part}/messages/pt.po`]?.();
