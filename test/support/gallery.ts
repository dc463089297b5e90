import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page, Request } from "playwright-core";
import { build, loadConfigFromFile, type Plugin, preview } from "vite";
import type { Browser, Size } from "./browser.ts";
import { ROOT } from "./root.ts";

const WEB = join(ROOT, "web");

const SIZE: Size = { width: 1280, height: 800 };

/** ms since 1970, the moment that all pictures show. */
const NOW = 1_800_000_000_000;

/** How often in a row a page must have nothing to do and nothing on its way until it is complete. */
const IDLE_TIMES = 5;

/** ms: timers that are longer never end, so that nothing closes by itself. */
const LONG = 900;

const SITE = { root: WEB, mode: "production", configFile: false, logLevel: "error" } as const;

/** The page that a build must have. */
const PAGE = "gallery.html";

/** Builds the gallery into a folder. @param added plugins of Vite besides the page's own */
export async function buildGallery(folder: string, added: readonly Plugin[] = []): Promise<void> {
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
    plugins: [...plugins, ...added],
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
    await page.goto(`${this.#url}${PAGE}`);
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

/**
 * Waits until a page has done all that is more urgent, and a moment more. Runs in the page. `requestIdleCallback` would not do: it waits for
 * frames, which Chromium hardly draws of a page at rest.
 */
async function rest(): Promise<void> {
  await scheduler.postTask(() => {}, { priority: "background" });
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Watches what a page requests; resolves the returned function when nothing is on its way any more and the page has nothing to do. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  const begin = (request: Request) => void open.add(request);
  const end = (request: Request) => void open.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  return async () => {
    // A part of the page asks for the next one when it was read: on a busy machine there is a while in between.
    for (let quiet = 0; quiet < IDLE_TIMES; quiet = open.size === 0 ? quiet + 1 : 0) {
      await page.evaluate(rest);
    }
    page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  };
}
