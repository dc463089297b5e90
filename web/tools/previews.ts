/** Draws the pictures of link previews by Chromium: `npx node --conditions=@flower-war/source web/tools/previews.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "../../test/support/browser.ts";
import { buildSharedGallery } from "../../test/support/builds.ts";
import { Gallery } from "../../test/support/gallery.ts";

const PREVIEWS = join(import.meta.dirname, "../public/previews");
const SIZE = { width: 1200, height: 630 };

const gallery = await Gallery.serve(await buildSharedGallery());
const browser = await openBrowser({ still: true, whole: true });
try {
  mkdirSync(PREVIEWS, { recursive: true });
  const page = await gallery.open(browser);
  const states = (await gallery.listStates(page)).filter((state) => state.startsWith("link-preview"));
  for (const state of states) {
    const name = state.slice("link-preview-".length);
    writeFileSync(join(PREVIEWS, `${name}.png`), await gallery.takePicture(page, state, "light", SIZE));
  }
} finally {
  await browser.close();
  await gallery.close();
}
