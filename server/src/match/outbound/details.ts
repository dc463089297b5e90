import { LIMITS, type MatchDetails, type MatchState } from "@flower-war/protocol";
import { NO_DETAILS, writeDetails } from "@flower-war/protocol/server";
import type { Created } from "../../storage/journal/facts.ts";

/** Returns the details of a match without seated players. @param countdown ms */
export function newDetails({ plan, at }: Created & { readonly at: number }, countdown: number): MatchDetails {
  return {
    ...NO_DETAILS,
    start: plan.start,
    startsAt: plan.start === "countdown" ? at + countdown : 0,
    previous: plan.previous ?? "",
    keptUntil: plan.previous === undefined ? 0 : at + LIMITS.rematch,
    codeShown: plan.invitation === null,
    silent: plan.silent,
    title: plan.title ?? "",
    ...(plan.watchDelay !== undefined && { watchDelay: plan.watchDelay }),
    ...(plan.unwatched && { unwatched: true }),
    ...(plan.tournament !== undefined && { assigned: true }),
    takeBacks: plan.takeBacks ?? false,
    pauses: plan.pauses ?? 0,
    holidays: plan.holidays ?? 0,
    handOvers: plan.handOvers ?? "no",
    judges: plan.judges ?? false,
  };
}

/** The details of a match as its synced state says them: they are written when they change. */
export class SyncedDetails {
  readonly #state: MatchState;
  #current: MatchDetails;

  constructor(state: MatchState, details: MatchDetails) {
    this.#state = state;
    this.#current = details;
    state.details = writeDetails(details);
  }

  get current(): MatchDetails {
    return this.#current;
  }

  /** Changes some of them. */
  change(changes: Partial<MatchDetails>): void {
    const names = Object.keys(changes) as (keyof MatchDetails)[];
    if (names.every((name) => changes[name] === this.#current[name])) return;
    this.#current = { ...this.#current, ...changes };
    this.#state.details = writeDetails(this.#current);
  }
}
