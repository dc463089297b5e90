import type { Locator, Page } from "playwright-core";
import { findAll, readTree, type TreeNode } from "./page-tree.ts";

/** One thing that a player can do on the page as it is. */
export type Step = () => Promise<void>;

/** ms after which something to do is expected to have come. */
const PATIENCE = 60_000;

/** ms in which what the page showed a moment ago is found, unless it has gone. */
const FOUND = { state: "attached", timeout: 1_000 } as const;

/** Returns the step that does something with what the page shows. It times out soon if that has gone meanwhile. */
export const withControl =
  (control: Locator, act: (control: Locator) => Promise<void>): Step =>
  async () => {
    await control.waitFor(FOUND);
    await act(control);
  };

/**
 * Does one thing that can be done. What is offered can change between looking and acting; then it looks again.
 * @param choose returns what the player does with what the page shows; `undefined`: there is nothing to do
 * @param come something that is seen when there is something to do
 * @param end something that ends it without anything being done when it is seen
 * @throws with all that the page shows when nothing could be done for 30 s
 */
export async function doNext(
  page: Page,
  choose: (tree: TreeNode) => Step | undefined,
  come: Locator,
  end: Locator,
): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (performance.now() < deadline) {
    const tree = await readTree(page);
    // Looked for after the tree was read: nothing is done that is offered only since the end.
    if (await end.isVisible()) return;
    const step = choose(tree);
    if (step !== undefined && (await step().then(() => true, ignoreTimeout))) return;
    const left = Math.max(1, deadline - performance.now());
    await come.or(end).first().waitFor({ timeout: left }).catch(ignoreTimeout);
  }
  throw new Error(`Nothing can be done. ${await describePage(page)}`);
}

/** Returns all that a page shows, as a sentence of an error. */
export const describePage = async (page: Page): Promise<string> =>
  `The page shows:\n${await page.locator("body").ariaSnapshot()}`;

/** The first button that can be pressed and is not yet, of the first name that there is one of. */
export function firstEnabled(where: TreeNode | undefined, names: readonly RegExp[]): TreeNode | undefined {
  const buttons = findAll(where, "button").filter(
    ({ states }) => !states.has("disabled") && !states.has("pressed"),
  );
  for (const name of names) {
    const found = buttons.find((button) => name.test(button.name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first group of targets of which none is chosen. */
export function openGroup(where: TreeNode | undefined): TreeNode | undefined {
  return findAll(where, "group").find((group) => {
    const radios = findAll(group, "radio");
    return radios.length > 0 && radios.every(({ states }) => !states.has("checked"));
  });
}

/** Ignores a timeout: what was offered has gone before it could be pressed. Throws any other error. */
function ignoreTimeout(error: unknown): false {
  if (error instanceof Error && error.name === "TimeoutError") return false;
  throw error;
}
