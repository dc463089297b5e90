import { placeOf } from "./board/holding.ts";
import type { SpaceAztecsScene } from "./scene.ts";
import type { Handling } from "./table-state.ts";
import { focusFirst, focusLog, useKeys } from "../../base/use-keys.ts";

/** The keys of the table. Each works exactly while its command is legal. */
export function useTableKeys({ view }: SpaceAztecsScene, handling: Handling): void {
  const { aimed, card, point } = handling;
  useKeys({
    enter: aimed === null || isOnControl() ? undefined : () => handling.send(aimed),
    escape: card === null ? undefined : () => point({ card: null }),
    home: () => {
      point({ place: placeOf(view.table, view.seat) });
      focusFirst("[data-place][tabindex='0']");
    },
    l: focusLog,
    "?": () => point({ help: true }),
    ...Object.fromEntries(
      view.pile.slice(0, 9).map((each, index) => [String(index + 1), () => handling.chooseCard(each)]),
    ),
  });
}

/** Whether the focus is on something that Enter presses. */
function isOnControl(): boolean {
  const focused = document.activeElement;
  if (
    focused === null ||
    focused.matches("[data-card][aria-pressed='true'], [data-place][aria-pressed='true']")
  ) {
    return false;
  }
  return focused.matches("a, button, summary, [role='button']");
}
