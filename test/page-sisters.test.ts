/** Mexica and Space Aztecs once, from the lobby to the end. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { createMatch, openCreate, seeResult } from "./support/page-actions.ts";
import { playToEnd } from "./support/page-flower-war.ts";
import { ROLES } from "./support/page-means.ts";
import { playSpaceAztecsToEnd } from "./support/page-sisters.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a person plays against a bot", { timeout: 600_000 }, () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error" }),
      openBrowser({ still: true }),
    ]);
  });
  afterEach(() => browser?.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test("a whole match of Mexica with short racks", async () => {
    const page = await browser.open(server.url);
    await openCreate(page);
    await page.getByRole("radio", { name: /^Mexica/ }).check();
    await page.getByText("Skulls on a full rack", { exact: true }).first().click();
    await page.getByLabel("Skulls on a full rack").fill("4");
    await page.getByText("How the end begins", { exact: true }).first().click();
    await ROLES.choose(page.getByRole("radio", { name: "with the first disc off the board" }));
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await page.getByRole("heading", { name: "Mexica" }).waitFor();
    await playToEnd(page, () => ({ means: ROLES, does: "quick" }));
    expect(await seeResult(page)).toHaveLength(3);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a whole match of Space Aztecs", async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", game: "Space Aztecs", seats: 2, bots: 1 });
    await playSpaceAztecsToEnd(page);
    expect(await seeResult(page)).toHaveLength(3);
    expect(browser.takeErrors()).toEqual([]);
  });
});
