import { renderPage } from "../design/page/render-page.ts";
import { OperatorApp } from "./operator-page.tsx";
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
  async () => <OperatorApp />,
  "passkeys",
);
