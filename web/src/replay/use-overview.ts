import type { GameName } from "@flower-war/client-sdk";
import type { Replay } from "@flower-war/client-sdk/replay";
import { useMemo } from "react";
import { useGameStory } from "../games/load-game.ts";
import { leadOver } from "./lead.ts";
import type { Steps } from "../record/steps.ts";
import type { Overview } from "./track.tsx";

/** Returns a match as seen from afar. Suspends while the game's story is loaded. */
export function useOverview<G extends GameName>(replay: Replay<G>, { turns }: Steps): Overview {
  const story = useGameStory(replay.game);
  const { lead } = story;
  const points = useMemo(
    () => (lead === null ? [] : leadOver(turns, (n) => lead.difference(replay.view(n, null)))),
    [lead, replay, turns],
  );
  const seen = useMemo(
    () => ({ gains: story.gainsOf(replay), endBegins: story.endBegins(replay) }),
    [story, replay],
  );
  // The names are those of the page's language.
  return { ...seen, lead: lead === null ? null : { names: lead.names, points } };
}
