import type {
  HeldCard,
  Outcome,
  PlayedCard,
  Seat,
  Space,
  SpaceId,
  Table,
  Tribe,
  View,
} from "@flower-war/rules/flower-war";
import { DECKS, GODS } from "@flower-war/rules/flower-war";
import type { SyncedMap } from "../../synced.ts";
import type { FlowerWarState } from "../states.ts";
import type { FlowerWarTable, SyncedTribe } from "./state.ts";

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
    options: readOptions(table),
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

function readOptions(table: FlowerWarTable): Table["options"] {
  const { battleStake, cardCosts, apocalypseTrigger, countdown, discRules, rackSize } = table;
  return { battleStake, cardCosts, apocalypseTrigger, countdown, discRules, rackSize };
}

function readTribe({ space, skulls, war, rain, day, copies, canoes, out }: SyncedTribe): Tribe {
  const held = copies === "" ? [] : (copies.split(" ") as SpaceId[]);
  return { space, skulls, cards: { war, rain, day }, copies: held, canoes, out };
}

function readSpaces(table: FlowerWarTable): Space[] {
  const discs = [...table.discs];
  const tops = [...table.tops];
  const lingers = [...table.lingers];
  const heights = [...table.heights];
  return [...table.racks].map((rack, i) => ({
    rack,
    disc: discs[i] || null,
    top: tops[i] || null,
    lingers: lingers[i] || null,
    height: heights[i] ?? 0,
  }));
}

function readTurn({ turn }: FlowerWarTable): Table["turn"] {
  const { number, seat, extra, again, die, secondDie, landings, dayCards, traded } = turn;
  const dice = [die, secondDie].filter((each) => each > 0);
  const sacrifices = {
    huitzilopochtli: turn.sacrificesToHuitzilopochtli,
    tlaloc: turn.sacrificesToTlaloc,
  };
  return { number, seat, extra, again, dice, landings, dayCards, sacrifices, traded };
}

function readBattle({ battle }: FlowerWarTable): Table["battle"] {
  const { attacker, defender, stake } = battle;
  if (!attacker || !defender) return null;
  return {
    attacker,
    defender,
    rolls: { attacker: battle.attackerRoll, defender: battle.defenderRoll },
    played: [...battle.played].map(readPlayed),
    dice: { attacker: battle.attackerDie, defender: battle.defenderDie },
    totals: { attacker: battle.attackerTotal, defender: battle.defenderTotal },
    stake,
  };
}

function readPlayed(packed: string): PlayedCard {
  const [seat, card = "", roll, inEffect] = packed.split(":");
  return { seat: seat as Seat, card, roll: roll ? Number(roll) : null, inEffect: inEffect === "1" };
}

function readApocalypse({ apocalypse }: FlowerWarTable): Table["apocalypse"] {
  const { state, count, keeper, turn, discs, ruling } = apocalypse;
  return { state, count, keeper: keeper || null, turn, discs: [...discs], ruling: ruling || null };
}

function readAwaiting({ awaiting }: FlowerWarTable): Table["awaiting"] {
  const { seat, decision, card } = awaiting;
  if (!seat || !decision) return null;
  return { seat, decision, ...(card && { card }) };
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
