import type { Game, GameTypes, Viewer } from "../game.ts";
import { redactEvent } from "../take-back.ts";
import { type ChainMeans, extendChain, type SeenEntry, startChain } from "../witness/chain.ts";
import type { PublicEntry } from "./types.ts";

/**
 * Returns the heads of the chain that a viewer of a match has: before the first entry, then after each.
 * @param header the first line of the match's record, without its end of line
 * @param entries of the record, in order
 * @param means ways to compute it faster
 */
export function chainOf<T extends GameTypes>(
  game: Pick<Game<T>, "redact" | "quiet">,
  header: string,
  entries: Iterable<PublicEntry>,
  viewer: Viewer<T>,
  means: ChainMeans = {},
): readonly string[] {
  let head = startChain(viewer, header);
  const heads = [head];
  for (const entry of entries) {
    head = extendChain(head, seenEntry(game, entry, viewer), means);
    heads.push(head);
  }
  return heads;
}

/** Returns an entry as a viewer is shown it. The command is there if the viewer's own client sent it. */
export function seenEntry<T extends GameTypes>(
  game: Pick<Game<T>, "redact" | "quiet">,
  { n, seat, by, command, events }: PublicEntry,
  viewer: Viewer<T>,
): SeenEntry {
  const seen = events.flatMap((event) => redactEvent(game, event as T["event"], viewer) ?? []);
  return { n, seat, events: seen, ...(seat === viewer && by === undefined && { command }) };
}
