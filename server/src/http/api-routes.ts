import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_PATHS } from "@flower-war/protocol";
import { Router } from "express";
import { type ApiDocument, renderApiPage } from "./api-page.ts";
import { API_PAGE_STYLE } from "./api-page-style.ts";
import { inlineStylePolicy } from "./headers.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The document that `npm run openapi` writes. */
const FILE = "openapi.json";

/** Answers what the HTTP API is: as an OpenAPI document, and as a page. */
export function apiRoutes(): Router {
  let page: Promise<string> | null = null;
  const render = async () => {
    const document = JSON.parse(await readFile(join(ROOT, FILE), "utf8")) as ApiDocument;
    const { homepage } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
      homepage?: string;
    };
    return renderApiPage(document, API_PATHS.document, homepage?.split("#")[0] ?? null);
  };
  const router = Router();
  router.get(API_PATHS.document, (_request, response) => {
    response.sendFile(FILE, { root: ROOT, cacheControl: false, headers: { "Cache-Control": "no-cache" } });
  });
  router.get(API_PATHS.page, inlineStylePolicy(API_PAGE_STYLE), async (_request, response) => {
    page ??= render().catch((error: unknown) => {
      page = null;
      throw error;
    });
    response
      .set("Cache-Control", "no-cache")
      .type("html")
      .send(await page);
  });
  return router;
}
