import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@flower-war/client-sdk/texts";
import type { Page } from "playwright-core";
import { build, loadConfigFromFile, type Plugin, preview } from "vite";
import type { Browser, Size } from "./browser.ts";
import { watchRequests } from "./page-quiet.ts";
import { ROOT } from "./root.ts";

const WEB = join(ROOT, "web");

const SIZE: Size = { width: 1280, height: 800 };

/** ms since 1970, the moment that all pictures show. */
const NOW = 1_800_000_000_000;

/** ms: timers that are longer never end, so that nothing closes by itself. */
const LONG = 900;

const SITE = { root: WEB, mode: "production", configFile: false, logLevel: "error" } as const;

/** The page that a build must have. */
const PAGE = "gallery.html";

/** The language in whose place the longest translations are: dates and the like are often the longest there too. */
const LONGEST: Language = "de";

/** Builds the gallery into a folder. */
export async function buildGallery(folder: string): Promise<void> {
  const { mode } = SITE;
  const loaded = await loadConfigFromFile({ command: "build", mode }, join(WEB, "vite.config.ts"));
  const plugins = (loaded?.config.plugins ?? [])
    .flat()
    .filter((each) => (each as Plugin).name !== "precompress");
  const output = {
    outDir: folder,
    rolldownOptions: { input: join(WEB, PAGE) },
    emptyOutDir: true,
  };
  await build({
    ...loaded?.config,
    ...SITE,
    plugins,
    publicDir: false,
    build: { ...loaded?.config.build, ...output },
  });
}

/** The gallery of the page's states, built and served. */
export class Gallery {
  readonly #url: string;
  readonly #close: () => Promise<void>;

  /**
   * Serves what `buildGallery` has built.
   * @throws if the folder has no gallery
   */
  static async serve(folder: string): Promise<Gallery> {
    if (!existsSync(join(folder, PAGE)))
      throw new Error(`${folder} has no ${PAGE}: build the gallery first.`);
    const server = await preview({
      ...SITE,
      build: { outDir: folder },
      preview: { host: "127.0.0.1", port: 0 },
    });
    return new Gallery(server.resolvedUrls?.local[0] ?? "", () => server.close());
  }

  private constructor(url: string, close: () => Promise<void>) {
    this.#url = url;
    this.#close = close;
  }

  /**
   * Opens a page for pictures, in which time stands still.
   * @param texts a language, default: English; `longest`: loads the gallery with the longest translation of each text
   */
  async open(browser: Browser, texts?: Language | "longest"): Promise<Page> {
    const page = await browser.open("about:blank", SIZE);
    await page.addInitScript(
      ([now, long]) => {
        Date.now = () => now;
        window.Date = new Proxy(Date, {
          construct: (real, [given = now, ...rest]: [number?, ...number[]]) =>
            Reflect.construct(real, [given, ...rest]) as Date,
        });
        const wait = window.setTimeout.bind(window);
        window.setTimeout = ((act: () => void, ms = 0) =>
          ms >= long ? 0 : wait(act, ms)) as typeof setTimeout;
      },
      [NOW, LONG] as const,
    );
    if (texts !== undefined) {
      await page.addInitScript(
        (language) => {
          // Windows share their storage.
          Storage.prototype.getItem = (name: string) => (name === "flower-war/language" ? language : null);
        },
        texts === "longest" ? LONGEST : texts,
      );
    }
    if (texts === "longest") {
      await page.goto(`${this.#url}${PAGE}?texts=longest`);
      // The gallery reads `?texts` late. Do not change the address before its list is shown.
      await page.getByRole("link").first().waitFor();
    }
    return page;
  }

  /** The names of all states, on a page that has shown none yet. */
  async listStates(page: Page): Promise<readonly string[]> {
    if (!page.url().startsWith(this.#url)) await page.goto(`${this.#url}${PAGE}`);
    await page.getByRole("link").first().waitFor();
    return page.getByRole("link").allInnerTexts();
  }

  /** Shows a state. Only the first one of a page loads it. */
  async show(page: Page, state: string, theme: "light" | "dark" = "light"): Promise<void> {
    const address = `${this.#url}${PAGE}?state=${state}&theme=${theme}`;
    if (!page.url().startsWith(this.#url)) await page.goto(address);
    else await page.evaluate(goTo, address);
    await page.locator("#root > *").first().waitFor();
  }

  /** Shows a state, and resolves when all that it shows is there. */
  async showWhole(page: Page, state: string, theme: "light" | "dark" = "light"): Promise<void> {
    const isQuiet = watchRequests(page);
    await this.show(page, state, theme);
    await isQuiet();
    await page.locator("[data-making]").waitFor({ state: "detached" });
  }

  /** Takes the picture of a state when all that it shows is there. @param size of the page. Default: a desktop's */
  async takePicture(page: Page, state: string, theme: "light" | "dark", size = SIZE): Promise<Buffer> {
    await page.setViewportSize(size);
    await this.showWhole(page, state, theme);
    await page.evaluate(() => document.fonts.ready);
    // How far a log has scrolled depends on when its fonts came.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("*")) element.scrollTop = 0;
    });
    return page.screenshot({ animations: "disabled", caret: "hide", scale: "device" });
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** Goes to another address of the loaded gallery, and resolves when it has drawn it. Runs in the page. */
async function goTo(address: string): Promise<void> {
  document.documentElement.dataset["theme"] = new URLSearchParams(new URL(address).search).get("theme") ?? "";
  history.pushState(null, "", address);
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}
