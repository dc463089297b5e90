import { RefusalError } from "../refusal.ts";
import { faults } from "./counters.ts";

/** Counts a failure by its code; an error that is not a refusal is a bug, and counts as `internal`. */
export function countFault(error: unknown): void {
  faults.inc({ code: error instanceof RefusalError ? error.body.code : "internal" });
}
