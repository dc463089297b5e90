/**
 * Tıeqchıeq in words. The texts of a language are data, in a module of their own (`en.ts`, `es.ts`); the functions here
 * pick a text for an event, a command or a condition, and the values of its slots.
 */
export * from "../../texts/index.ts";
export * from "./types.ts";
export * from "./words.ts";
