import type { Command, Decision } from "@flower-war/client-sdk/flower-war";
import type { FlowerWarScene } from "./texts.ts";

/** Decisions whose answers depend on the hand. */
const HIDDEN: ReadonlySet<Decision> = new Set(["battle", "pay", "discard"]);

/**
 * Whether public information alone shows that the viewer has only one legal command, if they have. While they hold War or Rain cards it
 * does not: the eagle and the serpent are such cards, and can be neither played nor discarded.
 */
export function isLoneInSight({ view: { table } }: Pick<FlowerWarScene, "view">): boolean {
  const { awaiting } = table;
  if (awaiting === null || HIDDEN.has(awaiting.decision)) return false;
  const { war = 0, rain = 0 } = table.tribes[awaiting.seat]?.cards ?? {};
  return !FROM_HAND.has(awaiting.decision) || war + rain === 0;
}

/** Decisions that can also be answered by playing or discarding a card. */
const FROM_HAND: ReadonlySet<Decision> = new Set(["sacrifice", "cards"]);

/** Whether the viewer is asked for a battle card, and can play none. */
export function canOnlyPass({ view, legal }: Pick<FlowerWarScene, "view" | "legal">): boolean {
  return view.table.awaiting?.decision === "battle" && legal.some(isPass) && !legal.some(playsInBattle);
}

export const playsInBattle = ({ type }: Command): boolean => type === "play-battle-card";

const isPass = ({ type }: Command): boolean => type === "pass";

/** Returns the pass of a viewer who passes until they can play a card. */
export function standingCommand(
  scene: Pick<FlowerWarScene, "view" | "legal">,
  { passes }: { readonly passes: boolean },
): Command | null {
  return passes && canOnlyPass(scene) ? { type: "pass" } : null;
}
