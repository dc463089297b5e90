import { type Listing, systemTime } from "@flower-war/client-sdk";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { LiveLobby } from "../lobby/tables/lobby-feed.ts";

/** ms that a match stays on the screen when it is over, so that people see who won. */
const STAYS = 60_000;

/**
 * Returns the tables of the lobby's page, and those whose match has just ended. Each keeps its place: a frame that is moved in the
 * document loads its page again.
 */
export function useShownTables({ tables, page }: Pick<LiveLobby, "tables" | "page">): readonly Listing[] {
  const [seen, setSeen] = useState({ tables, page });
  const [shown, setShown] = useState(tables);
  const ends = useRef(new Map<string, () => void>());
  if (seen.tables !== tables || seen.page !== page) {
    setSeen({ tables, page });
    setShown(seen.page === page ? replaceTables(shown, tables) : tables);
  }
  const remove = useEffectEvent((id: string) => {
    ends.current.delete(id);
    if (!hasTable(tables, id)) setShown((all) => all.filter((table) => table.id !== id));
  });
  useEffect(() => {
    for (const { id } of shown) {
      if (hasTable(tables, id) || ends.current.has(id)) continue;
      ends.current.set(
        id,
        systemTime.after(STAYS, () => remove(id)),
      );
    }
  }, [shown, tables]);
  useEffect(() => {
    const { current } = ends;
    return () => current.forEach((cancel) => cancel());
  }, []);
  return shown;
}

const hasTable = (tables: readonly Listing[], id: string): boolean => tables.some((table) => table.id === id);

/** Returns the tables as they are now: those that were shown at their places, then new ones. What gathered and is gone is left out. */
function replaceTables(shown: readonly Listing[], tables: readonly Listing[]): readonly Listing[] {
  const kept = shown.map((table) => tables.find(({ id }) => id === table.id) ?? table);
  return [
    ...kept.filter(({ id, status }) => status === "playing" || hasTable(tables, id)),
    ...tables.filter(({ id }) => !hasTable(shown, id)),
  ];
}
