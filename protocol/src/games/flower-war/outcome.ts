import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Outcome, Seat } from "@flower-war/rules/flower-war";
import { entriesOf, pure, type Synced, type Told } from "../../synced.ts";
import { writeFields, writeMap } from "../../write.ts";

/** `by` `""`: the match is not over. */
export const OutcomeState = pure(() =>
  schema(
    {
      by: t.string<Outcome["by"] | "">().default(""),
      winner: t.string<Seat | "">().default(""),
      /** Results by seat, best first. */
      places: t.map("uint8"),
    },
    "Outcome",
  ),
);
export type OutcomeState = SchemaType<typeof OutcomeState>;

export function writeOutcome(state: OutcomeState, outcome: Outcome | null): void {
  if (!outcome) return;
  writeFields(state, { by: outcome.by, winner: outcome.winner ?? "" });
  writeMap(state.places, Object.fromEntries(outcome.standings.map(({ seat, place }) => [seat, place])));
}

export function readOutcome({ by, winner, places }: Told<Synced<OutcomeState>> = {}): Outcome | null {
  if (!by) return null;
  const standings = entriesOf(places).map(([seat, place]) => ({ seat: seat as Seat, place }));
  return { by, winner: winner || null, standings };
}
