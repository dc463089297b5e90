import { createRoot } from "react-dom/client";
import { activateLanguage, preferredLanguage } from "../texts/index.ts";
import { App } from "./app.tsx";
import { keepFocus } from "./focus.ts";
import { installOfflinePage } from "./offline-page.ts";
import { applyPreferences } from "./preferences.ts";
import { pathOfOldHash } from "./routes.ts";
import "../design/index.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
applyPreferences();
followOldAddress();
addEventListener("hashchange", followOldAddress);
await activateLanguage(preferredLanguage());
keepFocus(root);
createRoot(root).render(<App />);
if (import.meta.env.PROD) installOfflinePage();

function followOldAddress(): void {
  const path = pathOfOldHash(location.hash);
  if (path !== null) history.replaceState(null, "", path);
}
