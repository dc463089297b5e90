/** A whole match through the accessibility tree alone: every element is found by its role and name. */
import { describe, expect, test } from "vitest";
import { createMatch, seeResult } from "./support/page-actions.ts";
import { playToEnd, type Style } from "./support/page-flower-war.ts";
import { ROLES } from "./support/page-input-methods.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

/** Things that are done before the player hurries. */
const UNHURRIED = 20;

const styleOf = (done: number): Style => ({ input: ROLES, does: done < UNHURRIED ? "full" : "quick" });

describe.skipIf(lacks("chromium"))("roles and names", () => {
  const tested = startPageServer({ still: true });

  test("are enough for a whole short evening", { timeout: 600_000 }, async () => {
    const page = await tested.browser.open(tested.server.url);
    await createMatch(page, { name: "Citlali", preset: "Short evening", seats: 2, bots: 1 });
    await playToEnd(page, styleOf);
    expect(await seeResult(page)).toHaveLength(3);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
