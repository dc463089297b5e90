import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("the page as an app, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;
  beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error" }),
      openBrowser({ serviceWorkers: true }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test("the page can be installed, and says so when its server cannot be reached", async () => {
    const page = await browser.open(server.url);
    const client = await page.context().newCDPSession(page);
    const { errors, data } = await client.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "")).toMatchObject({ display: "standalone", start_url: "/" });
    const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
    // A profile without a window of its own is taken for a private one.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);

    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(
      await page.evaluate(async () => {
        const names = await caches.keys();
        const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return stored.flat().map(({ url }) => new URL(url).pathname);
      }),
    ).toEqual(["/offline.html", "/offline.css", "/icon.svg"]);
    expect(browser.takeErrors()).toEqual([]);

    await server.stop();
    await page.goto(`${server.url}/create`);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    await page.getByRole("heading", { name: "No hay conexión" }).waitFor();
    expect(await page.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("");
    const ground = () => getComputedStyle(document.documentElement).backgroundColor;
    expect(await page.evaluate(ground)).toBe("rgb(233, 217, 183)");
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    expect(page.url()).toBe(`${server.url}/create`);
  });
});
