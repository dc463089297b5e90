import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect } from "react";
import { lastingNameOf } from "../base/routes.ts";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import { useGameUi } from "../games/load-game.ts";
import { sceneOf, useMatch } from "../game-frame/use-match.ts";
import { rememberToken } from "../session/memory.ts";
import { Dice } from "../fairness/dice.tsx";
import { RematchButton } from "./rematch.tsx";
import { ResultView } from "./result-view.tsx";
import { useStory } from "./story.ts";

/** A match that is over and whose table is still open. */
export function ResultPage<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const ui = useGameUi(match.game);
  const scene = sceneOf(match);
  const { outcome, code, game, seats, status, token } = match;
  const id = lastingNameOf(match);
  const story = useStory(status === "over" ? id : null);
  useEffect(() => {
    if (status === "over" && token !== null) rememberToken(match.id, token);
  }, [status, match.id, token]);
  useMatch(match);
  return (
    <ResultView
      id={id}
      code={code}
      game={game}
      people={seats}
      outcome={outcome}
      sentence={outcome === null || scene === null ? null : describeOutcome(ui, outcome, scene)}
      board={scene === null ? null : <ui.Board scene={scene} />}
      dice={<Dice match={match} />}
      again={<RematchButton match={match} />}
      replay={status === "over"}
      story={story}
    />
  );
}
