/** The record of a finished match as anyone can download it (docs/fair-dice.md): writing, reading, chains. */
export * from "./chain.ts";
export * from "./format.ts";
export { parsePublicEnd, parsePublicEntry, parsePublicHeader } from "./parse.ts";
export { type LineFlaw, readRecord, type RecordRead } from "./read.ts";
export * from "./types.ts";
