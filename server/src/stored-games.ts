import {
  completeOptions,
  type Flawed,
  flawOfRules,
  type Game,
  type GameTypes,
  readOptions,
  versionOf,
} from "@flower-war/rules";
import { GAMES } from "./games/index.ts";
import { findGame, type HostedGames } from "./games/versions.ts";
import type { StoredFact } from "./storage/journal/facts.ts";
import type { Journal, MatchHead } from "./storage/journal/journal.ts";
import { createdOf, publicEntries, publicHeaderOf, readPlayedMatch } from "./storage/journal/record.ts";
import { readMatches } from "./stored-matches.ts";

/** A stored match that a game would not take as it was played. */
export interface Misfit {
  readonly match: string;
  readonly over: boolean;
  /** Where and why, as the end of a sentence. */
  readonly reason: string;
}

/** The stored matches of one version of a game. */
export interface StoredGame {
  readonly game: string;
  readonly version: number;
  /** Whether it is among the given games. */
  readonly isHere: boolean;
  /** The matches that are not over, by their ids, and how many are. */
  readonly open: readonly string[];
  readonly over: number;
  readonly misfits: readonly Misfit[];
}

/**
 * Counts stored matches, each version of a game apart. Damaged ones are left out.
 * @param check whether they are played again
 * @param of which matches: those of games of a host's own, or those of all games that are not over; default: `own`
 * @param noteDamaged gets the heads of damaged ones
 */
export async function readStoredGames(
  journal: Pick<Journal, "listOthers" | "read">,
  games: HostedGames,
  {
    check,
    of = "own",
    noteDamaged,
  }: {
    readonly check: boolean;
    readonly of?: "own" | "open";
    readonly noteDamaged?: (head: MatchHead) => void;
  },
): Promise<readonly StoredGame[]> {
  const found = new Map<string, StoredGame & { open: string[]; over: number; misfits: Misfit[] }>();
  const except = of === "own" ? [...GAMES.keys()] : [];
  const isWanted = ({ over }: MatchHead) => !over || (check && of === "own");
  for await (const { head, facts } of readMatches(journal, except, isWanted, noteDamaged)) {
    const { plan } = createdOf(facts);
    const { game, version = versionOf({}) } = plan;
    const hosted = findGame(games, plan);
    const empty = { game, version, isHere: hosted !== undefined, open: [], over: 0, misfits: [] };
    const stored = found.get(`${game} ${version}`) ?? empty;
    found.set(`${game} ${version}`, stored);
    if (head.over) stored.over += 1;
    else stored.open.push(head.match);
    const reason = check && hosted ? misfitOf(hosted.game, facts) : null;
    if (reason !== null) stored.misfits.push({ match: head.match, over: head.over, reason });
  }
  return [...found.values()].toSorted(
    (one, other) => one.game.localeCompare(other.game, "en") || other.version - one.version,
  );
}

/** Returns why a match would not go on, or not verify, with these rules; `null`: it would. */
export function misfitOf(game: Game<GameTypes>, facts: readonly StoredFact[]): string | null {
  try {
    const played = readPlayedMatch(facts);
    if (played === null) return misfitOfPlan(game, facts);
    const { seed, players, ...header } = played.header;
    const flaw = flawOfRules(game, publicHeaderOf(header, players), seed, publicEntries(played));
    return flaw && describeFlaw(flaw);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** As `misfitOf`, of a match that has not begun. */
function misfitOfPlan(game: Game<GameTypes>, facts: readonly StoredFact[]): string | null {
  const { plan } = createdOf(facts);
  const { min, max } = game.seats;
  if (plan.seats < min || plan.seats > max)
    return `it has ${plan.seats} seats, and the game takes ${min} to ${max}`;
  const wrong = readOptions(game, completeOptions(game, plan.options));
  if (wrong.option !== undefined) return `its option ${wrong.option} has to be ${wrong.expected}`;
  const seats = game.seatsFor(plan.seats);
  const taken = facts.flatMap((fact) => (fact.type === "seat-taken" ? [fact.seat] : []));
  const gone = taken.find((seat) => !seats.includes(seat));
  return gone === undefined ? null : `the game has no seat ${gone}`;
}

const describeFlaw = ({ entry, message }: Flawed): string =>
  typeof entry === "number" ? `at entry ${entry} ${message}` : message;
