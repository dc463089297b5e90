import type { Battle, View } from "@flower-war/client-sdk/tieqchieq";
import { useState } from "react";
import { reachedView } from "../../game-frame/scene.ts";
import { battleBetween } from "./battle/odds.ts";
import type { TieqchieqScene } from "./scene.ts";

/** The views that a table knows and has shown to the end, and the battle that it tells of. */
export interface ToldBattles {
  readonly view: View;
  readonly reached: View;
  readonly battle: Battle | null;
  /** The toss that led to the battle that was told last. */
  readonly toss: number | null;
}

/** Returns the viewer's battle that was just decided, and what puts it away; `null`: none was. */
export function useBattle(scene: TieqchieqScene): readonly [Battle | null, () => void] {
  const { view } = scene;
  const reached = reachedView(scene);
  const [told, setTold] = useState<ToldBattles>({ view, reached, battle: null, toss: null });
  if (told.view !== view || told.reached !== reached) {
    const decides = scene.awaiting.some(({ seat }) => seat === scene.seat);
    setTold(tellBattles(told, { view, reached, decides }));
  }
  return [told.battle, () => setTold((now) => ({ ...now, battle: null }))];
}

/**
 * Returns what a table tells of battles after a change. A battle is told when it was shown on the board; if the viewer
 * decides now, at once, for what leads to a decision is shown in 1.5 s in all.
 */
export function tellBattles(
  told: ToldBattles,
  { view, reached, decides }: Pick<ToldBattles, "view" | "reached"> & { readonly decides: boolean },
): ToldBattles {
  const now = { ...told, view, reached };
  if (view.seat === null) return now;
  const known = decides ? battleBetween(told.view, view) : null;
  if (known !== null) return { ...now, battle: known, toss: view.table.tosses };
  const shown = battleBetween(told.reached, reached);
  if (shown === null || reached.table.tosses === told.toss) return now;
  return { ...now, battle: shown, toss: reached.table.tosses };
}
