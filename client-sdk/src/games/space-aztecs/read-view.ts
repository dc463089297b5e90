import type {
  BySeat,
  Card,
  City,
  Outcome,
  Seat,
  Standing,
  Table,
  View,
} from "@flower-war/rules/space-aztecs";
import type { SpaceAztecsState } from "../states.ts";
import type { SpaceAztecsTable, SyncedCity } from "./state.ts";

/**
 * Rebuilds from the synced state the very value of the rules' `view(state, seat)`.
 * @param seat whose view; `null`: what everybody sees
 * @returns `null` while seats are open: the match has not begun
 */
export function readView(state: SpaceAztecsState, seat: Seat | null): View | null {
  if (state.status === "gathering") return null;
  const table = readTable(state.table);
  if (seat === null) return { table, seat, pile: [], chosen: null };
  const cards = [...(state.hands.get(seat)?.cards ?? [])];
  if (table.chosen.includes(seat)) return { table, seat, pile: [], chosen: cards[0] ?? null };
  return { table, seat, pile: cards, chosen: null };
}

function readTable(table: SpaceAztecsTable): Table {
  const { removedSet, codex, removed, round, phase, starting, saucersPlayed } = table;
  const holders = [...table.heldBy];
  return {
    options: { removedSet, codex },
    seats: readSeats(table.seats),
    removed: removed || null,
    round,
    phase,
    starting,
    places: [...table.cards].map((cards, i) => ({ cards, heldBy: holders[i] || null })),
    chosen: readSeats(table.chosen),
    times: bySeat(table.times.entries(), (time) => time),
    turnedUp: readTurnedUp(table),
    saucersPlayed,
    cities: bySeat(table.cities.entries(), readCity),
    outcome: readOutcome(table),
  };
}

function readTurnedUp({ turnedUp: { seat, card } }: SpaceAztecsTable): Table["turnedUp"] {
  return seat === "" ? null : { seat, card };
}

function readCity({ visible, temples, codices, saucers }: SyncedCity): City {
  return {
    visible: readList(visible),
    temples: readStacks(temples).map(({ card, others }) => ({ card, covers: others })),
    codices: readList(codices),
    saucers: readStacks(saucers).map(({ card, others }) => ({ card, took: others })),
  };
}

function readStacks(packed: string): readonly { readonly card: Card; readonly others: readonly Card[] }[] {
  return readList(packed).map((stack) => {
    const [card = "", others = ""] = stack.split(":");
    return { card, others: others === "" ? [] : others.split(",") };
  });
}

function readOutcome({ outcome: { by, standings } }: SpaceAztecsTable): Outcome | null {
  return by === "" ? null : { by, standings: [...standings].map(readStanding) };
}

function readStanding(packed: string): Standing {
  const [seat, ...numbers] = packed.split(":");
  const [place = 0, codices = 0, aztecs = 0, fewest = 0, saucers = 0, survivors = 0] = numbers.map(Number);
  const total = codices + aztecs + fewest + saucers;
  return { seat: seat as Seat, place, score: { codices, aztecs, fewest, saucers, total, survivors } };
}

function readSeats(packed: string): readonly Seat[] {
  return readList(packed) as readonly Seat[];
}

function readList(packed: string): readonly string[] {
  return packed === "" ? [] : packed.split(" ");
}

function bySeat<S, V>(entries: Iterable<[string, S]>, read: (synced: S) => V): BySeat<V> {
  return Object.fromEntries([...entries].map(([seat, synced]) => [seat, read(synced)]));
}
