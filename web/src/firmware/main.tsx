import type { Messages } from "@lingui/core";
import { renderPage } from "../design/page/render-page.ts";
import { installObstacle, InstallPage, loadManifest } from "./install-page.tsx";
import "../design/index.css";

const CATALOGS = import.meta.glob<{ readonly messages: Messages }>("./messages/*.po");

await renderPage(CATALOGS, async () => (
  <InstallPage manifest={await loadManifest()} obstacle={installObstacle()} />
));
