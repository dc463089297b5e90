import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GameListing } from "@flower-war/protocol";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { escapeHtml, type LinkPreviews } from "./link-preview.ts";

const CLONE = new URL("../../../web/", import.meta.url);

/** Where the built pages are: in a clone where the build writes them, else in this package (tools/copy-page.mjs). */
const PAGES = existsSync(new URL("package.json", CLONE)) ? CLONE : new URL("../../page/", import.meta.url);

const DIST = fileURLToPath(new URL("dist", PAGES));

/** The built page of operators, which only their listener serves. */
export const OPERATOR_PAGE = fileURLToPath(new URL("dist-operator", PAGES));

/** The built page that installs temples' firmware. */
export const INSTALLER_PAGE = fileURLToPath(new URL("dist-firmware", PAGES));

/** Where the build puts files whose names change with their content. */
const HASHED = "/assets/";
/** ms: a year. */
const YEAR = 31_536_000_000;
/** The server's own paths: a missing resource there is an error, not a page. */
const OWN = /^\/(api|healthz|matchmake|metrics|readyz)(\/|$)/;
/** Files that the build compressed (web/precompress.ts), by `Content-Encoding`, the smallest first. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const;

/**
 * Serves the built page: its files, compressed where the client takes that, and `index.html` at every path that may be a page
 * (`/create`, `/matches/4F7K`): the page knows which there are. Says how to build it if it is not there.
 * @param previews writes the preview of its link into the page; `null`: it is sent as it is
 * @param index the file that is the page
 * @param own games that the page does not know
 * @param isDebugged whether an open page follows the edits of these games (web/src/debug/follow.ts). Default: no
 */
export function page(
  folder = DIST,
  previews: Pick<LinkPreviews, "write"> | null = null,
  index = "/index.html",
  own: readonly GameListing[] = [],
  isDebugged = false,
): Router {
  const router = Router();
  const head = describeGames(own) + (isDebugged ? FOLLOWS : "");
  const sent: SentPage = { root: folder, index, previews, head };
  router.use(async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    const { path } = request;
    if (path !== "/" && (await sendFile(request, response, path, folder))) return;
    if (!isPage(request)) return next();
    if (!(await sendPage(request, response, sent))) notBuilt(request, response, next);
  });
  return router;
}

function isPage(request: Request): boolean {
  return extname(request.path) === "" && !OWN.test(request.path) && request.accepts("html") !== false;
}

const notBuilt: RequestHandler = (_request, response) => {
  response.status(503).type("text").send("The page is not built yet: run `npm run build -w web`.\n");
};

interface SentPage {
  readonly root: string;
  readonly index: string;
  readonly previews: Pick<LinkPreviews, "write"> | null;
  /** What is added to the end of its head. */
  readonly head: string;
}

const FOLLOWS = '<script type="module" src="/debug/follow.js"></script>\n';

/** Tells the page of games that it does not know, before it asks for anything (web/src/games/own-games.ts). */
function describeGames(own: readonly GameListing[]): string {
  return own.length === 0 ? "" : `<meta name="own-games" content="${escapeHtml(JSON.stringify(own))}" />\n`;
}

/** Returns `false` if the page is not built; then nothing was sent. */
async function sendPage(
  request: Request,
  response: Response,
  { root, index, previews, head }: SentPage,
): Promise<boolean> {
  if (previews === null) return sendFile(request, response, index, root);
  const built = await readFile(join(root, index), "utf8").catch(() => null);
  if (built === null) return false;
  const html = built.replace("</head>", () => `${head}</head>`);
  response.vary("Accept-Language").set("Cache-Control", "no-cache").type("html");
  response.send(await previews.write(html, request));
  return true;
}

/** Returns `false` if there is no such file; then nothing was sent. */
async function sendFile(request: Request, response: Response, path: string, root: string): Promise<boolean> {
  const type = extname(path);
  response.vary("Accept-Encoding");
  for (const [encoding, extension] of Object.entries(ENCODINGS)) {
    if (request.acceptsEncodings(encoding) === false) continue;
    if (await send(response, path + extension, { root, type, encoding })) return true;
  }
  return send(response, path, { root, type, encoding: null });
}

interface SendOptions {
  readonly root: string;
  /** The extension of what the client gets, once it is uncompressed. */
  readonly type: string;
  readonly encoding: string | null;
}

/** Returns `false` if there is no such file; then the response is as it was. */
function send(response: Response, path: string, { root, type, encoding }: SendOptions): Promise<boolean> {
  const cache = path.startsWith(HASHED) ? { maxAge: YEAR, immutable: true } : { cacheControl: false };
  const headers = {
    ...(path.startsWith(HASHED) ? {} : { "Cache-Control": "no-cache" }),
    ...(encoding === null ? {} : { "Content-Encoding": encoding }),
  };
  response.type(type);
  return new Promise((resolve) => {
    response.sendFile(
      path,
      { root, headers, index: false, ...cache },
      (error?: Error & { status?: number }) => {
        // Later errors are the connection's: whoever asked is gone.
        if (error && !response.headersSent) response.removeHeader("Content-Type");
        resolve(!error || response.headersSent);
      },
    );
  });
}
