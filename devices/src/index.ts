export * from "./beam.ts";
export * from "./connected-temple.ts";
export * from "./counter.ts";
export type { CounterStore, StoredCounters } from "./counter-store.ts";
