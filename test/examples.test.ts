/** The clients in examples/, as their READMEs say how to start them: each plays a whole match on a real server. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";

describe.skipIf(lacks("chromium"))("the page without a build, on a site of its own", () => {
  const file = readFileSync(join(ROOT, "examples/page/index.html"), "utf8");
  const readme = readFileSync(join(ROOT, "examples/page/README.md"), "utf8");
  const started = startPageServer({ still: true }, { BOT_DELAY: "0" });
  let site: Server;
  /** What the site sends. */
  let html = file;
  beforeAll(async () => {
    site = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(html));
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
  });
  afterAll(() => site.close());

  const open = (server: string): Promise<Page> => {
    const { port } = site.address() as AddressInfo;
    return started.browser.open(`http://127.0.0.1:${port}/?server=${encodeURIComponent(server)}`);
  };

  test("has 150 lines at most, and fetches nothing but the SDK", () => {
    expect(file.split("\n").length).toBeLessThanOrEqual(151);
    expect(file).not.toMatch(/(src|href)=/);
  });

  test("plays a whole match, through a reload", async () => {
    const page = await open(started.server.url);
    await page.getByRole("button", { name: "Play against three bots" }).click();
    const status = page.getByRole("status");
    const buttons = page.locator("#buttons button:enabled");
    const ended = status.filter({ hasText: /\b(wins?|winner)\.$/ });
    let pressed = 0;
    while (true) {
      await buttons.last().or(ended).first().waitFor();
      if ((await ended.count()) > 0) break;
      // The match may end while the button is there.
      await buttons
        .last()
        .click({ timeout: 1_000 })
        .catch(() => {});
      pressed += 1;
      if (pressed === 3) await page.reload();
    }
    expect(pressed).toBeGreaterThan(3);
    expect(await page.getByRole("log").getByText("Your turn begins.").count()).toBeGreaterThan(0);
    expect(await page.getByRole("row").count()).toBe(5);
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("button", { name: "Play against three bots" }).waitFor();
    expect(started.browser.takeErrors()).toEqual([]);
  });

  test("shows the lobby where the stored seat is one of another game", async () => {
    const page = await open(started.server.url);
    await page.getByRole("button", { name: "Play against three bots" }).waitFor();
    // As text: Vitest would rewrite an import.
    const stored =
      await page.evaluate(`import("${started.server.url}/sdk/index.js").then(async ({ FlowerWar }) => {
      const host = new FlowerWar("${started.server.url}", { name: "Citlali" });
      await (await host.create({ game: "tieqchieq", bots: 1 })).leave();
      return (await host.resume()).map(({ game }) => game);
    })`);
    expect(stored).toEqual(["tieqchieq"]);
    await page.reload();
    await page.getByRole("button", { name: "Play against three bots" }).waitFor();
    expect(started.browser.takeErrors()).toEqual([]);
  });

  test("says that there is no server", async () => {
    const page = await open("http://127.0.0.1:9");
    await page.getByText("There is no server at http://127.0.0.1:9.").waitFor();
    started.browser.takeErrors();
  });

  test("begins with ten lines, which play a match", async () => {
    const [, lines = ""] = /```html\n(.*?)```/s.exec(readme) ?? [];
    expect(lines.trim().split("\n").slice(1, -1).length).toBeLessThanOrEqual(10);
    html = lines.replaceAll("http://localhost:2567", started.server.url);
    const page = await open(started.server.url);
    const types = new Set<string>();
    page.on("console", async (message) => {
      const event = (await message
        .args()[0]
        ?.jsonValue()
        .catch(() => null)) as { type?: string } | null;
      types.add(event?.type ?? "");
    });
    await expect.poll(() => types.has("rolled") && types.has("turn-began")).toBe(true);
    html = file;
  });
});
