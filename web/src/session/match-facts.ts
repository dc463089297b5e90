import type { ClockRules, GameName, Match, TableSeat } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import { durationWords } from "./duration-words.ts";

/** Returns the name of the player who hosts the table; `null`: there is no host. */
export function hostOf({ seats }: { readonly seats: readonly TableSeat[] }): string | null {
  return seats.find(({ host }) => host)?.name ?? null;
}

/** Returns the clocks of a match in a sentence. */
export function describeMatchClock<G extends GameName>({ state }: Match<G>): string {
  return describeClockRules(state.clockRules === "" ? null : JSON.parse(state.clockRules));
}

/** Returns clocks in a sentence. */
export function describeClockRules(rules: Pick<ClockRules, "turn" | "reserve"> | null): string {
  if (rules === null) return i18n._("No clock: take all the time you want");
  const { turn, reserve } = rules;
  const values = { turn: durationWords(turn), reserve: durationWords(reserve) };
  return reserve === 0
    ? i18n._("{turn} a turn, then the server plays", values)
    : i18n._("{turn} a turn and {reserve} in reserve, then the server plays", values);
}
