/** The hooks for React, in a page with the real React, at a real server. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../test/support/browser.ts";
import { lacks } from "../../test/support/programs.ts";
import { FlowerWar } from "../src/index.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";

/** Bundles the page's script, as its user's build does. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("support/react-page", import.meta.url)),
    define: { "process.env.NODE_ENV": '"development"' },
    resolve: { conditions: ["@flower-war/source", "browser", "module", "import", "default"] },
    build: {
      write: false,
      lib: { entry: "main.ts", formats: ["es"] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [chunk] = [result].flat().flatMap((made) => ("output" in made ? made.output : []));
  return chunk?.type === "chunk" ? chunk.code : "";
}

describe.skipIf(lacks("chromium"))("in a page with React", () => {
  let browser: Browser;
  let server: LiveServer;
  let site: Server;
  beforeAll(async () => {
    let code = "";
    [browser, server, code] = await Promise.all([openBrowser(), startLiveServer(), bundle()]);
    site = createServer(({ url }, response) => {
      const isScript = url === "/main.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(
        isScript
          ? code
          : '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/main.js"></script>',
      );
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    site?.close();
    await browser?.close();
    await server?.stop();
  });

  async function open(): Promise<Page> {
    const { port } = site.address() as AddressInfo;
    return browser.open(`http://127.0.0.1:${port}/?server=${server.url}`);
  }

  /** Resolves when the text of an element is so. */
  const shows = (page: Page, id: string, text: RegExp) =>
    page.locator(`#${id}`).filter({ hasText: text }).waitFor();

  it("useMatch renders with every change, and when the connection is lost and back", async () => {
    const page = await open();
    await shows(page, "match", /^none$/);
    await page.click("#create");
    await shows(page, "match", /^connected, playing, 2, turn 1, rolled 0, awaits 1, can roll, has commands$/);
    await page.click("#match");
    // The turn may be over at once.
    await shows(page, "match", /turn (?!1,)|rolled [1-9]/);

    await page.context().setOffline(true);
    await shows(page, "match", /^reconnecting, playing/);
    await page.context().setOffline(false);
    await shows(page, "match", /^connected, playing/);

    await page.dblclick("#match");
    await shows(page, "match", /^gone, .*, cannot roll, no commands$/);
    await browser.closePages();
    // Those of the time without a network, which may come late.
    browser.takeErrors();
  });

  it("useLobby shows the list live while it is mounted, and another one for another filter", async () => {
    const page = await open();
    await shows(page, "lobby", /^connected 0 \[\] -$/);
    const host = new FlowerWar(server.url, { name: "Tlacaelel" });
    const table = await host.create({ game: "flower-war", seats: 2 });
    await shows(page, "lobby", /^connected 1 \[Tlacaelel\] -$/);
    await page.click("#lobby");
    await shows(page, "lobby", /^connected 0 \[\] -$/);
    await page.click("#close");
    await page.locator("#lobby").waitFor({ state: "detached" });
    await table.leave();
    expect(browser.takeErrors()).toEqual([]);
    await browser.closePages();
  });
});
