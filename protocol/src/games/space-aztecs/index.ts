export * from "./events.ts";
export {
  packHand,
  readView,
  SpaceAztecsState,
  type SpaceAztecsTable,
  type SpaceAztecsTypes,
  type SyncedSpaceAztecs,
  writeTable,
} from "./table.ts";
