import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Options, Outcome, Phase, Seat, Square } from "@flower-war/rules/tieqchieq";
import { MatchState } from "../../match/state.ts";

/* The synced table (client-sdk: `TieqchieqTable` says what the fields mean). */

const TokensState = schema(
  {
    reserve: t.uint8().default(0),
    at: t.string().default(""),
    home: t.uint8().default(0),
  },
  "Tokens",
);

const BattleState = schema(
  {
    attacker: t.string<Seat | "">().default(""),
    square: t.string<Square | "">().default(""),
    coins: t.string().default(""),
    winner: t.string<Seat | "">().default(""),
  },
  "LastBattle",
);

const OutcomeState = schema(
  {
    by: t.string<Outcome["by"] | "">().default(""),
    winner: t.string<Seat | "">().default(""),
  },
  "RaceOutcome",
);

const TableState = schema(
  {
    first: t.string<Options["first"]>().default("random"),
    red: t.ref(TokensState),
    yellow: t.ref(TokensState),
    phase: t.string<Phase>().default("toss"),
    turn: t.string<Seat>().default("red"),
    roll: t.uint8().default(0),
    plusAt: t.string<Square | "">().default(""),
    tosses: t.uint16().default(0),
    coins: t.string().default(""),
    battle: t.ref(BattleState),
    outcome: t.ref(OutcomeState),
  },
  "TieqchieqTable",
);
export type TableState = SchemaType<typeof TableState>;

export const TieqchieqState = MatchState.extend({ table: t.ref(TableState) }, "TieqchieqMatch");
export type TieqchieqState = SchemaType<typeof TieqchieqState>;
