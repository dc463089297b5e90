import type {
  Apocalypse,
  Awaiting,
  Battle,
  Outcome,
  PlayedCard,
  Table,
  Turn,
} from "@flower-war/rules/flower-war";
import { writeFields, writeList, writeMap, writePlace } from "../sync.ts";
import { type TableState, TribeState } from "./state.ts";

/** Writes what everybody sees of a match into its synced table: only what is another object than in `before`. */
export function project(table: Table, state: TableState, before: Table | null): void {
  const changed = (part: keyof Table): boolean => table[part] !== before?.[part];
  if (changed("options")) writeFields(state, table.options);
  writeFields(state, { supply: table.supply, removed: table.removed });
  if (changed("seats")) writeList(state.seats, table.seats);
  if (changed("tribes")) projectTribes(table, state, before);
  if (changed("spaces")) projectSpaces(table.spaces, state, before?.spaces ?? []);
  if (changed("lake")) writeMap(state.lake, table.lake);
  if (changed("offerings")) writeMap(state.offerings, table.offerings);
  if (changed("decks")) writeMap(state.decks, table.decks);
  if (changed("turn")) projectTurn(table.turn, state);
  if (changed("battle")) projectBattle(table.battle, state);
  if (changed("apocalypse")) projectApocalypse(table.apocalypse, state);
  if (changed("awaiting")) projectAwaiting(table.awaiting, state);
  if (changed("outcome")) projectOutcome(table.outcome, state);
}

function projectTribes({ seats, tribes }: Table, state: TableState, before: Table | null): void {
  for (const seat of seats) {
    const tribe = tribes[seat];
    if (!tribe || tribe === before?.tribes[seat]) continue;
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

function projectSpaces(spaces: Table["spaces"], state: TableState, before: Table["spaces"]): void {
  spaces.forEach((space, i) => {
    if (space === before[i]) return;
    writePlace(state.racks, i, space.rack);
    writePlace(state.discs, i, space.disc ?? "");
    writePlace(state.tops, i, space.top ?? "");
    writePlace(state.lingers, i, space.lingers ?? "");
    writePlace(state.heights, i, space.height);
  });
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

function projectAwaiting(awaiting: Awaiting | null, state: TableState): void {
  const { seat = "", decision = "", card = "" } = awaiting ?? {};
  writeFields(state.awaiting, { seat, decision, card });
}

function projectOutcome(outcome: Outcome | null, state: TableState): void {
  if (!outcome) return;
  writeFields(state.outcome, { by: outcome.by, winner: outcome.winner ?? "" });
  writeMap(
    state.outcome.places,
    Object.fromEntries(outcome.standings.map(({ seat, place }) => [seat, place])),
  );
}
