import type { GameName } from "@flower-war/client-sdk";
import type { Replay } from "@flower-war/client-sdk/replay";
import { useMemo } from "react";
import { useGameStory } from "../games/load-story.ts";
import { leadOver } from "./lead.ts";
import type { Steps } from "./steps.ts";
import type { Overview } from "./track.tsx";

/** Returns a match as seen from afar. Suspends while the game's story is loaded. */
export function useOverview<G extends GameName>(replay: Replay<G>, { turns }: Steps): Overview {
  const story = useGameStory(replay.game);
  return useMemo(() => {
    const { lead } = story;
    return {
      gains: story.gainsOf(replay),
      endBegins: story.endBegins(replay),
      lead:
        lead === null
          ? null
          : { names: lead.names, points: leadOver(turns, (n) => lead.difference(replay.view(n, null))) },
    };
  }, [story, replay, turns]);
}
