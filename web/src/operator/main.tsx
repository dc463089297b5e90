import { renderPage } from "../design/page/render-page.ts";
import { OperatorApp } from "./operator-page.tsx";
import "../design/index.css";

await renderPage(
  { en: () => import("./messages/es.po?english"), es: () => import("./messages/es.po") },
  async () => <OperatorApp />,
  "passkeys",
);
