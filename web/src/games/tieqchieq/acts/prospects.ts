import type { Act, Seat, Table } from "@flower-war/client-sdk/tieqchieq";
import { type Way, wayOf } from "./acts.ts";

/** The rolls that let a token act. */
export const ROLLS = [1, 2, 3, 4] as const;

/** Where an act would lead with a roll; `way` is `null` where it would not be possible. */
export interface Prospect {
  readonly roll: number;
  readonly way: Way | null;
}

/** Returns where an act would lead with each roll, as the table stands now. */
export function prospectsOf(table: Table, seat: Seat, act: Act): readonly Prospect[] {
  return ROLLS.map((roll) => ({ roll, way: wayOf({ ...table, roll }, seat, act) }));
}
