import { CONFIRM_ID } from "./action/act-action.tsx";
import type { TieqchieqScene } from "./scene.ts";
import type { Handling } from "./use-handling.ts";
import { focusFirst, focusLog, useKeys } from "../../base/use-keys.ts";

/** What takes Enter for itself. */
const PRESSABLE = "a, button, summary, [role='gridcell'], [role='button']";

/** The keys of the table. Each works exactly while its command is legal. */
export function useTableKeys({ legal }: TieqchieqScene, handling: Handling, onHelp: () => void): void {
  const plus = legal.some(({ type }) => type === "plus");
  const answer = (step: boolean) => (plus ? () => handling.send({ type: "plus", step }) : undefined);
  const numbered = handling.choices.filter(({ number }) => number !== null);
  useKeys({
    t: legal.some(({ type }) => type === "toss") ? () => handling.send({ type: "toss" }) : undefined,
    y: answer(true),
    n: answer(false),
    enter: handling.chosen === null || isOnPressable() ? undefined : handling.confirm,
    home: () => focusFirst("[data-cell][tabindex='0']"),
    l: focusLog,
    "?": onHelp,
    ...Object.fromEntries(
      numbered.map((choice) => [
        String(choice.number),
        () => {
          handling.choose(choice);
          focusFirst(`#${CONFIRM_ID}`);
        },
      ]),
    ),
  });
}

const isOnPressable = (): boolean => document.activeElement?.closest(PRESSABLE) != null;
