import type { Battle, Seat, Side, Table, View } from "@flower-war/client-sdk/flower-war";
import type { Reader } from "@flower-war/client-sdk/texts";
import { i18n } from "../../texts/index.ts";
import { activeRules } from "./board/signs.ts";

/** The viewer's battle while it is fought; `null`: they fight none, or a card that was won in it asks for something else first. */
export function ownBattle({ table: { battle, awaiting }, seat }: View): Battle | null {
  if (battle === null || (battle.attacker !== seat && battle.defender !== seat)) return null;
  return awaiting?.decision === "battle" || awaiting?.decision === "pay" ? battle : null;
}

/** Who would win if the battle ended now; `null`: no seat. */
export function leaderOf({ totals }: Battle, table: Table): Side | null {
  if (totals.attacker > totals.defender) return "attacker";
  if (totals.attacker < totals.defender) return "defender";
  return activeRules(table).includes("ozomahtli") ? "attacker" : null;
}

/** How it stands, in a sentence. */
export function standingWords(battle: Battle, table: Table, reader: Reader<Seat>): string {
  const { attacker, defender } = battle.totals;
  const leader = leaderOf(battle, table);
  if (leader === null) {
    return i18n._("Tied, {attacker} to {defender}. If it ends now, nobody pays.", { attacker, defender });
  }
  if (table.awaiting?.decision === "pay") {
    return i18n._("{attacker} to {defender}: the loser has no skull, and gives up a card.", {
      attacker,
      defender,
    });
  }
  const high = Math.max(attacker, defender);
  const low = Math.min(attacker, defender);
  return battle[leader] === reader.seat
    ? i18n._("{high} to {low}. If it ends now, you win.", { high, low })
    : i18n._("{high} to {low}. If it ends now, {who} wins.", {
        high,
        low,
        who: reader.nameOf(battle[leader]),
      });
}

/** What a total is made of: the die, then what bonuses and cards add. */
export function totalWords({ dice, totals }: Battle, side: Side): string {
  const more = totals[side] - dice[side];
  return more === 0
    ? i18n._("{die} on the die", { die: dice[side] })
    : i18n._("{die} on the die, +{more}", { die: dice[side], more });
}
