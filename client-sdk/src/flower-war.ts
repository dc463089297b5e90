/**
 * The games Flower War and Mexica (docs/rules/flower-war.md): types and constants as they occur in views, commands and events, the complete
 * rules, and which text says what.
 */
export * from "@flower-war/rules/flower-war";
export { loadTexts } from "./texts/flower-war.ts";
