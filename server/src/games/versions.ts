import { type Game, type GameTypes, readOptions, versionOf } from "@flower-war/rules";
import { refuse } from "../refusal.ts";
import { GAMES } from "./index.ts";
import type { HostedGame } from "./hosted-game.ts";

/* Matches keep the version of the rules that they began with: its package stays until they have ended (docs/add-a-game.md). */

/** The games that a server hosts for new matches, by name; each with its earlier versions. */
export type HostedGames = ReadonlyMap<string, HostedGame>;

/** The part of a plan that names the rules of a match; without `version` its game had none. */
interface Played {
  readonly game: string;
  readonly version?: number;
}

/** Returns a game and its earlier versions, the latest first. */
export const versionsOf = (hosted: HostedGame): readonly HostedGame[] => [hosted, ...(hosted.earlier ?? [])];

/** Finds the game of a match in its version; `undefined`: it is not here. */
export function findGame(games: HostedGames, { game, version = 1 }: Played): HostedGame | undefined {
  const hosted = games.get(game);
  return hosted && versionsOf(hosted).find((each) => versionOf(each.game) === version);
}

/**
 * Returns the game of a match in its version.
 * @throws `RefusalError` with `game-missing`
 */
export function requireGame(games: HostedGames, played: Played): HostedGame {
  const hosted = findGame(games, played);
  if (hosted === undefined) throw refuse("game-missing");
  return hosted;
}

/** Whether a game is one of a host's own, of which a version may be missing. */
export const isOwn = (game: string): boolean => !GAMES.has(game);

/** Returns the version as a plan has it: that of a game of ours, or of one without versions, is missing. */
export const planVersion = ({
  version,
}: Pick<Game<GameTypes>, "version">): Pick<Game<GameTypes>, "version"> =>
  version === undefined ? {} : { version };

/**
 * Returns the plan of a match that is played again: with the present version of its game, if the same seats can play that. Options that the
 * version has no more, or with other values, are its defaults.
 */
export function inPresentVersion<P extends Played & { readonly options: object; readonly seats: number }>(
  games: HostedGames,
  plan: P,
): P {
  const present = games.get(plan.game)?.game;
  const former = findGame(games, plan)?.game;
  if (!present || present === former || plan.seats < present.seats.min || plan.seats > present.seats.max)
    return plan;
  const seats = present.seatsFor(plan.seats);
  if (former && former.seatsFor(plan.seats).some((seat, i) => seat !== seats[i])) return plan;
  const kept = Object.entries(plan.options).filter(
    ([name, value]) => readOptions(present, { [name]: value }).options !== undefined,
  );
  const { options } = readOptions(present, Object.fromEntries(kept));
  const { version: _, ...same } = plan;
  return { ...same, ...planVersion(present), options: options ?? plan.options } as P;
}
