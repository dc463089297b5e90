import type { GameName, Match } from "@flower-war/client-sdk";
import { useMemo } from "react";
import type { GameUi } from "../game-frame/game-ui.tsx";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import { type MatchLog, useLog } from "../game-frame/log/log-panel.tsx";
import { lineInShort } from "../game-frame/log/turns.ts";
import { toldScene, usePicture } from "../game-frame/picture/match-picture.ts";
import type { Scene } from "../game-frame/scene.ts";
import { useMatch, useScene } from "../game-frame/use-match.ts";
import { useGameUi } from "../games/load-game.ts";
import type { Sitting } from "../session/sitting.ts";

/** A match in play as people see it who only watch. */
interface WatchedMatch<G extends GameName> {
  readonly ui: GameUi<G>;
  readonly scene: Scene<G>;
  readonly log: MatchLog;
  /** How it ended, else what happened last; `""`: nothing has. */
  readonly line: string;
}

/**
 * Returns what is shown of a match in play, as it is told step by step; `null`: it is gathering. Suspends while the game is loaded.
 */
export function useWatchedMatch<G extends GameName>(sitting: Sitting<G>): WatchedMatch<G> | null {
  const { match } = sitting;
  useMatch(match);
  const ui = useGameUi(match);
  const current = useScene(match);
  const { picture } = usePicture(match, ui);
  const scene = useMemo(
    () => (current === null || picture === null ? current : toldScene(current, picture)),
    [current, picture],
  );
  const log = useLog(sitting, ui, picture?.n ?? 0);
  if (scene === null) return null;
  const outcome = picture?.isLatest === true ? outcomeOf(match, ui) : null;
  return { ui, scene, log, line: outcome ?? lastOf(log) };
}

const lastOf = ({ turns }: MatchLog): string => lineInShort(turns, null, false)?.words ?? "";

/** Returns how a match ended, in words; `null`: it has not. */
function outcomeOf<G extends GameName>(match: Match<G>, ui: GameUi<G>): string | null {
  const { outcome, seats } = match;
  return outcome === null ? null : describeOutcome(ui, outcome, { seat: null, people: seats });
}
