import type { Card, Table } from "@flower-war/client-sdk/space-aztecs";
import { useState } from "react";
import type { SpaceAztecsScene } from "../scene.ts";
import { type Reveal, revealOf } from "./reveal-of.ts";

/** The called times that are shown, with the viewer's own card. */
export interface OwnReveal extends Reveal {
  readonly own: Card | null;
}

interface Followed {
  readonly table: Table;
  /** The last table in which all still chose; `null`: none was seen. */
  readonly base: Table | null;
  /** The viewer's card in it or since. */
  readonly own: Card | null;
  readonly reveal: OwnReveal | null;
  /** How many of its cards were shown before. */
  readonly from: number;
}

export interface Revealing {
  /** `null`: nothing is to be revealed, or the viewer has seen it. */
  readonly reveal: OwnReveal | null;
  readonly from: number;
  readonly close: () => void;
}

/** Says what is to be revealed: whenever all have chosen, and when cards were played after a decision. */
export function useReveal({ view: { table, chosen } }: SpaceAztecsScene): Revealing {
  const [followed, setFollowed] = useState<Followed>(() => ({
    table,
    base: table.phase === "choose" ? table : null,
    own: chosen,
    reveal: null,
    from: 0,
  }));
  if (followed.table !== table) setFollowed(follow(followed, table, chosen));
  else if (chosen !== null && chosen !== followed.own) setFollowed({ ...followed, own: chosen });
  return {
    reveal: followed.reveal,
    from: followed.from,
    close: () => setFollowed((now) => ({ ...now, reveal: null, from: shownOf(now.reveal) })),
  };
}

/** What is followed after another table came. */
export function follow(before: Followed, table: Table, chosen: Card | null): Followed {
  if (table.phase === "choose") {
    const isNew = before.base?.round !== table.round;
    return { ...before, table, base: table, own: chosen, ...(isNew && { from: 0 }) };
  }
  const { base } = before;
  const found = base === null ? null : revealOf(base, table);
  if (base === null || found === null || isOldNews(before, table)) return { ...before, table };
  const own = chosen ?? before.own;
  return { ...before, table, own, reveal: { ...found, own } };
}

/** Whether the round that the table has left was shown already: only who holds which pile has changed. */
function isOldNews({ table: known }: Followed, table: Table): boolean {
  return known.phase === "take" && table.phase === "take" && known.round === table.round;
}

const shownOf = (reveal: Reveal | null): number =>
  reveal === null ? 0 : reveal.cards.filter(({ effect }) => effect !== null).length;
