import type { Game, GameTypes } from "../game.ts";
import {
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT_2,
} from "../public-record/index.ts";
import { begin } from "../record.ts";
import { firstDifference, same } from "../same.ts";
import { type Flawed, flawed } from "./flaws.ts";

/** The state after a match's entries, or the first one that is wrong. */
export type Played<T extends GameTypes> = Flawed | { readonly state: T["state"] };

/** Decides every command again. The state follows the rules' own events, never those of the record. */
export function replayCommands<T extends GameTypes>(
  game: Game<T>,
  header: PublicHeader,
  seed: string,
  entries: readonly PublicEntry[],
): Played<T> {
  const { seats } = header;
  let state = begin(game, { ...header, seed });
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
 * Returns the first entry of a strict format that says wrongly whether a bot played it; `null`: there is none. A bot plays all entries of
 * its seat; once it has replaced a person, all later ones. Format 3 says in `removed` whom bots replaced.
 */
export function flawOfPlayers(
  { format, seats }: PublicHeader,
  { replaced = [], removed = {} }: PublicEnd,
  entries: readonly PublicEntry[],
): Flawed | null {
  const bots = new Set(
    seats.flatMap(({ seat, kind }) => (kind === "bot" && !replaced.includes(seat) ? seat : [])),
  );
  const mayReplace = (seat: string, n: number) =>
    format === RECORD_FORMAT_2 || (Object.hasOwn(removed, seat) && removed[seat] === n);
  for (const { n, seat, by } of entries) {
    if (by === "bot" ? bots.has(seat) : !bots.has(seat)) continue;
    if (by !== "bot") return flawed(n, "wrong-by", { expected: "bot", found: by });
    if (!mayReplace(seat, n)) return flawed(n, "wrong-by", { found: "bot" });
    bots.add(seat);
  }
  return null;
}

/** Returns what is wrong with the seats that `removed` names; `null`: nothing. */
export function flawOfRemoved(
  { seats }: PublicHeader,
  { replaced = [], removed = {} }: PublicEnd,
  entries: readonly PublicEntry[],
): Flawed | null {
  const people = seats.filter(({ seat, kind }) => kind === "human" || replaced.includes(seat));
  const wrong = Object.entries(removed).find(([seat, n]) => {
    const entry = entries[n - 1];
    return entry?.seat !== seat || entry.by !== "bot" || !people.some((person) => person.seat === seat);
  });
  return wrong === undefined ? null : flawed("end", "bad-removed", { found: removed });
}
