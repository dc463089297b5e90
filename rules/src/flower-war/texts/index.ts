/**
 * Flower War and Mexica in words. The texts of a language are data, in a module of their own (`en.ts`, `es.ts`); the
 * functions here pick a text for a card, an event, a command or a condition, and the values of its slots.
 */
export * from "../../texts/index.ts";
export * from "./cards.ts";
export * from "./decisions.ts";
export * from "./events.ts";
export { cardName, readerOf, spaceName } from "./names.ts";
export * from "./spaces.ts";
export * from "./types.ts";
