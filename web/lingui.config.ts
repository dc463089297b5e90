import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { PARTS } from "./src/texts/parts.ts";

/** The parts of the page, and the pages that are built by themselves. */
const FOLDERS = [...PARTS, "firmware", "operator"];

/** How catalogues are written. Keys are the texts, and line numbers would change with every change of the code. */
export const PO = formatter({ lineNumbers: false, explicitIdAsDefault: true });

/** The page's own texts, English in the code, and their translations; texts of cards, rules and games come from the SDK. */
export default defineConfig({
  sourceLocale: "en",
  // The packages, which have the list, are not built yet when the page is.
  locales: readdirSync(join(import.meta.dirname, "src/texts"))
    .filter((file) => file.endsWith(".po"))
    .map((file) => file.slice(0, -".po".length)),
  fallbackLocales: { default: "en" },
  catalogs: [
    {
      path: "<rootDir>/src/texts/{locale}",
      include: ["<rootDir>/src"],
      exclude: FOLDERS.map((folder) => `<rootDir>/src/${folder}/**`),
    },
    ...FOLDERS.map((folder) => ({
      path: `<rootDir>/src/${folder}/messages/{locale}`,
      include: [`<rootDir>/src/${folder}`],
    })),
  ],
  format: PO,
});
