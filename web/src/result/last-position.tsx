import { useMemo } from "react";
import { useGameUi } from "../games/load-game.ts";
import { useAnswer } from "../session/use-answer.ts";
import type { FinishedMatch } from "../session/finished-match.ts";
import { loadReplay, type ReplayedMatch } from "../record/load-replay.ts";
import { sceneAt } from "../record/scene-at.ts";

/** The last position of a finished match, from its record; nothing if the record cannot be read. */
export function LastPosition({ finished: { id } }: { readonly finished: FinishedMatch }) {
  const { answer: replayed } = useAnswer(id, () => loadReplay(id));
  return replayed === null ? null : <Board replayed={replayed} />;
}

function Board({ replayed }: { readonly replayed: ReplayedMatch }) {
  const ui = useGameUi(replayed.replay);
  const scene = useMemo(() => sceneAt(replayed, replayed.replay.entries.length), [replayed]);
  return <ui.Board scene={scene} />;
}
