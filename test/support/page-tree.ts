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

/** Reads the accessibility tree of a page, once: asking for each element by itself takes the browser far longer. */
export async function readTree(page: Page): Promise<TreeNode> {
  const entries: unknown = parse(await page.locator("body").ariaSnapshot());
  return { role: "document", name: "", states: new Set(), children: nodesOf(entries) };
}

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
