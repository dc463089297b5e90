import { begin, type Game, type GameTypes, type Position, tableEntries } from "@flower-war/rules";
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

/** ms after which a person counts as away, not as deciding. */
const AWAY = 600_000;

/** Facts that interrupt who decides: the clocks stood still, or others may sit there now. */
const INTERRUPTIONS: ReadonlySet<StoredFact["type"]> = new Set([
  "clock-stopped",
  "player-back",
  "time-given-back",
  "slept",
  "bot-seated",
  "seat-taken",
  "seat-left",
  "seat-moved",
]);

/**
 * Measures how long people took for their decisions in stored matches that are over: from the moment at which the seat was asked to that at
 * which the server had its command. What bots and the clocks played does not count, nor a decision of more than 10 minutes, one during
 * which the match slept, a clock stood still or a player sat down, or one that ended because the seat conceded.
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
  try {
    let position: Position<GameTypes> = { state: begin(game, headerOf(createdOf(facts), begun)), acts: [] };
    let asked = askAll(game, position.state, begun.at, new Map());
    for (const fact of facts.slice(begunAt + 1)) {
      // Who acts after an entry of the table thought about other things meanwhile.
      if (fact.type === "entry" && tableEntries.leavesGame(fact.entry.events)) interrupt(asked);
      else if (fact.type === "entry") {
        const { seat, command } = fact.entry;
        const question = asked.get(seat);
        position = tableEntries.advance(game, position, fact.entry);
        if (question !== undefined && isDecision(fact.entry, bots) && command.type !== "concede")
          decided.push({ decision: question.decision, ms: fact.at - question.since });
        asked.delete(seat);
        asked = askAll(game, position.state, fact.at, asked);
      } else if (INTERRUPTIONS.has(fact.type)) {
        noteBots(fact, bots);
        interrupt(asked);
      }
    }
  } catch {
    // Other rules than these: what came before counts.
  }
  return decided.filter(({ ms }) => ms <= AWAY);
}

const isBot = (player?: { readonly kind: string; readonly bot?: true }): boolean =>
  player?.kind !== "human" || player.bot === true;

/** Whether a person sent the command of an entry, or dropped a bead. */
function isDecision(
  entry: { readonly id: string; readonly seat: string },
  bots: ReadonlySet<string>,
): boolean {
  const by = playedBy(entry);
  return !bots.has(entry.seat) && (by === null || by === "bead");
}

/** Keeps the seats of bots up to date. */
function noteBots(fact: StoredFact, bots: Set<string>): void {
  if (fact.type === "bot-seated" || (fact.type === "seat-taken" && fact.bot)) bots.add(fact.seat);
  else if (fact.type === "seat-taken") bots.delete(fact.seat);
}

/** What a seat is asked, and since when: minus infinity if it was interrupted. */
interface Question {
  readonly decision: string;
  since: number;
}

function interrupt(asked: ReadonlyMap<string, Question>): void {
  for (const question of asked.values()) question.since = Number.NEGATIVE_INFINITY;
}

/** Returns what the seats are asked that are awaited now: those that were asked the same before, since then. */
function askAll(
  game: Game<GameTypes>,
  state: object,
  now: number,
  before: ReadonlyMap<string, Question>,
): Map<string, Question> {
  return new Map(
    game.awaiting(state).map(({ seat: awaited, decision }) => {
      const former = before.get(awaited);
      return [awaited, former?.decision === decision ? former : { decision, since: now }];
    }),
  );
}
