import { afterAll, beforeAll } from "vitest";
import { type Browser, type BrowserSettings, openBrowser } from "./browser.ts";
import { buildSharedGallery } from "./builds.ts";
import { Gallery } from "./gallery.ts";

/** The gallery and a browser, in which nothing moves, for the tests of a suite. */
interface PageGallery {
  readonly gallery: Gallery;
  readonly browser: Browser;
}

/** Serves the gallery and starts a browser before the tests of a suite, and ends both after them. Only tests can read them. */
export function startPageGallery(settings: Omit<BrowserSettings, "still"> = {}): PageGallery {
  const started: { gallery?: Gallery; browser?: Browser } = {};
  beforeAll(async () => {
    [started.gallery, started.browser] = await Promise.all([
      buildSharedGallery().then((built) => Gallery.serve(built)),
      openBrowser({ ...settings, still: true }),
    ]);
  }, 180_000);
  afterAll(async () => {
    await started.browser?.close();
    await started.gallery?.close();
  });
  return started as PageGallery;
}
