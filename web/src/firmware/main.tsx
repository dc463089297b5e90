import type { Messages } from "@lingui/core";
import { createRoot } from "react-dom/client";
import { applyPreferences } from "../app/preferences.ts";
import {
  activateLanguage,
  i18n,
  type Language,
  loadBeforeLanguage,
  preferredLanguage,
} from "../texts/index.ts";
import { InstallPage } from "./install-page.tsx";
import { loadManifest } from "./manifest.ts";
import { installObstacle } from "./obstacle.ts";
import "../design/index.css";

const CATALOGS = import.meta.glob<{ readonly messages: Messages }>("./messages/*.po");

const root = document.getElementById("root");
if (root === null) throw new Error("firmware.html has no #root");
applyPreferences();
loadBeforeLanguage(loadOwnTexts);
const [manifest] = await Promise.all([
  loadManifest(),
  activateLanguage(preferredLanguage()).catch(() => i18n.activate("en")), // without its texts the page speaks English
]);
createRoot(root).render(<InstallPage manifest={manifest} obstacle={installObstacle()} />);

async function loadOwnTexts(language: Language): Promise<void> {
  const catalog = await CATALOGS[`./messages/${language}.po`]?.();
  if (catalog !== undefined) i18n.load(language, catalog.messages);
}
