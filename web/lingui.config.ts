import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

/** Folders with a catalogue of their own, which is loaded with them (`PARTS` of src/texts/index.ts, and the operator's page). */
const PARTS = [
  "games/flower-war",
  "games/space-aztecs",
  "games/tieqchieq",
  "chat",
  "create",
  "door",
  "gather",
  "learn",
  "operator",
  "player",
  "replay",
  "report",
  "result",
  "temple",
];

/** The page's own texts; those of cards, rules and games come from the SDK. `xx` is for tests: every text, accented and longer. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "es", "xx"],
  pseudoLocale: "xx",
  fallbackLocales: { default: "en" },
  catalogs: [
    {
      path: "<rootDir>/src/texts/{locale}",
      include: ["<rootDir>/src"],
      exclude: PARTS.map((part) => `<rootDir>/src/${part}/**`),
    },
    ...PARTS.map((part) => ({
      path: `<rootDir>/src/${part}/messages/{locale}`,
      include: [`<rootDir>/src/${part}`],
    })),
  ],
  // Line numbers would change with every change of the code.
  format: formatter({ lineNumbers: false }),
});
