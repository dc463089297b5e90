/** The page that installs a temple's firmware over USB, with ESP Web Tools from our own host. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { InstallManifest } from "@flower-war/protocol/operator";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { writeInstallFiles } from "../server/test/support/firmware-image.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { axeFaults, faultsOf, watchPage } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";

/** What ESP Web Tools documents of its manifest, in the types that it publishes. */
const TYPES = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve("esp-web-tools")), "const.d.ts"),
  "utf8",
);

/** Makes the browser have one port, at which nothing answers. */
function plugSilentPort(): void {
  class SilentPort extends EventTarget {
    readable = new ReadableStream();
    writable = new WritableStream();
    open = async () => {};
    close = async () => {};
    getInfo = () => ({});
    setSignals = async () => {};
  }
  const serial = { requestPort: async () => new SilentPort() };
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
}

describe.skipIf(lacks("chromium"))("the page at /firmware/, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;
  const folder = mkdtempSync(join(tmpdir(), "flower-war-images-"));
  const fill = () => ["esp32", "esp32c3"].forEach((chip) => writeInstallFiles(folder, chip, "1.2.0"));

  beforeAll(async () => {
    fill();
    [server, browser] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error", FIRMWARE_DIR: folder }),
      openBrowser(),
    ]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page in a browser that this script has changed. */
  async function open(change: () => void, title = "Install a temple"): Promise<Page> {
    const page = await browser.open("about:blank");
    await watchPage(page);
    await page.addInitScript(change);
    await page.goto(`${server.url}/firmware/`);
    await page.getByRole("heading", { name: title }).waitFor();
    return page;
  }
  test("offers to install, says for which chips, and how to do it by hand", async () => {
    const page = await open(plugSilentPort);
    await page.getByText("Version 1.2.0, for boards with ESP32 and ESP32-C3.").waitFor();
    expect(await page.getByRole("button", { name: "Install" }).count()).toBe(1);
    expect(await page.locator("pre").allInnerTexts()).toEqual([
      "esptool --chip esp32 write-flash 0x1000 templo-esp32-bootloader.bin 0x8000 templo-esp32-partitions.bin 0xe000 templo-esp32-otadata.bin 0x10000 templo-esp32.bin",
      "esptool --chip esp32c3 write-flash 0x0 templo-esp32c3-bootloader.bin 0x8000 templo-esp32c3-partitions.bin 0xe000 templo-esp32c3-otadata.bin 0x10000 templo-esp32c3.bin",
    ]);
    const hrefs = await page.getByRole("listitem").getByRole("link").all();
    for (const link of hrefs) {
      const path = await link.getAttribute("href");
      expect((await fetch(server.url + path)).status, path ?? "").toBe(200);
    }
    expect(hrefs).toHaveLength(8);
    const settle = () => page.getByRole("button", { name: "Install" }).waitFor();
    expect(await faultsOf(page, settle)).toEqual([]);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("its button opens ESP Web Tools, which loads nothing from elsewhere and breaks no policy", async () => {
    const page = await open(plugSilentPort);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).origin));
    await page.getByRole("button", { name: "Install" }).click();
    await page.getByText("Install Flower War temple").waitFor();
    await page.getByText("Logs & Console").click();
    await page.locator("ewt-console input").waitFor();
    expect(await page.evaluate(() => window.watched.blocked)).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([server.url]));
  });

  test.each([
    [
      "without Web Serial",
      () => void Reflect.deleteProperty(Navigator.prototype, "serial"),
      "It has no Web Serial. Use Chrome or Edge on a computer, or the command line.",
    ],
    [
      "over plain HTTP",
      () => void Object.defineProperty(window, "isSecureContext", { value: false }),
      "Browsers give a page the USB port only if it comes over HTTPS, or from localhost. Open the server's address with https://, open http://localhost on the server itself, or use the command line.",
    ],
  ])("%s it says why not, and what to do", async (_, change, words) => {
    const page = await open(change);
    await page.getByRole("heading", { name: "This browser cannot install here" }).waitFor();
    await page.getByText(words).waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await page.locator("pre").count()).toBe(2);
    expect(await axeFaults(page)).toEqual([]);
  });

  test("says that there is nothing while the folder has no whole set", async () => {
    rmSync(join(folder, "templo-esp32.bin"));
    rmSync(join(folder, "templo-esp32c3-otadata.bin"));
    onTestFinished(fill);
    const page = await open(() => {});
    await page.getByText("This server has no firmware to install").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
  });

  test("in Spanish all of it is Spanish", async () => {
    const page = await open(() => localStorage.setItem("flower-war/language", "es"), "Instalar un templo");
    await page.getByRole("heading", { name: "Con la línea de órdenes" }).waitFor();
    await page.evaluate(() => localStorage.clear());
  });

  test("the manifest has the fields and chips that ESP Web Tools documents", async () => {
    const manifest = (await (await fetch(`${server.url}/firmware/manifest.json`)).json()) as InstallManifest;
    const documented = new Set([...TYPES.matchAll(/(\w+)\??:/g)].map(([, field]) => field));
    const [build] = manifest.builds;
    const fields = [manifest, build, build?.parts[0]].flatMap((each) => Object.keys(each ?? {}));
    expect(fields.filter((field) => !documented.has(field))).toEqual([]);
    for (const { chipFamily } of manifest.builds) expect(TYPES).toContain(`"${chipFamily}"`);
  });
});
