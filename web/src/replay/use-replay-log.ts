import type { GameName } from "@flower-war/client-sdk";
import { useMemo } from "react";
import type { GameUi } from "../game-frame/game-ui.ts";
import type { LoggedEvent } from "../session/match-history.ts";
import { groupByTurn, type LogTurn } from "../game-frame/log/turns.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";

/** Returns the log of a whole replay, by turns. */
export function useReplayLog<G extends GameName>(
  { replay, people }: ReplayedMatch<G>,
  ui: GameUi<G>,
): readonly LogTurn[] {
  return useMemo(() => {
    const { game, entries } = replay;
    const view = replay.view(0, null);
    const events = entries.flatMap(({ n, seat, events: each }) =>
      each.map((event, i): LoggedEvent<G> => ({ key: `${n}/${i}`, n, seat, at: 0, event })),
    );
    return groupByTurn<G>({
      game,
      events,
      fromBeginning: true,
      describe: (event) => ui.describeEvent(event, null, people, view),
    });
  }, [replay, people, ui]);
}

/** Returns an entry in words. */
export function describeEntry(turns: readonly LogTurn[], n: number): string {
  return turns
    .flatMap(({ lines }) => lines.filter((line) => line.n === n).map(({ words }) => words))
    .join(" ");
}
