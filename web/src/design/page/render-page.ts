import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import {
  activateLanguage,
  addTexts,
  i18n,
  type Language,
  loadBeforeLanguage,
  preferredLanguage,
} from "../../texts/index.ts";
import type { Part } from "../../texts/parts.ts";
import { applyPreferences } from "../../base/preferences.ts";
import { loadFallbackFonts } from "../fallback-fonts.ts";

/**
 * Renders a page that is not the app's, with its texts besides those that all pages share.
 * @param loadTexts loads the page's texts
 * @param load resolves with the page; its texts are loaded meanwhile
 * @param parts other catalogues with its texts
 */
export async function renderPage(
  loadTexts: (language: Language) => Promise<unknown>,
  load: () => Promise<ReactNode>,
  ...parts: readonly Part[]
): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the document has no #root");
  applyPreferences();
  loadFallbackFonts();
  loadBeforeLanguage((language) =>
    Promise.all([loadTexts(language), ...parts.map((part) => addTexts(part, language))]),
  );
  const [page] = await Promise.all([
    load(),
    activateLanguage(preferredLanguage()).catch(() => i18n.activate("en")), // without its texts the page speaks English
  ]);
  createRoot(root).render(page);
}
