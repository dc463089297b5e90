import type { Messages } from "@lingui/core";
import { renderPage } from "../design/page/render-page.ts";
import { OperatorApp } from "./operator-page.tsx";
import "../design/index.css";

const CATALOGS = import.meta.glob<{ readonly messages: Messages }>("./messages/*.po");

await renderPage(CATALOGS, async () => <OperatorApp />);
