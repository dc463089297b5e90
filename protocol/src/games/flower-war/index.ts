export * from "./events.ts";
export {
  FlowerWarState,
  type FlowerWarTable,
  type FlowerWarTypes,
  packHand,
  readView,
  type SyncedFlowerWar,
  writeTable,
} from "./table.ts";
