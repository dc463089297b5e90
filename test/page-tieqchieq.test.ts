/** Tıeqchıeq once, from the lobby to its end; unless `FLOWER_WAR_EVENING=whole` the player concedes after some turns. */
import { describe, expect, test } from "vitest";
import { concede, createMatch, endOf, seeResult } from "./support/page-actions.ts";
import { IS_WHOLE, UNHURRIED } from "./support/page-flower-war.ts";
import { playTieqchieqUntil } from "./support/page-other-games.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a person plays against a bot", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test("a match of Tıeqchıeq", async () => {
    const page = await tested.browser.open(tested.server.url);
    await createMatch(page, { name: "Citlali", game: "Tıeqchıeq", seats: 2, bots: 1 });
    await playTieqchieqUntil(page, endOf(page), IS_WHOLE ? Number.POSITIVE_INFINITY : UNHURRIED);
    if (!(await endOf(page).isVisible())) await concede(page);
    expect(await seeResult(page)).toHaveLength(3);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
