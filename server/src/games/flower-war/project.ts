import type { Apocalypse, Battle, Outcome, Table, Turn } from "@flower-war/rules/flower-war";
import { writeFields, writeList, writeMap } from "../sync.ts";
import { type TableState, TribeState } from "./state.ts";

/** Writes what everybody sees of a match into its synced table, touching only what changed. */
export function project(table: Table, state: TableState): void {
  writeFields(state, {
    rackSize: table.options.rackSize,
    supply: table.supply,
    removed: table.removed,
  });
  writeList(state.seats, table.seats);
  projectTribes(table, state);
  projectSpaces(table, state);
  writeMap(state.lake, table.lake);
  writeMap(state.offerings, table.offerings);
  writeMap(state.decks, table.decks);
  projectTurn(table.turn, state);
  projectBattle(table.battle, state);
  projectApocalypse(table.apocalypse, state);
  writeFields(state.awaiting, {
    seat: table.awaiting?.seat ?? "",
    decision: table.awaiting?.decision ?? "",
  });
  projectOutcome(table.outcome, state);
}

function projectTribes(table: Table, state: TableState): void {
  for (const seat of table.seats) {
    const tribe = table.tribes[seat];
    if (!tribe) continue;
    const { space, skulls, cards, out } = tribe;
    writeFields(tribeOf(state, seat), { space, skulls, ...cards, out });
  }
}

function tribeOf(state: TableState, seat: string) {
  const known = state.tribes.get(seat);
  if (known) return known;
  const tribe = new TribeState();
  state.tribes.set(seat, tribe);
  return tribe;
}

function projectSpaces({ spaces }: Table, state: TableState): void {
  writeList(
    state.racks,
    spaces.map(({ rack }) => rack),
  );
  writeList(
    state.discs,
    spaces.map(({ disc }) => disc ?? ""),
  );
  writeList(
    state.tops,
    spaces.map(({ top }) => top ?? ""),
  );
  writeList(
    state.heights,
    spaces.map(({ height }) => height),
  );
}

function projectTurn(turn: Turn, state: TableState): void {
  writeFields(state.turn, { ...turn, die: turn.die ?? 0 });
}

function projectBattle(battle: Battle | null, state: TableState): void {
  writeFields(state.battle, {
    attacker: battle?.attacker ?? "",
    defender: battle?.defender ?? "",
    attackerDie: battle?.dice.attacker ?? 0,
    defenderDie: battle?.dice.defender ?? 0,
  });
}

function projectApocalypse(apocalypse: Apocalypse, state: TableState): void {
  const { keeper, ruling, discs } = apocalypse;
  writeFields(state.apocalypse, {
    state: apocalypse.state,
    count: apocalypse.count,
    keeper: keeper ?? "",
    ruling: ruling ?? "",
  });
  writeList(state.apocalypse.discs, discs);
}

function projectOutcome(outcome: Outcome | null, state: TableState): void {
  if (!outcome) return;
  writeFields(state.outcome, { by: outcome.by, winner: outcome.winner ?? "" });
  writeMap(
    state.outcome.places,
    Object.fromEntries(outcome.standings.map(({ seat, place }) => [seat, place])),
  );
}
