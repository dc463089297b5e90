import type { Table, View } from "@flower-war/client-sdk/flower-war";
import { useState } from "react";
import { newsBetween, type News } from "./news/news.ts";
import { type BattleResult, resultOf } from "./battle/battle-words.ts";

interface Shown {
  /** Whether a battle of the viewer is looked at; they may put it away to see the board. */
  readonly battle: boolean;
  readonly help: boolean;
  /** The battle of the viewer that has just ended. */
  readonly result: BattleResult | null;
  /** What windows have still to show, the next one first. */
  readonly news: readonly News[];
}

export interface Windows extends Shown {
  readonly show: (changes: Partial<Shown>) => void;
}

/** Says which windows lie over the table. A battle of the viewer opens its window whenever it changes. */
export function useWindows({ table, seat }: View): Windows {
  const [shown, setShown] = useState<Shown & { readonly before: Table }>({
    battle: true,
    help: false,
    result: null,
    news: [],
    before: table,
  });
  if (shown.before !== table) {
    const { before } = shown;
    const own = before.battle?.attacker === seat || before.battle?.defender === seat;
    const changed = before.battle?.played.length !== table.battle?.played.length;
    setShown({
      ...shown,
      before: table,
      battle: shown.battle || changed,
      result: (own ? resultOf(before, table) : null) ?? shown.result,
      news: table.outcome === null ? [...shown.news, ...newsBetween(before, table, seat)] : [],
    });
  }
  return { ...shown, show: (changes) => setShown((now) => ({ ...now, ...changes })) };
}
