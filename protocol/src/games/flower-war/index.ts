export * from "./events.ts";
export { type FlowerWarTable, FlowerWarState, packHand, readView, writeTable } from "./table.ts";
export type * from "./types.ts";
