import { createRoot } from "react-dom/client";
import { activateLanguage, i18n, preferredLanguage } from "../texts/index.ts";
import { App } from "./app.tsx";
import { FailedLoad } from "./error-boundary.tsx";
import { keepFocus } from "../base/focus.ts";
import { installOfflinePage } from "./offline-page.ts";
import { applyPreferences } from "../base/preferences.ts";
import { pathOfOldHash } from "../base/routes.ts";
import "../design/index.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
applyPreferences();
followOldAddress();
addEventListener("hashchange", followOldAddress);
keepFocus(root);
createRoot(root).render((await hasTexts()) ? <App /> : <FailedLoad onRetry={() => location.reload()} />);
if (import.meta.env.PROD) installOfflinePage();

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
