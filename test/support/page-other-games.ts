import type { Locator, Page } from "playwright-core";
import { action, awaited, endOf } from "./page-actions.ts";
import { ROLES } from "./page-input-methods.ts";
import { doNext, firstEnabled, openGroup, type Step, withControl } from "./page-steps.ts";
import { findAll, locate, topWindow, type TreeNode } from "./page-tree.ts";

/* Plays Tıeqchıeq and Space Aztecs on the page, one press at a time. What can be pressed is found by role and name. */

const GO_ON = [/^(Go on|To the table|Close)$/];

/**
 * Plays Tıeqchıeq for a person until something is seen: tosses, introduces or moves the first token that may act, and
 * stays on a plus.
 * @param most things that are done before; default: any number
 */
export async function playTieqchieqUntil(
  page: Page,
  seen: Locator,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let done = 0; done < most && (await seen.count()) === 0; done += 1)
    await answerInTieqchieq(page, seen);
}

/** Does one thing in Tıeqchıeq. @param end what ends the wait for a decision when it is seen */
export const answerInTieqchieq = (page: Page, end: Locator): Promise<void> =>
  doNext(page, (tree) => nextInTieqchieq(page, tree), awaited(page), end);

/** Returns what a person does next in Tıeqchıeq with what the page shows; `undefined`: there is nothing to do. */
export function nextInTieqchieq(page: Page, tree: TreeNode): Step | undefined {
  const window = topWindow(tree);
  if (window !== undefined) return pressIn(page, window, GO_ON);
  const panel = findAll(tree, "region", /^What you can do$/)[0];
  const acts = findAll(tree, "region", /^Your acts/)[0];
  return pressIn(page, panel, [/^(Toss|Stay on|Introduce|Move|Attack)/]) ?? pressIn(page, acts, [/^/]);
}

/** Plays Space Aztecs for a person to its end: takes the first pile that is free, and plays the latest card. */
export async function playSpaceAztecsToEnd(page: Page): Promise<void> {
  while (!(await endOf(page).isVisible())) await answerInSpaceAztecs(page);
}

/** Does one thing in Space Aztecs, or sees its end. */
export function answerInSpaceAztecs(page: Page): Promise<void> {
  const choose = (tree: TreeNode): Step | undefined => {
    const window = topWindow(tree);
    if (window !== undefined) return pressIn(page, window, GO_ON);
    const panel = findAll(tree, "region", /^What you can do$/)[0];
    const victims = openGroup(panel);
    if (victims !== undefined) return withControl(locate(action(page), victims), (it) => ROLES.aim(it));
    const [card] = findAll(tree, "region", /^The pile you hold/).flatMap((hand) =>
      findAll(hand, "button").slice(-1),
    );
    // Cards of a pile are only read until all seats hold one, and so is a chosen one that is pressed again: while it is being sent.
    const choosing = findAll(panel, "heading", /^Choose in secret$/).length > 0;
    const isChosen = card?.states.has("pressed") ?? false;
    return (
      pressIn(page, panel, [/^/]) ??
      pressIn(page, findAll(tree, "list", /^Eight places/)[0], [/you can take it$/]) ??
      (choosing && card !== undefined && !isChosen ? withControl(locate(page, card), pressSoon) : undefined)
    );
  };
  return doNext(page, choose, action(page).getByRole("button"), endOf(page));
}

/** Presses a button, unless a window has come to lie over it: then the player looks again. */
async function pressSoon(button: Locator): Promise<void> {
  await button.click({ trial: true, timeout: 1_000 });
  await ROLES.press(button);
}

/** Presses the first button of some names in a part of the page; `undefined`: none can be pressed. */
function pressIn(page: Page, part: TreeNode | undefined, names: readonly RegExp[]): Step | undefined {
  const button = firstEnabled(part, names);
  if (part === undefined || button === undefined) return undefined;
  return withControl(locate(locate(page, part), button), pressSoon);
}
