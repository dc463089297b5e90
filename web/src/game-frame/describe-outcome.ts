import { type GameName, isAgreed, type OutcomeOf } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import type { GameUi } from "./game-ui.ts";

/** Returns who won and how, or what the people agreed on, in one sentence. */
export function describeOutcome<G extends GameName>(
  ui: GameUi<G>,
  outcome: OutcomeOf<G>,
  viewer: Parameters<GameUi<G>["describeOutcome"]>[1],
): string {
  if (!isAgreed(outcome)) return ui.describeOutcome(outcome, viewer);
  return outcome.by === "draw"
    ? i18n._("Everybody agreed to a draw.")
    : i18n._("The match was aborted. It counts for nothing.");
}
