import { join } from "node:path";
import type { Page } from "playwright-core";
import { build, loadConfigFromFile, type Plugin, preview } from "vite";
import type { Browser, Size } from "./browser.ts";
import { ROOT } from "./root.ts";

const WEB = join(ROOT, "web");

const SIZE: Size = { width: 1280, height: 800 };

/** ms since 1970, the moment that all pictures show. */
const NOW = 1_800_000_000_000;

/** ms: timers that are longer never end, so that nothing closes by itself. */
const LONG = 900;

/** The gallery of the page's states, built and served. */
export class Gallery {
  readonly #url: string;
  readonly #close: () => Promise<void>;

  /** Builds it into a folder, and serves it. */
  static async serve(folder: string): Promise<Gallery> {
    const mode = "production";
    const loaded = await loadConfigFromFile({ command: "build", mode }, join(WEB, "vite.config.ts"));
    const plugins = (loaded?.config.plugins ?? [])
      .flat()
      .filter((each) => (each as Plugin).name !== "precompress");
    const site = { root: WEB, mode, configFile: false, logLevel: "error" } as const;
    const output = {
      outDir: folder,
      rolldownOptions: { input: join(WEB, "gallery.html") },
      emptyOutDir: true,
    };
    await build({
      ...loaded?.config,
      ...site,
      plugins,
      publicDir: false,
      build: { ...loaded?.config.build, ...output },
    });
    const server = await preview({
      ...site,
      build: { outDir: folder },
      preview: { host: "127.0.0.1", port: 0 },
    });
    return new Gallery(server.resolvedUrls?.local[0] ?? "", () => server.close());
  }

  private constructor(url: string, close: () => Promise<void>) {
    this.#url = url;
    this.#close = close;
  }

  /** Opens a page for pictures, in which time stands still. */
  async open(browser: Browser): Promise<Page> {
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
    return page;
  }

  /** The names of all states. */
  async listStates(page: Page): Promise<readonly string[]> {
    await page.goto(`${this.#url}gallery.html`);
    await page.getByRole("link").first().waitFor();
    return page.getByRole("link").allInnerTexts();
  }

  /** Shows a state. */
  async show(page: Page, state: string): Promise<void> {
    await page.goto(`${this.#url}gallery.html?state=${state}`);
    await page.locator("#root > *").first().waitFor();
  }

  /** Takes the picture of a state when all that it shows is there. */
  async takePicture(page: Page, state: string, theme: "light" | "dark"): Promise<Buffer> {
    await page.goto(`${this.#url}gallery.html?state=${state}&theme=${theme}`, { waitUntil: "networkidle" });
    await page.locator("#root > *").first().waitFor();
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
