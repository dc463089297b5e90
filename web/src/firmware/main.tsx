import { renderPage } from "../design/page/render-page.ts";
import { installObstacle, InstallPage, loadManifest } from "./install-page.tsx";
import { loadCatalog } from "../texts/index.ts";
import type { Catalog } from "../texts/parts.ts";
import "../design/index.css";

await renderPage(
  (language) =>
    loadCatalog(
      language,
      () => import("./messages/es.po?english"),
      import.meta.glob<Catalog>("./messages/*.po"),
    ),
  async () => <InstallPage manifest={await loadManifest()} obstacle={installObstacle()} />,
);
