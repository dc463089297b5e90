import { systemTime } from "@flower-war/client-sdk";
import { useContext, useEffect, useRef, useState } from "react";
import { type Preferences, usePreferences } from "../../base/preferences.ts";
import { type CommandOf, isUntold, type TableScene } from "../scene.ts";
import type { Sending } from "../sending.ts";
import { LiveNoticesContext } from "./action-notice.tsx";

/** ms for which a decision with one answer is shown before the page answers it. It is constant, so that it tells nothing about a hand. */
const BEAT = 800;

/** ms before the page sends a standing command: a random time, as if the player were thinking. */
const THOUGHT = { least: 1200, most: 4000 };

/** Commands that roll dice or toss coins. People like to press them, so there is a setting of their own. */
const CHANCES: readonly string[] = ["roll", "toss"];

/** What a game tells about the decisions that the page may answer. */
export interface LoneActs<S extends TableScene, H> {
  /** Whether public information alone shows that the viewer has only one legal command, if they have. */
  readonly isLoneInSight: (scene: S) => boolean;
  /** Whether public information alone shows that nothing follows from the viewer's choice, whatever it is. Missing: never. */
  readonly isIdleChoice?: (scene: S) => boolean;
  /** Returns the command that the viewer has told the page to send until something changes; `null`: none. */
  readonly standingCommand?: (scene: S, handling: H) => CommandOf<S> | null;
}

/** Returns the viewer's only command, or the first of those that change nothing, if the page may send it (docs/fair-dice.md, "What a page may do by itself"); else `null`. */
export function loneCommand<S extends TableScene>(
  { isLoneInSight, isIdleChoice }: LoneActs<S, never>,
  scene: S,
  { acts, rolls }: Pick<Preferences, "acts" | "rolls">,
): CommandOf<S> | null {
  const [only, ...others] = scene.legal.filter(({ type }) => type !== "concede");
  const isLone = others.length === 0 ? isLoneInSight(scene) : (isIdleChoice?.(scene) ?? false);
  if (!acts || only === undefined || !isLone) return null;
  return rolls || !CHANCES.includes(only.type) ? only : null;
}

/** Sends the viewer's only command, or the standing one, at a live table. Waits while a dialog is open. */
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
