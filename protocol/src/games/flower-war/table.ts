import { schema, type SchemaType, t } from "@colyseus/schema";
import {
  type Awaiting,
  type Decision,
  DECKS,
  FLOWER_WAR_OPTIONS,
  type FlowerWar,
  GODS,
  type HeldCard,
  type Seat,
  type Space,
  type Table,
  type View,
} from "@flower-war/rules/flower-war";
import {
  ApocalypseState,
  BattleState,
  OutcomeState,
  readApocalypse,
  readBattle,
  readOutcome,
  readTribe,
  readTurn,
  TribeState,
  TurnState,
  writeApocalypse,
  writeBattle,
  writeOutcome,
  writeTribe,
  writeTurn,
} from "./parts.ts";
import { optionFields, readSyncedOptions } from "../options.ts";
import { isGathering, matchFields, type ReadableMatch, type SyncedMatch } from "../../match-state.ts";
import { entriesOf, listOf, pure, type Synced, type SyncedMap, type Told } from "../../synced.ts";
import { tableWriter, writeFields, writeIndex, writeList, writeMap } from "../../write.ts";

/*
 * Flower War's synced table: the schema, what the server writes into it and what clients read from it (rules: `Table`).
 * `""` stands for no seat and nothing, 0 for no die. Empty while the match is `gathering`.
 */

/** `card`: the Day card that asks to `choose`. */
const AwaitingState = pure(() =>
  schema(
    {
      seat: t.string<Seat | "">().default(""),
      decision: t.string<Decision | "">().default(""),
      card: t.string().default(""),
    },
    "Awaiting",
  ),
);
type AwaitingState = SchemaType<typeof AwaitingState>;

const TableState = pure(() =>
  schema(
    {
      ...optionFields(FLOWER_WAR_OPTIONS),
      /** The seats of the match in turn order. */
      seats: t.array<Seat>("string"),
      tribes: t.map(TribeState),
      /** Lists of 20 are by space, index 0 is space 1. */
      racks: t.array("uint8"),
      /** The seat that earned each space's disc last; `""`: it lies on the board. */
      discs: t.array<Seat | "">("string"),
      /** The card on top of each stack; `""`: no stack. */
      tops: t.array("string"),
      /** The owner of a top card that acts on arriving seats; `""`: it is inert. */
      lingers: t.array<Seat | "">("string"),
      heights: t.array("uint16"),
      supply: t.uint16().default(0),
      removed: t.uint16().default(0),
      /** By god, as `offerings`. */
      lake: t.map("uint16"),
      offerings: t.map("uint32"),
      /** Cards left to draw, by deck. */
      decks: t.map("uint16"),
      turn: t.ref(TurnState),
      battle: t.ref(BattleState),
      apocalypse: t.ref(ApocalypseState),
      awaiting: t.ref(AwaitingState),
      outcome: t.ref(OutcomeState),
    },
    "FlowerWarTable",
  ),
);
type TableState = SchemaType<typeof TableState>;

export const FlowerWarState = pure(() =>
  schema({ ...matchFields(), table: t.ref(TableState) }, "FlowerWarMatch"),
);
export type FlowerWarState = SchemaType<typeof FlowerWarState>;

/** The table as clients read it. */
export type FlowerWarTable = Synced<TableState>;

/**
 * Writes the public state of a match into its synced table: the parts that differ from `before`.
 * @param before what the synced table shows; `null`: nothing yet
 */
export const writeTable = tableWriter<Table, TableState>({
  options: writePlain,
  supply: writePlain,
  removed: writePlain,
  seats: (state, { seats }) => writeList(state.seats, seats),
  tribes: writeTribes,
  spaces: writeSpaces,
  lake: (state, { lake }) => writeMap(state.lake, lake),
  offerings: (state, { offerings }) => writeMap(state.offerings, offerings),
  decks: (state, { decks }) => writeMap(state.decks, decks),
  turn: (state, { turn }) => writeTurn(state.turn, turn),
  battle: (state, { battle }) => writeBattle(state.battle, battle),
  apocalypse: (state, { apocalypse }) => writeApocalypse(state.apocalypse, apocalypse),
  awaiting: (state, { awaiting }) => writeAwaiting(state.awaiting, awaiting),
  outcome: (state, { outcome }) => writeOutcome(state.outcome, outcome),
});

function writePlain(state: TableState, { options, supply, removed }: Table): void {
  writeFields(state, { ...options, supply, removed });
}

function writeTribes(state: TableState, { seats, tribes }: Table, before: Table | null): void {
  for (const seat of seats) {
    const tribe = tribes[seat];
    if (!tribe || tribe === before?.tribes[seat]) continue;
    if (!state.tribes.has(seat)) state.tribes.set(seat, new TribeState());
    writeTribe(state.tribes.get(seat) as TribeState, tribe);
  }
}

function writeSpaces(state: TableState, { spaces }: Table, before: Table | null): void {
  const { racks, discs, tops, lingers, heights } = state;
  spaces.forEach((space, i) => {
    const was = before?.spaces[i];
    if (space === was) return;
    const { rack, disc, top, lingers: player, height, ...rest } = space;
    rest satisfies Record<string, never>;
    if (rack !== was?.rack) writeIndex(racks, i, rack);
    if (disc !== was?.disc) writeIndex(discs, i, disc ?? "");
    if (top !== was?.top) writeIndex(tops, i, top ?? "");
    if (player !== was?.lingers) writeIndex(lingers, i, player ?? "");
    if (height !== was?.height) writeIndex(heights, i, height);
  });
}

function writeAwaiting(state: AwaitingState, awaiting: Awaiting | null): void {
  const { seat = "", decision = "", card = "" } = awaiting ?? {};
  writeFields(state, { seat, decision, card });
}

/** A hand as the synced strings that its owner alone receives. */
export function packHand(hand: readonly HeldCard[]): readonly string[] {
  return hand.map(({ id, card }) => `${id}:${card}`);
}

/**
 * Rebuilds the value of the rules' `view(state, seat)` from synced state.
 * @param seat whose view; `null`: the public one
 * @returns `null` while the match is `gathering`
 */
export function readView(state: ReadableMatch<FlowerWarTable>, seat: Seat | null): View | null {
  if (isGathering(state)) return null;
  return { table: readTable(state.table), seat, hand: seat === null ? [] : readHand(state, seat) };
}

function readHand(state: ReadableMatch<FlowerWarTable>, seat: Seat): HeldCard[] {
  return listOf(state.hands?.get(seat)?.cards).map((held) => {
    const colon = held.indexOf(":");
    return { id: held.slice(0, colon), card: held.slice(colon + 1) };
  });
}

function readTable(table: Told<FlowerWarTable> = {}): Table {
  const { supply = 0, removed = 0 } = table;
  return {
    options: readSyncedOptions(FLOWER_WAR_OPTIONS, table),
    seats: listOf(table.seats),
    tribes: Object.fromEntries(entriesOf(table.tribes).map(([seat, tribe]) => [seat, readTribe(tribe)])),
    spaces: readSpaces(table),
    supply,
    removed,
    lake: readCounts(GODS, table.lake),
    offerings: readCounts(GODS, table.offerings),
    decks: readCounts(DECKS, table.decks),
    turn: readTurn(table.turn),
    battle: readBattle(table.battle),
    apocalypse: readApocalypse(table.apocalypse),
    awaiting: readAwaiting(table.awaiting),
    outcome: readOutcome(table.outcome),
  };
}

function readSpaces(table: Told<FlowerWarTable>): Space[] {
  const discs = listOf(table.discs);
  const tops = listOf(table.tops);
  const lingers = listOf(table.lingers);
  const heights = listOf(table.heights);
  return listOf(table.racks).map((rack, i) => ({
    rack,
    disc: discs[i] || null,
    top: tops[i] || null,
    lingers: lingers[i] || null,
    height: heights[i] ?? 0,
  }));
}

function readAwaiting({ seat, decision, card }: Told<Synced<AwaitingState>> = {}): Awaiting | null {
  if (!seat || !decision) return null;
  return { seat, decision, ...(card && { card }) };
}

function readCounts<K extends string>(
  names: readonly K[],
  counts: SyncedMap<number> | undefined,
): { readonly [N in K]: number } {
  const entries = names.map((name) => [name, counts?.get(name) ?? 0]);
  return Object.fromEntries(entries) as { [N in K]: number };
}

/** Flower War's types, as clients see it. */
export interface FlowerWarTypes extends FlowerWar {
  table: FlowerWarTable;
  hand: readonly HeldCard[];
}

/** The synced state of a match, as clients read it. */
export type SyncedFlowerWar = SyncedMatch<FlowerWarTable>;
