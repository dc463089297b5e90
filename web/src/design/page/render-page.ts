import type { Messages } from "@lingui/core";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import {
  activateLanguage,
  i18n,
  type Language,
  loadBeforeLanguage,
  preferredLanguage,
} from "../../texts/index.ts";
import { applyPreferences } from "../../base/preferences.ts";

/**
 * Renders a page that is not the app's, with its texts besides those that all pages share.
 * @param catalogs loads the page's texts, by `./messages/<language>.po`
 * @param load resolves with the page; its texts are loaded meanwhile
 */
export async function renderPage(
  catalogs: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>>,
  load: () => Promise<ReactNode>,
): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the document has no #root");
  applyPreferences();
  loadBeforeLanguage(async (language: Language) => {
    const catalog = await catalogs[`./messages/${language}.po`]?.();
    if (catalog !== undefined) i18n.load(language, catalog.messages);
  });
  const [page] = await Promise.all([
    load(),
    activateLanguage(preferredLanguage()).catch(() => i18n.activate("en")), // without its texts the page speaks English
  ]);
  createRoot(root).render(page);
}
