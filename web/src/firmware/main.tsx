import { renderPage } from "../design/page/render-page.ts";
import { installObstacle, InstallPage, loadManifest } from "./install-page.tsx";
import "../design/index.css";

await renderPage(
  { en: () => import("./messages/es.po?english"), es: () => import("./messages/es.po") },
  async () => <InstallPage manifest={await loadManifest()} obstacle={installObstacle()} />,
);
