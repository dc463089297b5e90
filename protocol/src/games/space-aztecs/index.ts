export * from "./events.ts";
export { packHand, readView, SpaceAztecsState, type SpaceAztecsTable, writeTable } from "./table.ts";
export type * from "./types.ts";
