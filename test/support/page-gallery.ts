import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "vite";
import { afterAll, beforeAll } from "vitest";
import { type Browser, type BrowserSettings, openBrowser } from "./browser.ts";
import { buildSharedGallery } from "./builds.ts";
import { buildGallery, Gallery } from "./gallery.ts";

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
  const build = async (): Promise<string> => {
    if (plugins.length === 0) return buildSharedGallery();
    folder = await mkdtemp(join(tmpdir(), "flower-war-gallery-"));
    await buildGallery(folder, plugins);
    return folder;
  };
  beforeAll(async () => {
    [started.gallery, started.browser] = await Promise.all([
      build().then((built) => Gallery.serve(built)),
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
