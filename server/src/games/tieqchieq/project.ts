import { SEATS, type Table } from "@flower-war/rules/tieqchieq";
import { writeFields } from "../sync.ts";
import type { TableState } from "./state.ts";

/** Writes a match's table into its synced one: only what changed. */
export function project(table: Table, state: TableState, before: Table | null): void {
  const { options, phase, turn, roll, plusAt, tosses, coins, battle, outcome } = table;
  writeFields(state, { ...options, phase, turn, roll, plusAt: plusAt ?? "", tosses, coins: coins.join("") });
  for (const seat of SEATS) {
    const { reserve, at, home } = table.tokens[seat];
    if (table.tokens[seat] !== before?.tokens[seat])
      writeFields(state[seat], { reserve, at: at.join(" "), home });
  }
  if (battle !== null && battle !== before?.battle) {
    writeFields(state.battle, { ...battle, coins: battle.coins.join("") });
  }
  if (outcome !== null) writeFields(state.outcome, { by: outcome.by, winner: outcome.winner ?? "" });
}
