import type { Apocalypse, Battle, Outcome, PlayedCard, Table, Turn } from "@flower-war/rules/flower-war";
import { writeFields, writeList, writeMap } from "../sync.ts";
import { type TableState, TribeState } from "./state.ts";

/** Writes what everybody sees of a match into its synced table, touching only what changed. */
export function project(table: Table, state: TableState): void {
  writeFields(state, {
    ...table.options,
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
    card: table.awaiting?.card ?? "",
  });
  projectOutcome(table.outcome, state);
}

function projectTribes(table: Table, state: TableState): void {
  for (const seat of table.seats) {
    const tribe = table.tribes[seat];
    if (!tribe) continue;
    const { space, skulls, cards, copies, canoes, out } = tribe;
    writeFields(tribeOf(state, seat), { space, skulls, ...cards, copies: copies.join(" "), canoes, out });
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
    state.lingers,
    spaces.map(({ lingers }) => lingers ?? ""),
  );
  writeList(
    state.heights,
    spaces.map(({ height }) => height),
  );
}

function projectTurn(turn: Turn, state: TableState): void {
  const { number, seat, extra, again, dice, landings, dayCards, sacrifices, traded } = turn;
  const [die = 0, secondDie = 0] = dice;
  writeFields(state.turn, {
    number,
    seat,
    extra,
    again,
    die,
    secondDie,
    landings,
    dayCards,
    sacrificesToHuitzilopochtli: sacrifices.huitzilopochtli,
    sacrificesToTlaloc: sacrifices.tlaloc,
    traded,
  });
}

function projectBattle(battle: Battle | null, state: TableState): void {
  writeFields(state.battle, {
    attacker: battle?.attacker ?? "",
    defender: battle?.defender ?? "",
    attackerRoll: battle?.rolls.attacker ?? 0,
    defenderRoll: battle?.rolls.defender ?? 0,
    attackerDie: battle?.dice.attacker ?? 0,
    defenderDie: battle?.dice.defender ?? 0,
    attackerTotal: battle?.totals.attacker ?? 0,
    defenderTotal: battle?.totals.defender ?? 0,
    stake: battle?.stake ?? 0,
  });
  writeList(state.battle.played, battle?.played.map(packed) ?? []);
}

/** A card played in a battle as its wire form `"<seat>:<card>:<roll>:<in effect>"`. */
function packed({ seat, card, roll, inEffect }: PlayedCard): string {
  return [seat, card, roll ?? "", inEffect ? "1" : ""].join(":");
}

function projectApocalypse(apocalypse: Apocalypse, state: TableState): void {
  const { keeper, ruling, discs } = apocalypse;
  writeFields(state.apocalypse, {
    state: apocalypse.state,
    count: apocalypse.count,
    keeper: keeper ?? "",
    turn: apocalypse.turn,
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
