export * from "./events.ts";
export {
  readView,
  type SyncedTieqchieq,
  TieqchieqState,
  type TieqchieqTable,
  type TieqchieqTypes,
  writeTable,
} from "./table.ts";
