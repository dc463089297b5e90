/** Where it is stored what clients have seen of matches (docs/fair-dice.md). Works in browsers and Node. */
export { parseStoredWitness } from "./stored-witness.ts";
export { memoryWitnessStore, storedWitness, webWitnessStore } from "./witness-stores.ts";
