import type { GameName } from "@flower-war/protocol";
import type { ServerTime } from "../time.ts";
import type { OpenTables } from "./open-tables.ts";
import type { OpenTable, QuickPlayFilter, Seeker } from "./table-index.ts";

/** The largest difference of near ratings, in points: a player 200 ahead is first in about two of three matches (docs/ratings.md). */
const NEAR = 200;
/** ms for which a quick play waits for a table that is near at most; by then 4 times as far is near. */
const PATIENCE = 6_000;
/** ms after which it looks again. */
const STEP = 500;

/** The ratings of players. */
interface Ratings {
  /** Returns the ratings of these players in a game; players without one are missing. */
  readRatings(players: readonly string[], game: GameName): Promise<ReadonlyMap<string, number>>;
}

/** A quick play that looks for a table. */
interface Asking extends Seeker {
  /** The player's id; `null`: they are not known. */
  readonly player: string | null;
  /** ms for which it has looked. */
  readonly waited: number;
}

/**
 * Chooses the table at which a quick play sits down: for an account with a rating the one whose players are nearest. What counts as near
 * widens while they wait; when bots would soon sit down at a table, it is near for all.
 */
export class NearTables {
  readonly #tables: Pick<OpenTables, "find" | "list">;
  readonly #ratings: Ratings;
  readonly #time: Pick<ServerTime, "steady">;

  constructor(tables: Pick<OpenTables, "find" | "list">, ratings: Ratings, time: Pick<ServerTime, "steady">) {
    this.#tables = tables;
    this.#ratings = ratings;
    this.#time = time;
  }

  /**
   * Returns the id of the match to join; ms after which to ask again, if those that wait are too far for now; `null`: none waits.
   * Ratings that cannot be read now do not count.
   * @param except ids of matches that are not wanted
   */
  async choose(
    filter: QuickPlayFilter,
    except: ReadonlySet<string>,
    { waited, ...seeker }: Asking,
  ): Promise<string | number | null> {
    // A guest has no rating.
    const account = seeker.isAccount ? seeker.player : null;
    const tables = account === null ? [] : this.#tables.list(filter, except, seeker);
    if (account === null || tables.length === 0 || waited >= PATIENCE)
      return this.#tables.find(filter, except, seeker);
    const players = new Set([account, ...tables.flatMap((table) => table.players)]);
    const ratings = await this.#ratings.readRatings([...players], filter.game).catch(() => new Map());
    const own: number | undefined = ratings.get(account);
    if (own === undefined) return tables[0]?.id ?? null;
    const now = this.#time.steady.now();
    const width = NEAR * (1 + (3 * waited) / PATIENCE);
    const [nearest] = tables
      .map((table) => ({ ...table, gap: gapTo(own, table, account, ratings) }))
      .filter(({ gap, startsAt }) => gap <= width || (startsAt > 0 && startsAt - now <= PATIENCE))
      .toSorted((one, other) => one.gap - other.gap);
    return nearest?.id ?? STEP;
  }
}

/** Returns the points between a rating and the mean of the others' at a table; a table without any is neither near nor far. */
function gapTo(
  own: number,
  { players }: OpenTable,
  account: string,
  ratings: ReadonlyMap<string, number>,
): number {
  const others = players.filter((player) => player !== account);
  const known = others.flatMap((player) => ratings.get(player) ?? []);
  if (known.length === 0) return NEAR;
  return Math.abs(own - known.reduce((sum, rating) => sum + rating, 0) / known.length);
}
