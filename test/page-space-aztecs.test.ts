/** The called times of Space Aztecs with motion off: each card of a round is shown, as with motion. */
import { describe, expect, test } from "vitest";
import { action, createMatch } from "./support/page-actions.ts";
import { answerInSpaceAztecs } from "./support/page-other-games.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("with motion off", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test("the window goes through the cards of a round one by one, from the first", async () => {
    const page = await tested.browser.open(tested.server.url);
    await createMatch(page, { name: "Citlali", game: "Space Aztecs", seats: 4, bots: 3 });
    const times = page.getByRole("dialog", { name: "The times are called" });
    const choosing = action(page).getByRole("heading", { name: "Choose in secret" });
    while ((await choosing.count()) === 0) await answerInSpaceAztecs(page);
    const play = action(page).getByRole("button", { name: /^Play / });
    const hand = page.getByRole("region", { name: /^The pile you hold/ });
    if ((await play.count()) === 0) await hand.getByRole("button").last().click();
    await play.click();
    await times.waitFor();
    const cards = times.locator("li[aria-current]");
    const order = await times.locator("ol > li h3").allInnerTexts();
    const shown: string[] = [];
    for (let card = 1; card <= order.length; card += 1) {
      shown.push(await cards.locator("h3").innerText());
      if (card < order.length) await times.getByRole("button", { name: "Go on" }).click();
    }
    expect(shown).toEqual(order);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
