import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Apocalypse, Decision, Options, Outcome, Seat } from "@flower-war/rules/flower-war";
import { MatchState } from "../../match/state.ts";

/*
 * The synced table (client-sdk: `FlowerWarTable` says what the fields mean). Entities sit in maps and lists hold
 * primitives only: lists of schemas can leave clients wrong for good.
 */

export const TribeState = schema(
  {
    space: t.uint8().default(0),
    skulls: t.uint16().default(0),
    war: t.uint8().default(0),
    rain: t.uint8().default(0),
    day: t.uint16().default(0),
    copies: t.string().default(""),
    canoes: t.uint8().default(0),
    out: t.uint8().default(0),
  },
  "Tribe",
);

const TurnState = schema(
  {
    number: t.uint16().default(0),
    seat: t.string<Seat>().default("east"),
    extra: t.boolean().default(false),
    again: t.boolean().default(false),
    die: t.uint8().default(0),
    secondDie: t.uint8().default(0),
    landings: t.uint8().default(0),
    dayCards: t.uint8().default(0),
    sacrificesToHuitzilopochtli: t.uint16().default(0),
    sacrificesToTlaloc: t.uint16().default(0),
    traded: t.boolean().default(false),
  },
  "Turn",
);

const BattleState = schema(
  {
    attacker: t.string<Seat | "">().default(""),
    defender: t.string<Seat | "">().default(""),
    attackerRoll: t.uint8().default(0),
    defenderRoll: t.uint8().default(0),
    attackerDie: t.uint8().default(0),
    defenderDie: t.uint8().default(0),
    attackerTotal: t.uint16().default(0),
    defenderTotal: t.uint16().default(0),
    stake: t.uint16().default(0),
    played: t.array("string"),
  },
  "Battle",
);

const ApocalypseState = schema(
  {
    state: t.string<Apocalypse["state"]>().default("none"),
    count: t.uint8().default(0),
    keeper: t.string<Seat | "">().default(""),
    turn: t.uint16().default(0),
    discs: t.array("string"),
    ruling: t.string<"flood" | "invasion" | "">().default(""),
  },
  "Apocalypse",
);

const AwaitingState = schema(
  {
    seat: t.string<Seat | "">().default(""),
    decision: t.string<Decision | "">().default(""),
    card: t.string().default(""),
  },
  "Awaiting",
);

const OutcomeState = schema(
  {
    by: t.string<Outcome["by"] | "">().default(""),
    winner: t.string<Seat | "">().default(""),
    places: t.map("uint8"),
  },
  "Outcome",
);

const TableState = schema(
  {
    battleStake: t.string<Options["battleStake"]>().default("one"),
    cardCosts: t.string<Options["cardCosts"]>().default("printed"),
    apocalypseTrigger: t.uint16<Options["apocalypseTrigger"]>().default(1),
    countdown: t.string<Options["countdown"]>().default("keeper"),
    discRules: t.boolean().default(true),
    rackSize: t.uint8().default(0),
    seats: t.array("string"),
    tribes: t.map(TribeState),
    racks: t.array("uint8"),
    discs: t.array("string"),
    tops: t.array("string"),
    lingers: t.array("string"),
    heights: t.array("uint16"),
    supply: t.uint16().default(0),
    removed: t.uint16().default(0),
    lake: t.map("uint16"),
    offerings: t.map("uint32"),
    decks: t.map("uint16"),
    turn: t.ref(TurnState),
    battle: t.ref(BattleState),
    apocalypse: t.ref(ApocalypseState),
    awaiting: t.ref(AwaitingState),
    outcome: t.ref(OutcomeState),
  },
  "FlowerWarTable",
);
export type TableState = SchemaType<typeof TableState>;

export const FlowerWarState = MatchState.extend({ table: t.ref(TableState) }, "FlowerWarMatch");
export type FlowerWarState = SchemaType<typeof FlowerWarState>;
