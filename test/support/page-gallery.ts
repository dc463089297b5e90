import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "vite";
import { afterAll, beforeAll } from "vitest";
import { type Browser, type BrowserSettings, openBrowser } from "./browser.ts";
import { Gallery } from "./gallery.ts";

/** The gallery and a browser, in which nothing moves, for the tests of a suite. */
interface PageGallery {
  readonly gallery: Gallery;
  readonly browser: Browser;
}

/**
 * Builds and serves the gallery and starts a browser before the tests of a suite, and ends both after them. Only tests can
 * read them.
 * @param plugins of Vite, with which the gallery is built besides the page's own
 */
export function startPageGallery(
  settings: Omit<BrowserSettings, "still"> = {},
  plugins: readonly Plugin[] = [],
): PageGallery {
  const started: { gallery?: Gallery; browser?: Browser } = {};
  let folder: string | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "flower-war-gallery-"));
    [started.gallery, started.browser] = await Promise.all([
      Gallery.serve(folder, plugins),
      openBrowser({ ...settings, still: true }),
    ]);
  }, 180_000);
  afterAll(async () => {
    await started.browser?.close();
    await started.gallery?.close();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  });
  return started as PageGallery;
}
