import type { Values } from "./texts/format.ts";

/** One thing that has to hold for a command, and whether it does. */
export interface Condition<Code extends string> {
  readonly code: Code;
  readonly met: boolean;
  /** Numbers and ids that its text names. */
  readonly values: Values;
}

/** Returns the one reason to give why a command is not possible now; `null` if all conditions are met. */
export function firstUnmet<Code extends string>(
  conditions: readonly Condition<Code>[],
): Condition<Code> | null {
  return conditions.find(({ met }) => !met) ?? null;
}
