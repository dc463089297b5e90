import type { Locator, Page } from "playwright-core";
import { action, awaited, endOf } from "./page-actions.ts";
import { type InputMethod, ROLES } from "./page-input-methods.ts";
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
export function nextInTieqchieq(page: Page, tree: TreeNode, input = ROLES): Step | undefined {
  const window = topWindow(tree);
  if (window !== undefined) return pressIn(page, window, GO_ON, input);
  const panel = findAll(tree, "region", /^What you can do$/)[0];
  const acts = findAll(tree, "region", /^Your acts/)[0];
  // What the button says of keys is spaced otherwise in its name than in the tree.
  const can = firstEnabled(panel, [IN_PANEL]) !== undefined;
  const button = action(page).getByRole("button", { name: IN_PANEL }).first();
  return can ? withControl(button, (it) => pressSoon(it, input)) : pressIn(page, acts, [/^/], input);
}

const IN_PANEL = /^(Toss|Stay on|Introduce|Move|Attack)/;

/** Does one thing in Space Aztecs, or sees its end. */
export const answerInSpaceAztecs = (page: Page): Promise<void> =>
  doNext(page, (tree) => nextInSpaceAztecs(page, tree), action(page).getByRole("button"), endOf(page));

/**
 * Returns what a person does next in Space Aztecs, who takes the first pile that is free, and plays the latest card; `undefined`: there
 * is nothing to do.
 */
export function nextInSpaceAztecs(page: Page, tree: TreeNode, input = ROLES): Step | undefined {
  const window = topWindow(tree);
  if (window !== undefined) return pressIn(page, window, GO_ON, input);
  const panel = findAll(tree, "region", /^What you can do$/)[0];
  const victims = openGroup(panel);
  if (victims !== undefined) return withControl(locate(action(page), victims), (it) => input.aim(it));
  const [card] = findAll(tree, "region", /^The pile you hold/).flatMap((hand) =>
    findAll(hand, "button").slice(-1),
  );
  // Cards of a pile are only read until all seats hold one, and so is a chosen one that is pressed again: while it is being sent.
  const choosing = findAll(panel, "heading", /^Choose in secret$/).length > 0;
  const isChosen = card?.states.has("pressed") ?? false;
  return (
    pressIn(page, panel, [/^/], input) ??
    pressIn(page, findAll(tree, "list", /^Eight places/)[0], [/you can take it$/], input) ??
    (choosing && card !== undefined && !isChosen
      ? withControl(locate(page, card), (it) => pressSoon(it, input))
      : undefined)
  );
}

/** Presses a button, unless a window has come to lie over it: then the player looks again. */
async function pressSoon(button: Locator, input: InputMethod): Promise<void> {
  if (input === ROLES) await button.click({ trial: true, timeout: 1_000 });
  await input.press(button);
}

/** Presses the first button of some names in a part of the page; `undefined`: none can be pressed. */
function pressIn(
  page: Page,
  part: TreeNode | undefined,
  names: readonly RegExp[],
  input: InputMethod,
): Step | undefined {
  const button = firstEnabled(part, names);
  if (part === undefined || button === undefined) return undefined;
  return withControl(locate(locate(page, part), button), (it) => pressSoon(it, input));
}
