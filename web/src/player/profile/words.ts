import { isAgreed } from "@flower-war/client-sdk";
import type { PlayerMatch } from "@flower-war/client-sdk/players";
import { readStandings } from "../../session/standings.ts";
import { i18n } from "../../texts/index.ts";

type Unrated = NonNullable<PlayerMatch["unrated"]>;

const UNRATED: { readonly [U in Unrated]: () => string } = {
  short: () => i18n._("not rated: too short"),
  repeated: () => i18n._("not rated: the same opponents again"),
  reversed: () => i18n._("rating taken back by an operator"),
};

/** Returns why a match is not rated, though others of its kind are. A newer server may have another reason. */
export const describeUnrated = (reason: string): string =>
  Object.hasOwn(UNRATED, reason) ? UNRATED[reason as Unrated]() : i18n._("not rated");

/** Returns how a match ended for its player, in a few words; an empty text if that is not known any more. */
export function describeEnd({ outcome, seat: own, seats, won, left }: PlayerMatch): string {
  if (left) return i18n._("left early");
  if (won) return i18n._("won");
  if (outcome === null) return "";
  if (isAgreed(outcome)) return outcome.by === "draw" ? i18n._("a draw") : i18n._("aborted");
  const standings = readStandings(
    outcome,
    seats.map(({ seat }) => seat),
  );
  if (standings.every(({ place }) => place === null)) return i18n._("nobody won");
  const place = standings.find(({ seat }) => seat === own)?.place ?? null;
  if (place === null || !("standings" in outcome)) return i18n._("lost");
  return i18n._("place {place} of {seats}", { place, seats: seats.length });
}
