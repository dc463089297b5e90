/**
 * Takes the picture of a match for README.md: `node --conditions=@flower-war/source test/support/screenshot.ts docs/page.png`.
 */
import { openBrowser } from "./browser.ts";
import { buildPage } from "./builds.ts";
import { startPageHost } from "./page-host.ts";
import { createMatch, ownDecision, playTurns, press } from "./page-player.ts";

const path = process.argv[2];
if (path === undefined) throw new Error("say where to save the picture");

await buildPage();
const host = await startPageHost();
const browser = await openBrowser();
try {
  const page = await browser.open(host.url);
  await createMatch(page, { name: "Citlali", seats: 4, bots: 3 });
  await playTurns(page, "East", 5);
  await press(page, /^Roll/);
  await ownDecision(page);
  await page.screenshot({ path });
} finally {
  await browser.close();
  await host.stop();
}
