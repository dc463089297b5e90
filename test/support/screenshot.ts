/**
 * Takes the screenshot of a match for README.md: `node --conditions=@flower-war/source test/support/screenshot.ts docs/page.png`.
 */
import { ServerProcess } from "../../server/test/support/process.ts";
import { openBrowser } from "./browser.ts";
import buildAll from "./builds.ts";
import { createMatch, waitForDecision } from "./page-actions.ts";
import { answer, playTurns } from "./page-flower-war.ts";

const path = process.argv[2];
if (path === undefined) throw new Error("usage: screenshot.ts <file>");

await buildAll();
const server = await ServerProcess.start();
const browser = await openBrowser({ whole: true });
try {
  const page = await browser.open(server.url);
  await createMatch(page, { name: "Citlali", seats: 4, bots: 3 });
  await playTurns(page, 5);
  await answer(page);
  await waitForDecision(page);
  await page.screenshot({ path });
} finally {
  await browser.close();
  await server.stop();
}
