import type { GameName } from "@flower-war/client-sdk";
import { parseEntry, type Report, type ReportHead } from "@flower-war/client-sdk/admin";
import { useEffect, useState } from "react";
import { catalogEntry } from "../games/catalog.ts";
import { loadGameUi } from "../games/load-game.ts";

/** A line of a report: an event, or a line of the chat. */
export interface ReportLine {
  readonly key: string;
  /** ms since 1970 */
  readonly at: number;
  /** `null`: a spectator's. */
  readonly seat: string | null;
  /** The sender; `null`: it was played. */
  readonly name: string | null;
  readonly words: string;
}

/** Returns an event in words; `null`: it has no line. */
export type Describe = (event: object) => string | null;

/** What a report needs of a game's `describeEvent`. */
type DescribeFor = (
  event: object,
  viewer: null,
  people: readonly { readonly seat: string; readonly name: string }[],
) => string | null;

/** Returns how the events of a report's match are described; `null` while that is loaded, and if it cannot be. */
export function useDescribe({ game, reported, reporter }: ReportHead): Describe | null {
  const [describe, setDescribe] = useState<DescribeFor | null>(null);
  useEffect(() => {
    if (catalogEntry(game) === undefined) return undefined;
    let isGone = false;
    const load = async () => {
      const { describeEvent } = await loadGameUi(game as GameName);
      if (!isGone) setDescribe(() => describeEvent as DescribeFor);
    };
    load().catch(() => {}); // what was said is there without it
    return () => {
      isGone = true;
    };
  }, [game]);
  if (describe === null) return null;
  const people = [reported, reporter].flatMap(({ seat, name }) => (seat === null ? [] : [{ seat, name }]));
  return (event) => describe(event, null, people);
}

/** Returns what was played and said, the oldest first. @param describe `null`: what was played is left out */
export function linesOf({ game, lines, chat }: Report, describe: Describe | null): readonly ReportLine[] {
  const played = lines.flatMap(([at, ...entry]) => {
    const { n, seat, events } = parseEntry(game, entry);
    return events.flatMap((event, i): ReportLine[] => {
      const words = describe?.(event) ?? null;
      return words === null ? [] : [{ key: `${n} ${i}`, at, seat, name: null, words }];
    });
  });
  const said = chat.map(
    ({ n, at, seat, name, text, reaction }): ReportLine => ({
      key: `said ${n}`,
      at,
      seat,
      name,
      words: text === "" ? reaction : text,
    }),
  );
  return [...played, ...said].toSorted((a, b) => a.at - b.at);
}
