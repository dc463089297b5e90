/**
 * Matches to their end by ear: a player who knows only what screen readers get, the page's accessibility tree and what its live regions say, and acts by
 * role and name. Decisions are said as they come.
 */
import { afterEach, describe, expect, test } from "vitest";
import { seeResult } from "./support/page-actions.ts";
import { IS_WHOLE } from "./support/page-flower-war.ts";
import { hear, heardOn } from "./support/page-heard.ts";
import { READER } from "./support/page-input-methods.ts";
import { startPageServer } from "./support/page-server.ts";
import { findAll, topWindow, type TreeNode } from "./support/page-tree.ts";
import { openWholeMatch, playWhole, readCommands, WHOLE_MATCHES } from "./support/page-whole-match.ts";
import { lacks } from "./support/programs.ts";

/** Roles that a screen reader says by their name alone. */
const NAMED = ["button", "radio", "link", "combobox", "dialog", "img"];

/** Mexica's table is that of Flower War, and is played to its end by keys: by ear only with `FLOWER_WAR_EVENING=whole`. */
const PLAYED = WHOLE_MATCHES.filter(({ game }) => IS_WHOLE || game !== "mexica");

/** Returns the roles of what has no name. */
const nameless = (tree: TreeNode): readonly string[] =>
  NAMED.flatMap((role) => findAll(tree, role).flatMap(({ name }) => (name === "" ? [role] : [])));

describe.skipIf(lacks("chromium"))("by ear", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true }, { BOT_DELAY: "0" });
  afterEach(() => tested.browser.closePages());

  test.each(PLAYED)("plays $game to its end, and hears of its decisions", async (played) => {
    const { page, match, before } = await openWholeMatch(tested.browser, tested.server.url, played);
    await hear(page);
    await page.reload();
    const unnamed = new Set<string>();
    let inWindows = 0;
    await playWhole(page, played, READER, async (tree) => {
      for (const role of nameless(tree)) unnamed.add(role);
      // A window is read as it opens.
      if (topWindow(tree) !== undefined) inWindows += 1;
    });
    expect([...unnamed]).toEqual([]);
    const heard = await heardOn(page);
    const commands = await readCommands(tested.server.url, match, before);
    // A test acts at once: two decisions in a row can be said together.
    expect(heard.length + inWindows).toBeGreaterThanOrEqual(commands.length / 2);
    for (const kind of played.certain) expect(commands).toContainEqual(expect.stringMatching(kind));
    for (const decision of played.decisions) expect(heard.some((words) => decision.test(words))).toBe(true);
    expect(await seeResult(page, READER)).toHaveLength(3);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
