import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Options, Outcome, Phase, Seat, SetId } from "@flower-war/rules/space-aztecs";
import { MatchState } from "../../match/state.ts";

/* The synced table (client-sdk: `SpaceAztecsTable` says what the fields mean). */

export const CityState = schema(
  {
    visible: t.string().default(""),
    temples: t.string().default(""),
    codices: t.string().default(""),
    saucers: t.string().default(""),
  },
  "City",
);

const TurnedUpState = schema(
  {
    seat: t.string<Seat | "">().default(""),
    card: t.string().default(""),
  },
  "TurnedUp",
);

const OutcomeState = schema(
  {
    by: t.string<Outcome["by"] | "">().default(""),
    standings: t.array("string"),
  },
  "AztecsOutcome",
);

const TableState = schema(
  {
    removedSet: t.string<Options["removedSet"]>().default("random"),
    codex: t.boolean().default(true),
    seats: t.string().default(""),
    removed: t.string<SetId | "">().default(""),
    round: t.uint8().default(0),
    phase: t.string<Phase>().default("take"),
    starting: t.string<Seat>().default("0"),
    cards: t.array("uint8"),
    heldBy: t.array("string"),
    chosen: t.string().default(""),
    times: t.map("string"),
    turnedUp: t.ref(TurnedUpState),
    saucersPlayed: t.uint8().default(0),
    cities: t.map(CityState),
    outcome: t.ref(OutcomeState),
  },
  "SpaceAztecsTable",
);
export type TableState = SchemaType<typeof TableState>;

export const SpaceAztecsState = MatchState.extend({ table: t.ref(TableState) }, "SpaceAztecsMatch");
export type SpaceAztecsState = SchemaType<typeof SpaceAztecsState>;
