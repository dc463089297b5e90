/** What the page does by itself (docs/fair-dice.md, "What a page may do by itself"), with the settings that people have. */
import { FlowerWar } from "@flower-war/client-sdk";
import { type Replay, readReplay } from "@flower-war/client-sdk/replay";
import { games } from "@flower-war/rules";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { awaited, concede, endOf } from "./support/page-actions.ts";
import { startPageServer } from "./support/page-server.ts";
import { doNext, firstEnabled, type Step, withControl } from "./support/page-steps.ts";
import { openTable } from "./support/page-table.ts";
import { findAll, locate, type TreeNode } from "./support/page-tree.ts";
import { ROLES } from "./support/page-input-methods.ts";
import { lacks } from "./support/programs.ts";

/** Things that the player does before they concede: on average 8 of their acts have no other meanwhile. */
const DONE = 16;

/** Returns what a player does who presses nothing that is without a choice, but for the toss. */
function nextChoice(page: Page, tree: TreeNode): Step | undefined {
  const panel = findAll(tree, "region", /^What you can do$/)[0];
  const acts = findAll(tree, "region", /^Your acts/)[0];
  const open = findAll(acts, "button").filter(({ states }) => !states.has("disabled"));
  const press = (part: TreeNode | undefined, name: RegExp): Step | undefined => {
    const button = firstEnabled(part, [name]);
    if (part === undefined || button === undefined) return undefined;
    return withControl(locate(locate(page, part), button), (control) => ROLES.press(control));
  };
  const chance = press(panel, /^(Toss|Stay on)/);
  if (chance !== undefined || open.length < 2) return chance;
  return press(panel, /^(Introduce|Move|Attack)/) ?? press(acts, /^/);
}

/** Returns how many acts of a player were the only one that they had. */
function countLoneActs(replay: Replay<"tieqchieq">): number {
  const own = replay.seats.find(({ kind }) => kind === "human")?.seat;
  return replay.entries.filter(({ seat, command }, index) => {
    if (seat !== own || command.type === "toss" || command.type === "concede") return false;
    const legal = games.tieqchieq.legal(replay.view(index, seat), seat);
    return legal.filter(({ type }) => type !== "concede").length === 1;
  }).length;
}

describe.skipIf(lacks("chromium"))("the page, in Chromium", { timeout: 300_000 }, () => {
  const tested = startPageServer({ acts: true });

  test("acts for a player who has no choice, and goes on to their next one", async () => {
    const settings = { name: "Citlali", game: "tieqchieq", seats: 2, bots: 1 };
    const { page, match } = await openTable(tested.browser, tested.server.url, settings);
    const choose = (tree: TreeNode) => nextChoice(page, tree);
    for (let done = 0; done < DONE && !(await endOf(page).isVisible()); done += 1)
      await doNext(page, choose, awaited(page), endOf(page));
    if (!(await endOf(page).isVisible())) await concede(page);
    await endOf(page).waitFor();
    const record = await new FlowerWar(tested.server.url).record(match);
    expect(countLoneActs((await readReplay(record)) as Replay<"tieqchieq">)).toBeGreaterThan(0);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
