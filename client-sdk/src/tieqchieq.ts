/**
 * The game Tıeqchıeq (docs/rules/tieqchieq.md): types and constants as they occur in views, commands and events, the complete rules, and
 * which text says what.
 */
export * from "@flower-war/rules/tieqchieq";
export { loadTexts } from "./texts/tieqchieq.ts";
