/** Chains, seals and signatures: the evidence of a seat about its match (docs/fair-dice.md). */
export { hasTerms, RECORD_FORMAT } from "../public-record/types.ts";
export * from "./canonical.ts";
export * from "./chain.ts";
export * from "./signature.ts";
export * from "./terms.ts";
export * from "./witness.ts";
