import type { HeldCard, Outcome, Seat, Space, Table, Tribe, View } from "@flower-war/rules/flower-war";
import { DECKS, GODS } from "@flower-war/rules/flower-war";
import type { SyncedMap } from "../../protocol.ts";
import type { FlowerWarState, FlowerWarTable, SyncedTribe } from "./state.ts";

/**
 * Rebuilds from the synced state the very value of the rules' `view(state, seat)`.
 * @param seat whose view; `null`: what everybody sees
 * @returns `null` while seats are open: the match has not begun
 */
export function readView(state: FlowerWarState, seat: Seat | null): View | null {
  if (state.status === "gathering") return null;
  return { table: readTable(state.table), seat, hand: seat === null ? [] : readHand(state, seat) };
}

function readHand(state: FlowerWarState, seat: Seat): HeldCard[] {
  return [...(state.hands.get(seat)?.cards ?? [])].map((held) => {
    const colon = held.indexOf(":");
    return { id: held.slice(0, colon), card: held.slice(colon + 1) };
  });
}

function readTable(table: FlowerWarTable): Table {
  return {
    options: { rackSize: table.rackSize },
    seats: [...table.seats],
    tribes: Object.fromEntries([...table.tribes.entries()].map(([seat, tribe]) => [seat, readTribe(tribe)])),
    spaces: readSpaces(table),
    supply: table.supply,
    removed: table.removed,
    lake: byName(GODS, table.lake),
    offerings: byName(GODS, table.offerings),
    decks: byName(DECKS, table.decks),
    turn: readTurn(table),
    battle: readBattle(table),
    apocalypse: readApocalypse(table),
    awaiting: readAwaiting(table),
    outcome: readOutcome(table),
  };
}

function readTribe({ space, skulls, war, rain, day, out }: SyncedTribe): Tribe {
  return { space, skulls, cards: { war, rain, day }, out };
}

function readSpaces(table: FlowerWarTable): Space[] {
  const discs = [...table.discs];
  const tops = [...table.tops];
  const heights = [...table.heights];
  return [...table.racks].map((rack, i) => ({
    rack,
    disc: discs[i] || null,
    top: tops[i] || null,
    height: heights[i] ?? 0,
  }));
}

function readTurn({ turn }: FlowerWarTable): Table["turn"] {
  const { number, seat, die, landings, sacrificed, traded } = turn;
  return { number, seat, die: die || null, landings, sacrificed, traded };
}

function readBattle({ battle }: FlowerWarTable): Table["battle"] {
  const { attacker, defender, attackerDie, defenderDie } = battle;
  if (!attacker || !defender) return null;
  return { attacker, defender, dice: { attacker: attackerDie, defender: defenderDie } };
}

function readApocalypse({ apocalypse }: FlowerWarTable): Table["apocalypse"] {
  const { state, count, keeper, discs, ruling } = apocalypse;
  return { state, count, keeper: keeper || null, discs: [...discs], ruling: ruling || null };
}

function readAwaiting({ awaiting }: FlowerWarTable): Table["awaiting"] {
  const { seat, decision } = awaiting;
  return seat && decision ? { seat, decision } : null;
}

function readOutcome({ outcome }: FlowerWarTable): Outcome | null {
  const { by, winner, places } = outcome;
  if (!by) return null;
  const standings = [...places.entries()].map(([seat, place]) => ({ seat: seat as Seat, place }));
  return { by, winner: winner || null, standings };
}

function byName<K extends string>(names: readonly K[], counts: SyncedMap<number>): { [N in K]: number } {
  const entries = names.map((name) => [name, counts.get(name) ?? 0]);
  return Object.fromEntries(entries) as { [N in K]: number };
}
