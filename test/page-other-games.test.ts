/** Mexica and Space Aztecs once, from the lobby to the end. */
import { afterEach, describe, expect, test } from "vitest";
import { createMatch, openCreate, seeResult } from "./support/page-actions.ts";
import { playToEnd, type Style, UNHURRIED } from "./support/page-flower-war.ts";
import { ROLES } from "./support/page-input-methods.ts";
import { playSpaceAztecsToEnd } from "./support/page-other-games.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a person plays against a bot", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });
  afterEach(() => tested.browser.closePages());

  test("a whole match of Mexica with short racks", async () => {
    const page = await tested.browser.open(tested.server.url);
    await openCreate(page);
    await page.getByRole("radio", { name: /^Mexica/ }).check();
    await page.getByText("Skulls on a full rack", { exact: true }).first().click();
    await page.getByLabel("Skulls on a full rack").fill("4");
    await page.getByText("How the end begins", { exact: true }).first().click();
    await ROLES.choose(page.getByRole("radio", { name: "with the first disc off the board" }));
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1 });
    await page.getByRole("heading", { name: "Mexica" }).waitFor();
    await playToEnd(page, (done): Style => ({ input: ROLES, does: done < UNHURRIED ? "full" : "quick" }));
    expect(await seeResult(page)).toHaveLength(3);
    expect(tested.browser.takeErrors()).toEqual([]);
  });

  test("a whole match of Space Aztecs", async () => {
    const page = await tested.browser.open(tested.server.url);
    await createMatch(page, { name: "Citlali", game: "Space Aztecs", seats: 2, bots: 1 });
    await playSpaceAztecsToEnd(page);
    expect(await seeResult(page)).toHaveLength(3);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
