import { addTexts } from "../texts/index.ts";
import { LoadByLanguage } from "../texts/load-by-language.ts";

const player = new LoadByLanguage<"player", true>(async (_, language) => {
  await addTexts("player", language);
  return true;
});

/** Loads the texts of the player's page in the page's language. Suspends while they are loaded. */
export function usePlayerTexts(): void {
  player.use("player");
}
