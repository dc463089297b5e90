export * from "./events.ts";
export { readView, TieqchieqState, type TieqchieqTable, writeTable } from "./table.ts";
export type * from "./types.ts";
