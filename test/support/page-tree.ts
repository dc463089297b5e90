import type { Locator, Page } from "playwright-core";
import { parse } from "yaml";

/** An element of a page's accessibility tree. */
export interface TreeNode {
  readonly role: string;
  readonly name: string;
  /** Its states, e.g. `disabled`, `checked`. */
  readonly states: ReadonlySet<string>;
  readonly children: readonly TreeNode[];
}

/** The windows of a page. */
const WINDOWS = "dialog[open]";

/** Where people act at the table while no window is open: the panel, the hand, and places of the board that are buttons. */
const AT_TABLE = ["What you can do", "Your hand", "Your acts", "The pile you hold", "Eight places"]
  .map((name) => `[aria-label^="${name}"]:not(dialog *)`)
  .join();

/** ms in which a part that was there a moment ago is read, unless it has gone. */
const READ = { timeout: 1_000 } as const;

/**
 * Reads the accessibility tree of the parts of a page in which people act: its windows, else those at the table. Reading the whole page
 * takes the browser many times as long, and so does asking for each element by itself.
 */
export async function readTree(page: Page): Promise<TreeNode> {
  const windows = await readParts(page, WINDOWS);
  return topWindow(windows) === undefined ? readParts(page, AT_TABLE) : windows;
}

async function readParts(page: Page, selector: string): Promise<TreeNode> {
  const parts = await page.locator(selector).all();
  const snapshots = await Promise.all(parts.map((part) => part.ariaSnapshot(READ).catch(ignoreTimeout)));
  const children = snapshots.flatMap((snapshot) => nodesOf(parse(snapshot)));
  return { role: "document", name: "", states: new Set(), children };
}

/** Returns an empty snapshot for a part that has gone meanwhile. @throws any other error */
function ignoreTimeout(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "";
  throw error;
}

/** The window that lies on top, but for the one that tells how the match ended: nothing is to be done there. */
export const topWindow = (tree: TreeNode): TreeNode | undefined =>
  findAll(tree, "dialog", /^(?!The match is over$)/).at(-1);

/** All elements below one that have a role, in their order; with a name, if one is given. */
export function findAll(root: TreeNode | undefined, role: string, name = /^/): readonly TreeNode[] {
  if (root === undefined) return [];
  return root.children.flatMap((child) => [
    ...(child.role === role && name.test(child.name) ? [child] : []),
    ...findAll(child, role, name),
  ]);
}

/** The element on the page that a node of its tree stands for: the first of its role and name. */
export const locate = (where: Page | Locator, { role, name }: TreeNode): Locator =>
  where.getByRole(role as Parameters<Page["getByRole"]>[0], { name, exact: true }).first();

/** An entry is an element without children as a string, or an object of an element and what it has. */
function nodesOf(entries: unknown): readonly TreeNode[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    if (typeof entry === "string") return nodeOf(entry, []);
    const [[key, value] = ["", null]] = Object.entries(entry as object);
    return nodeOf(key, nodesOf(value));
  });
}

/** Reads `button "Roll the die" [disabled]`. Text and attributes are no elements. */
function nodeOf(text: string, children: readonly TreeNode[]): readonly TreeNode[] {
  const [, role, name = '""', states = ""] =
    /^(\w+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]+\])*)$/.exec(text) ?? [];
  if (role === undefined || role === "text") return [];
  const named = [...states.matchAll(/\[(\w+)/g)].map(([, state = ""]) => state);
  return [{ role, name: String(JSON.parse(name)), states: new Set(named), children }];
}
