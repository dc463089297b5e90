import { readFileSync } from "node:fs";
import type { Command, Table, View } from "@flower-war/client-sdk/flower-war";

/** A table of the gallery: a moment of a match that seeded bots played. */
export function fixture(name: string): { readonly view: View; readonly legal: readonly Command[] } {
  const file = new URL(`../../src/gallery/fixtures/flower-war/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A view with parts of its table replaced. */
export function withTable(view: View, changes: Partial<Table>): View {
  return { ...view, table: { ...view.table, ...changes } };
}
