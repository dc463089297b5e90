/** What a seat has seen of a match, and signs: chains, seals and signatures (docs/fair-dice.md). */
export { RECORD_FORMAT } from "../public-record/types.ts";
export * from "./canonical.ts";
export * from "./chain.ts";
export * from "./signature.ts";
export * from "./terms.ts";
export * from "./witness.ts";
