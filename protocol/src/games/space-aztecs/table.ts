import { schema, type SchemaType, t } from "@colyseus/schema";
import {
  type BySeat,
  type Card,
  type Outcome,
  type Phase,
  type Seat,
  type SetId,
  SPACE_AZTECS_OPTIONS,
  type SpaceAztecs,
  type Standing,
  type Table,
  type Time,
  type View,
} from "@flower-war/rules/space-aztecs";
import { optionFields, readSyncedOptions } from "../options.ts";
import { CityState, readCity, readWords, writeCity } from "./city.ts";
import { isGathering, matchFields, type ReadableMatch, type SyncedMatch } from "../../match-state.ts";
import { entriesOf, listOf, pure, type Synced, type Told } from "../../synced.ts";
import { tableWriter, writeFields, writeIndex, writeList, writeMap } from "../../write.ts";

/*
 * Space Aztecs' synced table: the schema, what the server writes into it and what clients read from it (rules: `Table`).
 * `""` stands for no seat and nothing; lists of seats and cards are joined by spaces. Means nothing while the match is
 * `gathering`.
 */

const TurnedUpState = pure(() =>
  schema({ seat: t.string<Seat | "">().default(""), card: t.string().default("") }, "TurnedUp"),
);

/** `by` `""`: the match is not over. */
const OutcomeState = pure(() =>
  schema(
    {
      by: t.string<Outcome["by"] | "">().default(""),
      /**
       * The best first: `"<seat>:<place>:<codices>:<Aztecs>:<fewest>:<Saucers>:<survivors>"`; the total is the sum of the
       * four in the middle.
       */
      standings: t.array("string"),
    },
    "AztecsOutcome",
  ),
);
type OutcomeState = SchemaType<typeof OutcomeState>;

const TableState = pure(() =>
  schema(
    {
      ...optionFields(SPACE_AZTECS_OPTIONS),
      /** The seats of the match, clockwise. */
      seats: t.string().default(""),
      /** The set in the box. */
      removed: t.string<SetId | "">().default(""),
      round: t.uint8().default(0),
      phase: t.string<Phase>().default("take"),
      starting: t.string<Seat>().default("0"),
      /** Cards of each pile. Lists of 8 are by place, index 0 is place 1. */
      cards: t.array("uint8"),
      heldBy: t.array<Seat | "">("string"),
      /** The seats whose chosen card lies face down. */
      chosen: t.string().default(""),
      /** By seat. */
      times: t.map("string"),
      turnedUp: t.ref(TurnedUpState),
      saucersPlayed: t.uint8().default(0),
      /** By seat. */
      cities: t.map(CityState),
      outcome: t.ref(OutcomeState),
      /** The seats that conceded, the first one first. */
      out: t.string().default(""),
    },
    "SpaceAztecsTable",
  ),
);
type TableState = SchemaType<typeof TableState>;

export const SpaceAztecsState = pure(() =>
  schema({ ...matchFields(), table: t.ref(TableState) }, "SpaceAztecsMatch"),
);
export type SpaceAztecsState = SchemaType<typeof SpaceAztecsState>;

/** The table as clients read it. */
export type SpaceAztecsTable = Synced<TableState>;

/**
 * Writes the public state of a match into its synced table: the parts that differ from `before`.
 * @param before what the synced table shows; `null`: nothing yet
 */
export const writeTable = tableWriter<Table, TableState>({
  options: writePlain,
  seats: writePlain,
  removed: writePlain,
  round: writePlain,
  phase: writePlain,
  starting: writePlain,
  chosen: writePlain,
  out: writePlain,
  saucersPlayed: writePlain,
  places: writePlaces,
  times: (state, { times }) => writeMap(state.times, times),
  turnedUp: (state, { turnedUp }) =>
    writeFields(state.turnedUp, { seat: turnedUp?.seat ?? "", card: turnedUp?.card ?? "" }),
  cities: writeCities,
  outcome: (state, { outcome }) => writeOutcome(state.outcome, outcome),
});

function writePlain(state: TableState, table: Table): void {
  const { options, seats, removed, round, phase, starting, chosen, saucersPlayed, out } = table;
  writeFields(state, {
    ...options,
    seats: seats.join(" "),
    removed: removed ?? "",
    round,
    phase,
    starting,
    chosen: chosen.join(" "),
    saucersPlayed,
    out: out.join(" "),
  });
}

function writePlaces(state: TableState, { places }: Table, before: Table | null): void {
  places.forEach((place, i) => {
    if (place === before?.places[i]) return;
    const { cards, heldBy, ...rest } = place;
    rest satisfies Record<string, never>;
    writeIndex(state.cards, i, cards);
    writeIndex(state.heldBy, i, heldBy ?? "");
  });
}

function writeCities(state: TableState, { seats, cities }: Table, before: Table | null): void {
  for (const seat of seats) {
    const city = cities[seat];
    if (city === undefined || city === before?.cities[seat]) continue;
    if (!state.cities.has(seat)) state.cities.set(seat, new CityState());
    writeCity(state.cities.get(seat) as CityState, city);
  }
}

function writeOutcome(state: OutcomeState, outcome: Outcome | null): void {
  if (outcome === null) return;
  writeFields(state, { by: outcome.by });
  writeList(state.standings, outcome.standings.map(packStanding));
}

function packStanding({ seat, place, score }: Standing): string {
  const { codices, aztecs, fewest, saucers, survivors } = score;
  return [seat, place, codices, aztecs, fewest, saucers, survivors].join(":");
}

/** The pile that a seat holds or, once it has chosen, its chosen card alone: the synced strings that it alone receives. */
export function packHand({ pile, chosen }: Pick<View, "pile" | "chosen">): readonly string[] {
  return chosen === null ? pile : [chosen];
}

/**
 * Rebuilds the value of the rules' `view(state, seat)` from synced state.
 * @param seat whose view; `null`: the public one
 * @returns `null` while the match is `gathering`
 */
export function readView(state: ReadableMatch<SpaceAztecsTable>, seat: Seat | null): View | null {
  if (isGathering(state)) return null;
  const table = readTable(state.table);
  if (seat === null) return { table, seat, pile: [], chosen: null };
  const cards = listOf(state.hands?.get(seat)?.cards);
  if (table.chosen.includes(seat)) return { table, seat, pile: [], chosen: cards[0] ?? null };
  return { table, seat, pile: cards, chosen: null };
}

function readTable(table: Told<SpaceAztecsTable> = {}): Table {
  const { removed, round = 0, phase = "take", starting = "0" } = table;
  const {
    seats = "",
    chosen = "",
    out = "",
    saucersPlayed = 0,
    turnedUp: { seat = "", card = "" } = {},
  } = table;
  const holders = listOf(table.heldBy);
  return {
    options: readSyncedOptions(SPACE_AZTECS_OPTIONS, table),
    seats: readSeats(seats),
    removed: removed || null,
    round,
    phase,
    starting,
    places: listOf(table.cards).map((cards, i) => ({ cards, heldBy: holders[i] || null })),
    chosen: readSeats(chosen),
    times: readBySeat(entriesOf(table.times), (time): Time => time),
    turnedUp: seat === "" ? null : { seat, card },
    saucersPlayed,
    cities: readBySeat(entriesOf(table.cities), readCity),
    out: readSeats(out),
    outcome: readOutcome(table.outcome),
  };
}

function readOutcome({ by = "", standings }: Told<Synced<OutcomeState>> = {}): Outcome | null {
  return by === "" ? null : { by, standings: listOf(standings).map(readStanding) };
}

function readStanding(packed: string): Standing {
  const [seat, ...numbers] = packed.split(":");
  const [place = 0, codices = 0, aztecs = 0, fewest = 0, saucers = 0, survivors = 0] = numbers.map(Number);
  const total = codices + aztecs + fewest + saucers;
  return { seat: seat as Seat, place, score: { codices, aztecs, fewest, saucers, total, survivors } };
}

function readSeats(packed: string): readonly Seat[] {
  return readWords(packed) as readonly Seat[];
}

function readBySeat<S, V>(entries: Iterable<[string, S]>, read: (synced: S) => V): BySeat<V> {
  return Object.fromEntries([...entries].map(([seat, synced]) => [seat, read(synced)]));
}

/** Space Aztecs' types, as clients see it. */
export interface SpaceAztecsTypes extends SpaceAztecs {
  table: SpaceAztecsTable;
  hand: readonly Card[];
}

/** The synced state of a match, as clients read it. */
export type SyncedSpaceAztecs = SyncedMatch<SpaceAztecsTable>;
