import { systemTime } from "@flower-war/client-sdk";
import { useContext, useEffect, useRef, useState } from "react";
import { type Preferences, usePreferences } from "../../base/preferences.ts";
import { type CommandOf, isUntold, type TableScene } from "../scene.ts";
import type { Sending } from "../sending.ts";
import { LiveNoticesContext } from "./action-notice.tsx";

/** ms for which a decision without a choice is in sight before the page answers it: always the same, so that it tells nothing. */
const BEAT = 800;

/** ms that the page takes like somebody who thinks, where only the viewer knows that there is no choice. */
const THOUGHT = { least: 1200, most: 4000 };

/** Commands that bring chance, which people like to press themselves. */
const CHANCES: readonly string[] = ["roll", "toss"];

/** What a game says of decisions that the page may answer. */
export interface LoneActs<S extends TableScene, H> {
  /** Whether everybody can see it when the viewer has nothing to choose: no hand of theirs could change that. */
  readonly isLoneInSight: (scene: S) => boolean;
  /** Returns the command that the viewer has told the page to send until something changes; `null`: none. */
  readonly standingCommand?: (scene: S, handling: H) => CommandOf<S> | null;
}

/** Returns the command that the page sends for the viewer, who has no other, as all can see; `null`: they choose, or press themselves. */
export function loneCommand<S extends TableScene>(
  { isLoneInSight }: LoneActs<S, never>,
  scene: S,
  { acts, rolls }: Pick<Preferences, "acts" | "rolls">,
): CommandOf<S> | null {
  const [only, ...others] = scene.legal.filter(({ type }) => type !== "concede");
  if (!acts || only === undefined || others.length > 0 || !isLoneInSight(scene)) return null;
  return rolls || !CHANCES.includes(only.type) ? only : null;
}

/** Sends what the viewer has no choice about, at a live table, after a while in which they see it. */
export function useLoneActs<S extends TableScene, H extends Sending<CommandOf<S>>>(
  game: LoneActs<S, H>,
  scene: S,
  handling: H,
): void {
  const isLive = useContext(LiveNoticesContext) !== null;
  const preferences = usePreferences();
  const [tries, setTries] = useState(0);
  const standing = game.standingCommand?.(scene, handling) ?? null;
  const isOpen = isLive && !handling.busy && handling.refusal === null && !isUntold(scene);
  const command = isOpen ? (standing ?? loneCommand(game, scene, preferences)) : null;
  const key = command === null ? null : `${JSON.stringify(command)} ${tries}`;
  const isThought = standing !== null;
  const act = useRef(() => {});
  useEffect(() => {
    act.current = () => {
      // The viewer reads something.
      if (!isThought && document.querySelector("dialog[open]") !== null) setTries(tries + 1);
      else if (command !== null) handling.send(command);
    };
  });
  useEffect(() => {
    if (key === null) return undefined;
    return systemTime.after(isThought ? thoughtTime() : BEAT, () => act.current());
  }, [key, isThought]);
}

function thoughtTime(): number {
  const { least, most } = THOUGHT;
  return least + Math.random() * (most - least);
}
