import { type Battle, otherSeat } from "@flower-war/client-sdk/tieqchieq";
import { i18n } from "../../../texts/index.ts";
import type { TieqchieqScene } from "../scene.ts";
import { readerFor } from "../texts.ts";

/** Returns what became of the loser's token, and how the turn goes on. */
export function afterBattle(scene: TieqchieqScene, battle: Battle): string {
  const { table } = scene.view;
  const loser = otherSeat(battle.winner);
  const waiting = table.tokens[loser].reserve;
  const token =
    loser === scene.seat
      ? i18n._(
          "Your token goes back to your reserve: {waiting, plural, one {# waits there now} other {# wait there now}}.",
          { waiting },
        )
      : i18n._(
          "{who}'s token goes back to the reserve: {waiting, plural, one {# waits there now} other {# wait there now}}.",
          {
            who: readerFor(scene.seat, scene.people).nameOf(loser),
            waiting,
          },
        );
  return `${token} ${nextWords(scene, battle)}`;
}

function nextWords({ view: { table } }: TieqchieqScene, { attacker }: Battle): string {
  if (table.outcome !== null) return "";
  if (table.turn !== attacker) return i18n._("The turn passes.");
  return table.phase === "plus"
    ? i18n._("The plus may lead one square on.")
    : i18n._("Another turn follows.");
}
