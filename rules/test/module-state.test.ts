import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { moduleStateIn } from "./support/module-state.ts";

const SOURCES = join(import.meta.dirname, "../src");
/** Trials are no rules: matches are tried with them, not played. */
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith("trials/"),
);

describe("the rules keep nothing in their modules", () => {
  test.each(files)("%s", (file) => {
    expect(moduleStateIn(readFileSync(join(SOURCES, file), "utf8"))).toEqual([]);
  });
});

describe("module state is found", () => {
  test.each([
    ["a variable", "let last = 0;"],
    ["an exported variable", "export let last: number | null = null;"],
    ["an old variable", "var last = 0;"],
    ["an empty map", "const cache = new Map<string, number>();"],
    ["an empty list", "const kept: string[] = [];"],
    ["an empty record", "const kept = {} as Record<string, number>;"],
    ["a static field", "class Play { static last = 0; }"],
    ["a list that is filled", "const LIST = [1]; export function f() { LIST.push(2); }"],
    ["a map that is filled", "const M = new Map([[1, 2]]); const f = (n: number) => M.set(n, n);"],
    ["a field that is assigned", "const HELD = { n: 0 }; function f() { HELD.n = 1; }"],
    ["a field that is counted", "const HELD = { n: 0 }; class A { f() { HELD.n++; } }"],
    ["a field that is deleted", "const HELD = { n: 0 }; function f() { delete HELD.n; }"],
    ["an imported list that is sorted", 'import { LIST } from "./a.ts"; export const f = () => LIST.sort();'],
    ["a function that keeps a field", "function f() { f.calls += 1; }"],
  ])("%s: %s", (_, code) => {
    expect(moduleStateIn(code)).toHaveLength(1);
  });

  test.each([
    ["a table", "export const TABLE: readonly string[] = ['a']; const M = new Map([[1, 2]]);"],
    ["a list that is always empty", "const NONE: readonly string[] = [];"],
    ["a local variable", "export function f() { let n = 0; n += 1; return n; }"],
    [
      "a local list",
      "const LIST = [1]; export function f() { const list = [...LIST]; list.push(2); return list; }",
    ],
    [
      "a local of the same name",
      "const at = [1]; export function f() { const at = [2]; at.push(3); return at; }",
    ],
    ["a parameter of the same name", "const hand = [1]; export function f(hand: number[]) { hand.push(3); }"],
    [
      "a destructured parameter",
      "const t = [1]; export function f({ t, u: [v] }: X) { t.supply = 1; v.n = 2; }",
    ],
    [
      "a field of an instance",
      "class Play { readonly events: string[] = []; f() { this.events.push('a'); } }",
    ],
    ["a static constant", "class Play { static readonly MOST = 3; }"],
  ])("but not in %s: %s", (_, code) => {
    expect(moduleStateIn(code)).toEqual([]);
  });
});
