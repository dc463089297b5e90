import type { MatchDetails, MatchState, TablePolicy, TableSummary } from "@flower-war/protocol";
import { defaultsOf, type Game, type GameTypes } from "@flower-war/rules";
import type { HostedGame } from "../../games/hosted-game.ts";
import type { MatchPlan, StoredFact } from "../../storage/journal/facts.ts";
import { completePlan, createdOf } from "../../storage/journal/record.ts";
import { minutesOf, presetOf } from "../../games/preset.ts";
import { SeatTable } from "../seats/seat-table.ts";
import { newDetails } from "./details.ts";
import { newState } from "./projection.ts";

/** The subject of a summary: a match, or the state that its facts give. */
interface Described {
  readonly plan: MatchPlan;
  readonly game: Game<GameTypes>;
  readonly state: Pick<MatchState, "status">;
  readonly details: Pick<MatchDetails, "codeShown" | "startsAt"> & {
    readonly policy: Pick<TablePolicy, "admission">;
  };
  readonly seats: Pick<SeatTable, "all">;
  readonly freeSeats: readonly string[];
  readonly created: { readonly at: number };
}

/** Returns the summary of a match for all whom its name admits. */
export function summarizeTable(described: Described): TableSummary {
  const { plan, game, seats, freeSeats, created } = described;
  const { status } = described.state;
  const { codeShown, startsAt, policy } = described.details;
  const { options, clock, start } = plan;
  const preset = presetOf(game, options);
  const defaults = new Map(Object.entries(defaultsOf(game)));
  const changed = Object.entries(options).filter(([name, value]) => defaults.get(name) !== value);
  return {
    status: status === "gathering" ? "gathering" : "playing",
    private: plan.private,
    silent: plan.silent,
    ...(plan.watchDelay !== undefined && { watchDelay: plan.watchDelay }),
    ...(plan.unwatched && { unwatched: true }),
    language: plan.language ?? "",
    title: plan.title ?? "",
    takeBacks: plan.takeBacks ?? false,
    pauses: plan.pauses ?? 0,
    holidays: plan.holidays ?? 0,
    handOvers: plan.handOvers ?? "no",
    judges: plan.judges ?? false,
    codeShown,
    admission: policy.admission,
    preset,
    minutes: minutesOf(game, preset, seats.all.length),
    options,
    changed: changed.map(([name]) => name),
    clock,
    start,
    startsAt: status === "gathering" ? startsAt : 0,
    seats: seats.all.map(([seat, { kind, name, connected, temple, ready, host }]) => ({
      seat,
      kind,
      name,
      connected,
      temple,
      ready,
      host,
    })),
    free: [...freeSeats],
    createdAt: created.at,
  };
}

/** Returns who sits at a match after these facts. @param facts from the first on */
export function seatsOf(facts: readonly StoredFact[], hosted: HostedGame): SeatTable {
  const created = createdOf(facts);
  const seats = new SeatTable(created.plan, hosted.game, newState(hosted, created).seats);
  for (const fact of facts) {
    switch (fact.type) {
      case "seat-taken":
      case "bot-seated":
      case "seat-left":
      case "seat-moved":
      case "host-changed":
        seats.apply(fact);
        break;
      case "begun":
        seats.keep(fact.seats);
        break;
      default:
    }
  }
  return seats;
}

/**
 * Returns the summary of a match without a room: no client is connected. One that is watched with a delay is told as it was when it began,
 * with a room too.
 */
export function summarizeStored(
  all: readonly StoredFact[],
  hosted: HostedGame,
  countdown: number,
): TableSummary {
  const created = createdOf(all);
  const plan = completePlan(created, hosted.game);
  const isDelayed = plan.watchDelay !== undefined;
  const begun = all.findIndex(({ type }) => type === "begun");
  const facts = isDelayed && begun !== -1 ? all.slice(0, begun + 1) : all;
  const { startsAt, policy } = newDetails(created, countdown);
  let { admission } = policy;
  let codeShown = plan.invitation === null;
  for (const fact of facts) {
    if (fact.type === "code-shown") codeShown = fact.shown;
    if (fact.type === "policy-changed") admission = fact.admission ?? admission;
    if (fact.type === "begun") codeShown = plan.invitation === null;
  }
  const seats = seatsOf(facts, hosted);
  const isUntouched = plan.start === "countdown" && !isDelayed && !facts.some(({ type }) => type === "entry");
  const status = begun === -1 ? "gathering" : "playing";
  const freeSeats = begun === -1 ? seats.open : isUntouched ? seats.bots : [];
  const details = { codeShown, startsAt, policy: { admission } };
  return summarizeTable({ plan, game: hosted.game, state: { status }, details, seats, freeSeats, created });
}
