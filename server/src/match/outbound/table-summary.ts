import type { MatchDetails, MatchState, TablePolicy, TableSummary } from "@flower-war/protocol";
import { defaultsOf, type Game, type GameTypes } from "@flower-war/rules";
import type { HostedGame } from "../../games/hosted-game.ts";
import type { MatchPlan, StoredFact } from "../../storage/journal/facts.ts";
import { completePlan, createdOf } from "../../storage/journal/record.ts";
import { minutesOf, presetOf } from "../preset.ts";
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
    language: plan.language ?? "",
    title: plan.title ?? "",
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

/** Returns the summary of a match without a room: no client is connected. */
export function summarizeStored(
  facts: readonly StoredFact[],
  hosted: HostedGame,
  countdown: number,
): TableSummary {
  const created = createdOf(facts);
  const plan = completePlan(created, hosted.game);
  const state = newState(hosted, created);
  const { startsAt, policy } = newDetails(created, countdown);
  let { admission } = policy;
  let codeShown = plan.invitation === null;
  const seats = new SeatTable(plan, hosted.game, state.seats);
  for (const fact of facts) {
    switch (fact.type) {
      case "seat-taken":
      case "bot-seated":
      case "seat-left":
      case "seat-moved":
      case "host-changed":
        seats.apply(fact);
        break;
      case "code-shown":
        codeShown = fact.shown;
        break;
      case "policy-changed":
        admission = fact.admission ?? admission;
        break;
      case "begun":
        seats.keep(fact.seats);
        state.status = "playing";
        codeShown = plan.invitation === null;
        break;
      default:
    }
  }
  const isUntouched = plan.start === "countdown" && !facts.some(({ type }) => type === "entry");
  const replaceable = isUntouched ? seats.bots : [];
  const freeSeats = state.status === "gathering" ? seats.open : replaceable;
  const details = { codeShown, startsAt, policy: { admission } };
  return summarizeTable({ plan, game: hosted.game, state, details, seats, freeSeats, created });
}
