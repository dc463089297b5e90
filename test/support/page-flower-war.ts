import type { Locator, Page } from "playwright-core";
import { action, awaited, concede, endOf, waitForPicture } from "./page-actions.ts";
import { type InputMethod, ROLES } from "./page-input-methods.ts";
import { doNext, firstEnabled, openGroup, type Step, withControl } from "./page-steps.ts";
import { findAll, locate, topWindow, type TreeNode } from "./page-tree.ts";

/* Plays Flower War and Mexica on the page, one press at a time. What can be pressed is found by role and name. */

/** How a person plays: with what, and how much they do. */
export interface Style {
  readonly input: InputMethod;
  /**
   * `quick`: passes and ends the turn as soon as possible. `eager`: offers every skull and shuns no battle. `full`: also plays
   * every card that can be played, and trades.
   */
  readonly does: "quick" | "eager" | "full";
}

const EAGER: Style = { input: ROLES, does: "eager" };

/**
 * Does one thing for the decision that is awaited: chooses a target or a card, or presses a button.
 * @param end something that ends the wait for a decision when it is seen
 */
export async function answer(page: Page, style: Style = EAGER, end = endOf(page)): Promise<void> {
  await doNext(page, (tree) => nextInFlowerWar(page, tree, style), awaited(page), end);
  await page.locator('section[aria-busy="true"]').waitFor({ state: "detached" });
}

/** Plays whenever the seat is awaited: `turns` turns from their roll on, up to where the next one's roll is awaited. */
export async function playTurns(page: Page, turns: number, style: Style = EAGER): Promise<void> {
  const begun = new Set<string>();
  for (;;) {
    await waitForPicture(page);
    const turn = await turnToRoll(page);
    if (turn !== null) begun.add(turn);
    if (begun.size > turns) return;
    await answer(page, style);
  }
}

/**
 * Returns the turn whose roll is awaited, e.g. `"Turn 3"`; `null`: none is. Both are read at once, from elements that phones do
 * not show too: one by one they could be of two moments of the match.
 */
const turnToRoll = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll("button:not([aria-disabled='true'])")];
    if (!buttons.some(({ textContent }) => textContent.startsWith("Roll the die"))) return null;
    const texts = [...document.querySelectorAll("span")].map(({ textContent }) => textContent);
    return texts.find((text) => /^Turn \d+$/.test(text)) ?? null;
  });

/**
 * Plays whenever the seat is awaited, until the match is over.
 * @param styleOf by how many things were done before
 * @param end what is seen when to stop, if not the end of the match
 */
export async function playToEnd(
  page: Page,
  styleOf: (done: number) => Style | Promise<Style>,
  end = endOf(page),
): Promise<void> {
  for (let done = 0; !(await end.isVisible()); done += 1) await answer(page, await styleOf(done), end);
}

/** Whether evenings are played to their end that are cut short otherwise: `FLOWER_WAR_EVENING=whole`. */
export const IS_WHOLE = process.env["FLOWER_WAR_EVENING"] === "whole";

/** Things that are done in an evening before the player hurries: cards, offerings, battles, trades. */
export const UNHURRIED = 30;

/**
 * Plays an evening: does all kinds of things, then hurries to the end of the match, or concedes if it is to be cut short.
 * @param unhurried things that are done before
 */
export async function playEvening(page: Page, input: InputMethod, unhurried = UNHURRIED): Promise<void> {
  for (let done = 0; !(await endOf(page).isVisible()); done += 1) {
    if (done >= unhurried && !IS_WHOLE && (await awaitsRoll(page))) return concede(page, input);
    await answer(page, { input, does: done < unhurried ? "full" : "quick" });
  }
}

/** Waits for the player's next decision, or the end of the match. Resolves with whether it is a roll and no dialog is open. */
async function awaitsRoll(page: Page): Promise<boolean> {
  await awaited(page).or(endOf(page)).first().waitFor();
  await page.locator('main[aria-busy="true"]').waitFor({ state: "detached" });
  return (await page.locator("dialog[open]").count()) === 0 && (await turnToRoll(page)) !== null;
}

/** Returns what the style does with what the page shows; `undefined`: nothing is to be done now. */
export function nextInFlowerWar(page: Page, tree: TreeNode, { input, does }: Style): Step | undefined {
  const window = topWindow(tree);
  if (window !== undefined) return pressFirst(input, [[locate(page, window), window, IN_WINDOW[does]]]);
  const panel = findAll(tree, "region", /^What you can do$/)[0];
  const group = openGroup(panel);
  if (group !== undefined) return withControl(locate(action(page), group), (it) => input.aim(it));
  const aimed = pressFirst(input, [[action(page), panel, [AIMED]]]);
  if (aimed !== undefined) return aimed;
  const menu = findAll(panel, "combobox")[0];
  if (menu !== undefined) return withControl(locate(action(page), menu), (it) => input.select(it));
  const hand = findAll(tree, "region", /^Your hand/)[0];
  const atTable: Offer = [action(page), panel, AT_TABLE[does]];
  if (hand === undefined) return pressFirst(input, [atTable]);
  const card: Offer = [locate(page, hand), hand, [PLAYABLE]];
  if (does !== "full") return pressFirst(input, [atTable, card]);
  return pressFirst(input, [[action(page), panel, BEFORE_CARDS], card, atTable]);
}

/** A part of the page, the same in its tree, and the names of buttons there, the preferred first. */
type Offer = readonly [Locator, TreeNode | undefined, readonly RegExp[]];

function pressFirst(input: InputMethod, offers: readonly Offer[]): Step | undefined {
  for (const [where, node, names] of offers) {
    const button = firstEnabled(node, names);
    if (button !== undefined) return withControl(locate(where, button), (it) => input.press(it));
  }
  return undefined;
}

/** What can be pressed as soon as its target is chosen, if it needs one. */
const AIMED = /^(Roll|Go|Play|Discard|Choose) \S|, to (Tlaloc|Huitzilopochtli)$/;

/** A card that can be used for the decision. */
const PLAYABLE = /Can be played now/;

const CHALLENGES = [/^Challenge (?!nobody$)/, /^Challenge nobody$/];

/** Who plays cards does this before. */
const BEFORE_CARDS = [...CHALLENGES, /^Trade /];

/** What else the panel offers, the preferred first. */
const AT_TABLE = {
  quick: [/^Challenge nobody$/, /^End turn$/],
  eager: [...CHALLENGES, /^Offer to /, /^End turn$/],
  full: [...CHALLENGES, /^Offer to /, /^End turn$/],
} as const;

/** Battles, their results, and the question before a trade. */
const IN_WINDOW = {
  quick: [/^Pass$/, /^Give up \S/, PLAYABLE, /^(Go on|Close)$/],
  eager: [/^Pass$/, /^Give up \S/, PLAYABLE, /^(Go on|Close)$/],
  full: [/^(Play|Give up|Trade) \S/, PLAYABLE, /^Pass$/, /^(Go on|Close)$/],
} as const;
