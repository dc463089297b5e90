import type { NewFlag } from "./store/flags.ts";
import type { RatedTogether } from "./store/rating-reviews.ts";

/** ms of rated matches in which circles are looked for. */
export const CIRCLE_PERIOD = 30 * 24 * 60 * 60 * 1000;

/** The least number of rated matches of an account that is checked. */
const FEWEST = 5;
/** The most accounts from which a circle's first gets their rating. */
const MOST_OTHERS = 6;
/** The share of the gain that comes from these, of the matches with them that were gains, and of everyone's matches that are in the circle. */
const SHARES = { gain: 0.8, won: 0.9, inside: 0.8 } as const;

/**
 * Finds a closed circle: a few accounts that hardly play others, and of which one gets most of their rating from the others.
 * @param read returns the rated matches of an account
 * @returns `null`: there is none around this account
 */
export async function findCircle(
  player: string,
  read: (player: string) => Promise<readonly RatedTogether[]>,
): Promise<NewFlag | null> {
  const own = [...Map.groupBy(await read(player), ({ match }) => match).values()];
  if (own.length < FEWEST) return null;
  const gains = new Map<string, number>();
  for (const rows of own) {
    for (const { opponent, change } of rows) {
      gains.set(opponent, (gains.get(opponent) ?? 0) + change / rows.length);
    }
  }
  const gained = sum([...gains.values()]);
  if (gained <= 0) return null;
  const sources = [...gains].filter(([, gain]) => gain > 0).toSorted(([, a], [, b]) => b - a);
  const others = sources.slice(0, MOST_OTHERS).map(([other]) => other);
  const from = sum(others.map((other) => gains.get(other) ?? 0));
  if (from < SHARES.gain * gained) return null;
  const circle = new Set([player, ...others]);
  const inside = own.filter((rows) => rows.some(({ opponent }) => circle.has(opponent)));
  const won = inside.filter(([row]) => (row?.change ?? 0) > 0).length;
  if (inside.length < SHARES.inside * own.length || won < SHARES.won * inside.length) return null;
  for (const other of others) {
    const theirs = [...Map.groupBy(await read(other), ({ match }) => match).values()];
    const within = theirs.filter((rows) => rows.some(({ opponent }) => circle.has(opponent)));
    if (within.length < SHARES.inside * theirs.length) return null;
  }
  const evidence = { matches: inside.length, won, gained: Math.round(from) };
  return { kind: "closed-circle", players: [...circle], evidence };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
