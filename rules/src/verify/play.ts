import type { Game, GameTypes } from "../game.ts";
import type { PublicEntry, PublicHeader } from "../public-record/index.ts";
import { firstDifference, same } from "../same.ts";
import { type Flawed, flawed } from "./flaws.ts";

/** The state after a match's entries, or the first one that is wrong. */
export type Played<T extends GameTypes> = Flawed | { readonly state: T["state"] };

/** Decides every command again. The state follows the rules' own events, never those of the record. */
export function replayCommands<T extends GameTypes>(
  game: Game<T>,
  { options, seats }: PublicHeader,
  seed: string,
  entries: readonly PublicEntry[],
): Played<T> {
  let state = game.setup(options, seats.length, seed);
  for (const [index, entry] of entries.entries()) {
    const n = index + 1;
    if (!seats.some(({ seat }) => seat === entry.seat)) return flawed(n, "unreadable");
    if (entry.n !== n) return flawed(n, "wrong-number", { expected: n, found: entry.n });
    const decided = game.decide(state, entry.seat, entry.command);
    if (decided.events === undefined) return flawed(n, "refused", { found: decided.refused });
    if (!same(decided.command, entry.command)) {
      return flawed(n, "other-command", { expected: decided.command, found: entry.command });
    }
    const difference = firstDifference(decided.events, entry.events);
    if (difference !== null) return flawed(n, "other-events", difference);
    state = decided.state;
  }
  return { state };
}

/**
 * Returns the first entry of format 2 that says wrongly whether a bot played it; `null`: there is none. A bot plays all entries of
 * its seat; once it has replaced a person, all later ones.
 * @param replaced the seats of bots that people took before the first command
 */
export function flawOfPlayers(
  { seats }: PublicHeader,
  replaced: readonly string[],
  entries: readonly PublicEntry[],
): Flawed | null {
  const bots = new Set(
    seats.flatMap(({ seat, kind }) => (kind === "bot" && !replaced.includes(seat) ? seat : [])),
  );
  for (const { n, seat, by } of entries) {
    if (by === "bot") bots.add(seat);
    else if (bots.has(seat)) return flawed(n, "wrong-by", { expected: "bot", found: by });
  }
  return null;
}
