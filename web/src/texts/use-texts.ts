import { addTexts } from "./index.ts";
import type { Part } from "./parts.ts";
import { LoadByLanguage } from "./load-by-language.ts";

const parts = new LoadByLanguage<Part, true>(async (part, language) => {
  await addTexts(part, language);
  return true;
});

/** Loads the texts of a part of the page in the page's language. */
export const loadTexts = (part: Part): Promise<true> => parts.load(part);

/** The same of several parts for a component, which suspends meanwhile. */
export function useTexts(wanted: readonly Part[]): void {
  for (const part of wanted) parts.use(part);
}
