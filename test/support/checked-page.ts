import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Browser } from "./browser.ts";
import { createMatch, endOf } from "./page-actions.ts";
import { nextInTieqchieq } from "./page-other-games.ts";
import { readTree } from "./page-tree.ts";
import { ROOT } from "./root.ts";

const DIST = join(ROOT, "web/dist");
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};
/** ms between two presses of a person, who reads meanwhile. */
const READING = 1_000;

/**
 * The page as clients of `flower-war client-check`. Each request, whose query `server` is what the client is to use, opens a page of that
 * server, as if it served the page too, and plays Tıeqchıeq on it until the request is aborted. The answer is what its person reads in alerts.
 */
export async function startCheckedPages(browser: Browser): Promise<{ url: string; close: () => void }> {
  const pages = createServer((request, response) => {
    const server = new URL(request.url ?? "", "http://pages").searchParams.get("server") ?? "";
    void play(browser, server, response);
  });
  const url = await listen(pages);
  return {
    url,
    close: () => {
      pages.close();
      pages.closeAllConnections();
    },
  };
}

async function play(browser: Browser, server: string, response: ServerResponse): Promise<void> {
  const site = createServer((asked, answer) => void serve(server, asked, answer));
  site.on("upgrade", (asked, socket) => {
    const { hostname, port } = new URL(server);
    const upstream = connect(Number(port), hostname);
    const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    upstream.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
    upstream.pipe(socket).pipe(upstream);
    for (const end of [upstream, socket]) {
      end.on("error", () => {});
      end.on("close", () => void [upstream, socket].map((other) => other.destroy()));
    }
  });
  const page = await browser.open(`${await listen(site)}/create`);
  const isOver = () => response.destroyed;
  try {
    const alert = page.getByRole("alert");
    const refused = alert
      .first()
      .waitFor()
      .then(() => alert.first().innerText());
    const created = createMatch(page, { name: "Citlali", game: "Tıeqchıeq", seats: 2, bots: 1 });
    const told = await Promise.race([created.then(() => null), refused]);
    if (told !== null) return void response.write(told);
    for (let read = ""; !isOver(); ) {
      await press(page);
      const alerts = (await alert.allInnerTexts()).join("\n");
      if (alerts !== read) response.write(`${alerts}\n`);
      read = alerts;
    }
  } catch (error) {
    if (!isOver()) response.write(String(error));
  } finally {
    while (!isOver()) await sleep(50);
    await page.close();
    site.close();
    site.closeAllConnections();
  }
}

/** Does what can be done, as a person who reads what comes of it. */
async function press(page: Page): Promise<void> {
  if (!(await endOf(page).isVisible())) await nextInTieqchieq(page, await readTree(page))?.().catch(() => {});
  await sleep(READING);
}

async function serve(server: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { pathname } = new URL(asked.url ?? "/", server);
  if (/^\/(api|healthz)/.test(pathname)) {
    const { method = "GET", headers } = asked;
    const forwarded = requestHttp(server + asked.url, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    forwarded.on("error", () => answer.destroy());
    return void asked.pipe(forwarded);
  }
  const file = join(DIST, pathname);
  const isFile = extname(pathname) !== "" && existsSync(file);
  const body = await readFile(isFile ? file : join(DIST, "index.html"));
  answer.writeHead(200, {
    "content-type": TYPES[isFile ? extname(file) : ".html"] ?? "application/octet-stream",
  });
  answer.end(body);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
