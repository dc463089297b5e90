import type { Battle, View } from "@flower-war/client-sdk/tieqchieq";
import { useState } from "react";
import { battleBetween } from "./battle/odds.ts";

/** Returns the viewer's battle that was just decided, and what puts it away; `null`: none was. */
export function useBattle(view: View): readonly [Battle | null, () => void] {
  const [shown, setShown] = useState<{ readonly before: View; readonly battle: Battle | null }>({
    before: view,
    battle: null,
  });
  if (shown.before !== view) {
    const happened = view.seat === null ? null : battleBetween(shown.before, view);
    setShown({ before: view, battle: happened ?? shown.battle });
  }
  return [shown.battle, () => setShown((now) => ({ ...now, battle: null }))];
}
