import { schema, type SchemaType, t } from "@colyseus/schema";
import {
  type Battle,
  type Coin,
  type Outcome,
  type Phase,
  type Seat,
  SEATS,
  type Square,
  type Table,
  type Tieqchieq,
  TIEQCHIEQ_OPTIONS,
  type Tokens,
  type View,
} from "@flower-war/rules/tieqchieq";
import { optionFields, readSyncedOptions } from "../options.ts";
import { isGathering, matchFields, type ReadableMatch, type SyncedMatch } from "../../match-state.ts";
import { pure, type Synced, type Told } from "../../synced.ts";
import { tableWriter, writeFields } from "../../write.ts";

/*
 * Tıeqchıeq's synced table: the schema, what the server writes into it and what clients read from it (rules: `Table`).
 * `""` stands for no seat and nothing. Coins are `0` and `1` in the order tossed, e.g. `"0100"`. Means nothing while the
 * match is `gathering`.
 */

const TokensState = pure(() =>
  schema(
    {
      reserve: t.uint8().default(0),
      /** Squares that hold one, joined by spaces, in the order of the colour's path. */
      at: t.string().default(""),
      home: t.uint8().default(0),
    },
    "Tokens",
  ),
);
type TokensState = SchemaType<typeof TokensState>;

/** The last battle; `attacker` `""`: none yet. */
const BattleState = pure(() =>
  schema(
    {
      attacker: t.string<Seat | "">().default(""),
      square: t.string<Square | "">().default(""),
      coins: t.string().default(""),
      winner: t.string<Seat | "">().default(""),
    },
    "LastBattle",
  ),
);
type BattleState = SchemaType<typeof BattleState>;

/** `by` `""`: the match is not over. */
const OutcomeState = pure(() =>
  schema(
    { by: t.string<Outcome["by"] | "">().default(""), winner: t.string<Seat | "">().default("") },
    "RaceOutcome",
  ),
);
type OutcomeState = SchemaType<typeof OutcomeState>;

const TableState = pure(() =>
  schema(
    {
      ...optionFields(TIEQCHIEQ_OPTIONS),
      red: t.ref(TokensState),
      yellow: t.ref(TokensState),
      phase: t.string<Phase>().default("toss"),
      turn: t.string<Seat>().default("red"),
      /** 1-4 in `act` and `plus`, else 0. */
      roll: t.uint8().default(0),
      plusAt: t.string<Square | "">().default(""),
      tosses: t.uint16().default(0),
      /** The coins of the last toss; `""` before the first. */
      coins: t.string().default(""),
      battle: t.ref(BattleState),
      outcome: t.ref(OutcomeState),
    },
    "TieqchieqTable",
  ),
);
type TableState = SchemaType<typeof TableState>;

export const TieqchieqState = pure(() =>
  schema({ ...matchFields(), table: t.ref(TableState) }, "TieqchieqMatch"),
);
export type TieqchieqState = SchemaType<typeof TieqchieqState>;

/** The table as clients read it. */
export type TieqchieqTable = Synced<TableState>;

/**
 * Writes a match's table into its synced one: the parts that are another value than in `before`.
 * @param before what the synced table shows; `null`: nothing yet
 */
export const writeTable = tableWriter<Table, TableState>({
  options: writePlain,
  phase: writePlain,
  turn: writePlain,
  roll: writePlain,
  plusAt: writePlain,
  tosses: writePlain,
  coins: writePlain,
  tokens: writeTokens,
  battle: (state, { battle }) => writeBattle(state.battle, battle),
  outcome: (state, { outcome }) => writeOutcome(state.outcome, outcome),
});

function writePlain(state: TableState, { options, phase, turn, roll, plusAt, tosses, coins }: Table): void {
  writeFields(state, { ...options, phase, turn, roll, plusAt: plusAt ?? "", tosses, coins: coins.join("") });
}

function writeTokens(state: TableState, { tokens }: Table, before: Table | null): void {
  for (const seat of SEATS) {
    const { at, ...counts } = tokens[seat];
    if (tokens[seat] !== before?.tokens[seat]) writeFields(state[seat], { ...counts, at: at.join(" ") });
  }
}

function writeBattle(state: BattleState, battle: Battle | null): void {
  if (battle !== null) writeFields(state, { ...battle, coins: battle.coins.join("") });
}

function writeOutcome(state: OutcomeState, outcome: Outcome | null): void {
  if (outcome !== null) writeFields(state, { by: outcome.by, winner: outcome.winner ?? "" });
}

/**
 * Rebuilds the value of the rules' `view(state, seat)` from synced state.
 * @param seat whose view; `null`: the public one
 * @returns `null` while the match is `gathering`
 */
export function readView(state: ReadableMatch<TieqchieqTable>, seat: Seat | null): View | null {
  return isGathering(state) ? null : { table: readTable(state.table), seat };
}

function readTable(table: Told<TieqchieqTable> = {}): Table {
  const { red, yellow, phase = "toss", turn = "red", roll = 0, plusAt } = table;
  const { tosses = 0, coins = "" } = table;
  return {
    options: readSyncedOptions(TIEQCHIEQ_OPTIONS, table),
    tokens: { red: readTokens(red), yellow: readTokens(yellow) },
    phase,
    turn,
    roll,
    plusAt: plusAt || null,
    tosses,
    coins: readCoins(coins),
    battle: readBattle(table.battle),
    outcome: readOutcome(table),
  };
}

function readTokens({ reserve = 0, at = "", home = 0 }: Told<Synced<TokensState>> = {}): Tokens {
  return { reserve, at: at === "" ? [] : (at.split(" ") as Square[]), home };
}

function readCoins(coins: string): readonly Coin[] {
  return Array.from(coins, (coin) => (coin === "1" ? 1 : 0));
}

function readBattle(state: Told<Synced<BattleState>> = {}): Battle | null {
  const { attacker, square, coins = "", winner } = state;
  return attacker && square && winner ? { attacker, square, coins: readCoins(coins), winner } : null;
}

function readOutcome({ outcome: { by, winner } = {}, red, yellow }: Told<TieqchieqTable>): Outcome | null {
  if (!by) return null;
  return { by, winner: winner || null, home: { red: red?.home ?? 0, yellow: yellow?.home ?? 0 } };
}

/** Tıeqchıeq's types, as clients see it. */
export interface TieqchieqTypes extends Tieqchieq {
  table: TieqchieqTable;
  hand: readonly never[];
}

/** The synced state of a match, as clients read it. */
export type SyncedTieqchieq = SyncedMatch<TieqchieqTable>;
