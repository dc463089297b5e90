import type { FlowerWarScene } from "../games/flower-war/scene.ts";
import { useKeys } from "../match/table/use-keys.ts";
import type { Doing } from "./lesson-state.ts";
import { commandOf, type Deed, isSame } from "./script.ts";
import type { Step } from "./steps.ts";

/** The keys that carry out a deed at the table. */
const KEYS: { readonly [key: string]: Deed } = {
  r: { type: "roll" },
  t: { type: "sacrifice", god: "tlaloc" },
  h: { type: "sacrifice", god: "huitzilopochtli" },
  e: { type: "end-turn" },
  p: { type: "pass" },
};

/**
 * The keys of the table, for who knows them: each does what the step asks, or brings a kind word if it is legal but not asked.
 * Escape asks whether to skip.
 * @param step `null`: the learner has nothing to do
 */
export function useLessonKeys(
  { view, legal }: FlowerWarScene,
  step: Step | null,
  act: (doing: Doing) => void,
  onEscape: () => void,
): void {
  const isLegal = (deed: Deed) => legal.some((command) => isSame(command, commandOf(deed, view)));
  const deeds = Object.entries(KEYS).filter(([, deed]) => step !== null && isLegal(deed));
  const cards = step === null ? [] : view.hand.slice(0, 9);
  useKeys({
    escape: onEscape,
    ...Object.fromEntries(deeds.map(([key, deed]) => [key, () => act({ type: "deed", deed })])),
    ...Object.fromEntries(
      cards.map(({ card }, index) => [String(index + 1), () => act({ type: "choose", card })]),
    ),
  });
}
