import type { Messages } from "@lingui/core";
import { renderPage } from "../design/page/render-page.ts";
import { InstallPage } from "./install-page.tsx";
import { installObstacle, loadManifest } from "./availability.ts";
import "../design/index.css";

const CATALOGS = import.meta.glob<{ readonly messages: Messages }>("./messages/*.po");

await renderPage(CATALOGS, async () => (
  <InstallPage manifest={await loadManifest()} obstacle={installObstacle()} />
));
