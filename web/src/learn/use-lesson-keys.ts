import type { FlowerWarScene } from "../games/flower-war/texts.ts";
import { useKeys } from "../base/use-keys.ts";
import type { LessonAction } from "./lesson-state.ts";
import { commandOf, type ScriptCommand, isSame } from "./script.ts";
import type { Step } from "./steps/step.ts";

/** The keys that carry out a command at the table. */
const KEYS: { readonly [key: string]: ScriptCommand } = {
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
  act: (action: LessonAction) => void,
  onEscape: () => void,
): void {
  const isLegal = (command: ScriptCommand) => legal.some((each) => isSame(each, commandOf(command, view)));
  const commands = Object.entries(KEYS).filter(([, command]) => step !== null && isLegal(command));
  const cards = step === null ? [] : view.hand.slice(0, 9);
  useKeys({
    escape: onEscape,
    ...Object.fromEntries(commands.map(([key, command]) => [key, () => act({ type: "command", command })])),
    ...Object.fromEntries(
      cards.map(({ card }, index) => [String(index + 1), () => act({ type: "choose", card })]),
    ),
  });
}
