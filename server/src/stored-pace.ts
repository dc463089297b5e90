import { begin, fold, type Game, type GameTypes } from "@flower-war/rules";
import { findGame, type HostedGames } from "./games/versions.ts";
import { playedBy } from "./storage/journal/command-ids.ts";
import type { StoredFact } from "./storage/journal/facts.ts";
import type { Journal } from "./storage/journal/journal.ts";
import { createdOf, headerOf } from "./storage/journal/record.ts";
import { readMatches } from "./stored-matches.ts";

/** How people decided in one game. */
export interface GamePace {
  /** Matches in which a person decided. */
  matches: number;
  /** ms of each decision, by its kind. */
  readonly decisions: Map<string, number[]>;
}

/**
 * Measures how long people took for their decisions in stored matches that are over: from the moment at which the seat was asked to that at
 * which the server had its command. What bots and the clocks played does not count, nor does a decision during which the match slept or a
 * clock stood still, or somebody sat down.
 * @returns by game; games that are not given are left out
 */
export async function readPace(
  journal: Pick<Journal, "listOthers" | "read">,
  games: HostedGames,
): Promise<ReadonlyMap<string, GamePace>> {
  const paces = new Map<string, GamePace>();
  for await (const { facts } of readMatches(journal, [], ({ over }) => over)) {
    const { plan } = createdOf(facts);
    const hosted = findGame(games, plan);
    if (hosted === undefined) continue;
    const pace = paces.get(plan.game) ?? { matches: 0, decisions: new Map<string, number[]>() };
    let isPlayed = false;
    for (const { decision, ms } of decisionsOf(hosted.game, facts)) {
      const all = pace.decisions.get(decision);
      if (all) all.push(ms);
      else pace.decisions.set(decision, [ms]);
      isPlayed = true;
    }
    if (!isPlayed) continue;
    pace.matches += 1;
    paces.set(plan.game, pace);
  }
  return paces;
}

interface Decided {
  readonly decision: string;
  readonly ms: number;
}

/** Returns the decisions of people in a match, as far as these rules follow it. */
function decisionsOf(game: Game<GameTypes>, facts: readonly StoredFact[]): readonly Decided[] {
  const begunAt = facts.findIndex(({ type }) => type === "begun");
  const begun = facts[begunAt];
  if (begun?.type !== "begun") return [];
  const decided: Decided[] = [];
  const bots = new Set(begun.seats.filter((_, i) => isBot(begun.players[i])));
  /** Since when each seat is asked without a break. */
  let asked = new Map<string, number>();
  try {
    let state = begin(game, headerOf(createdOf(facts), begun));
    asked = askAll(game, state, begun.at, asked);
    for (const fact of facts.slice(begunAt + 1)) {
      if (fact.type === "entry") {
        const { seat } = fact.entry;
        const decision = game.awaiting(state).find((each) => each.seat === seat)?.decision;
        const since = asked.get(seat);
        const by = playedBy(fact.entry);
        const isPerson = !bots.has(seat) && (by === null || by === "bead");
        if (isPerson && decision !== undefined && since !== undefined)
          decided.push({ decision, ms: fact.at - since });
        state = fold(game, state, fact.entry.events);
        asked.delete(seat);
        asked = askAll(game, state, fact.at, asked);
      } else if (fact.type !== "witnessed") {
        if (fact.type === "bot-seated") bots.add(fact.seat);
        if (fact.type === "seat-taken" && !fact.bot) bots.delete(fact.seat);
        asked = new Map();
      }
    }
  } catch {
    // Other rules than these: what came before counts.
  }
  return decided;
}

const isBot = (player?: { readonly kind: string; readonly bot?: true }): boolean =>
  player?.kind !== "human" || player.bot === true;

/** Returns since when the seats are asked that are awaited now: those that were before, since then. */
function askAll(
  game: Game<GameTypes>,
  state: object,
  now: number,
  before: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map(game.awaiting(state).map(({ seat }) => [seat, before.get(seat) ?? now]));
}
