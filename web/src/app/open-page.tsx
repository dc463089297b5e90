import { createRoot } from "react-dom/client";
import { keepFocus } from "../base/focus.ts";
import { applyPreferences } from "../base/preferences.ts";
import { isEmbedded, pathOfOldHash } from "../base/routes.ts";
import { loadFallbackFonts } from "../design/fallback-fonts.ts";
import { loadRefusals } from "../session/refusal-note.tsx";
import { activateLanguage, i18n, preferredLanguage } from "../texts/index.ts";
import { App, EmbeddedApp } from "./app.tsx";
import { FailedLoad } from "./error-boundary.tsx";
import "../design/index.css";

/** Opens the page that the address names, in index.html. */
export async function openPage(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  applyPreferences();
  loadFallbackFonts();
  followOldAddress();
  addEventListener("hashchange", followOldAddress);
  keepFocus(root);
  const embedded = isEmbedded(location.pathname);
  if (import.meta.env.PROD && !embedded) installOfflinePage();
  const whole = embedded ? <EmbeddedApp /> : <App />;
  createRoot(root).render((await hasTexts()) ? whole : <FailedLoad onRetry={() => location.reload()} />);
  loadRefusals().catch(() => {}); // `RefusalNote` tries again
}

function followOldAddress(): void {
  const path = pathOfOldHash(location.hash);
  if (path !== null) history.replaceState(null, "", path);
}

/** Loads the page's texts; whether that succeeded. Without them the page speaks English. */
async function hasTexts(): Promise<boolean> {
  try {
    await activateLanguage(preferredLanguage());
    return true;
  } catch {
    i18n.activate("en");
    return false;
  }
}

/**
 * Installs the service worker that shows the offline page (web/public/service-worker.js). Browsers have none where the page
 * comes by plain HTTP from another machine; then the browser's own error page is shown.
 */
function installOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/service-worker.js").catch(() => {}); // private windows may forbid it
}
