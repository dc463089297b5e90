/**
 * The game Space Aztecs (docs/rules/space-aztecs.md): types and constants as they occur in views, commands and events, the complete rules, and
 * which text says what.
 */
export * from "@flower-war/rules/space-aztecs";
export { loadTexts } from "./texts/space-aztecs.ts";
