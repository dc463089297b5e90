import { useRef } from "react";
import { useLooks } from "../base/use-looks.ts";
import { changesOf, type RatingChanges } from "../session/finished-match.ts";
import { host } from "../session/host.ts";
import { useAnswer } from "../session/use-answer.ts";

/** ms between two looks, and how many there are: ratings are settled soon after all were told the end. */
const INTERVAL = 2_000;
const LOOKS = 15;

const NONE: RatingChanges = new Map();

/**
 * Returns what a match that has just ended meant for its players' ratings, as soon as that is settled.
 * @param id the match's id or invitation; `null`: it has none that is stored
 * @param delay ms by which spectators are told the end later
 */
export function useRatingChanges(id: string | null, delay: number): RatingChanges {
  const looks = useRef(0);
  const { answer, look } = useAnswer(id, async () => {
    const { result } = await host.findMatch(id ?? "");
    return changesOf(result?.seats ?? []);
  });
  const changes = answer ?? NONE;
  const lookAgain = () => {
    looks.current += 1;
    if (looks.current <= LOOKS) look();
  };
  useLooks(lookAgain, INTERVAL + delay / LOOKS, id !== null && changes.size === 0);
  return changes;
}
