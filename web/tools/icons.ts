/** Draws the app's icons from web/public/icon.svg by Chromium: `node web/tools/icons.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { programPath } from "../../test/support/programs.ts";

const PUBLIC = join(import.meta.dirname, "../public");
const SIZES = [192, 512] as const;
/** The table's colour, which systems that cut icons to a shape see at its rim. */
const GROUND = "#e9d9b7";
/** How much of a maskable icon the drawing takes: within a circle of 80 % nothing is ever cut off. */
const SAFE = 0.66;

const drawing = `data:image/svg+xml;base64,${readFileSync(join(PUBLIC, "icon.svg")).toString("base64")}`;
const browser = await chromium.launch({
  executablePath: programPath("chromium"),
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
try {
  for (const size of SIZES) {
    await draw(`icon-${size}.png`, size, 1, "transparent");
    await draw(`icon-maskable-${size}.png`, size, SAFE, GROUND);
  }
} finally {
  await browser.close();
}

async function draw(name: string, size: number, share: number, ground: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = Math.round(size * share);
  await page.setContent(`
    <body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">
    <img src="${drawing}" width="${inner}" height="${inner}" alt="">`);
  await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  await page.screenshot({ path: join(PUBLIC, name), omitBackground: ground === "transparent" });
  await page.close();
}
