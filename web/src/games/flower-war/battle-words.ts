import type { Battle, Seat, Side, Table, View } from "@flower-war/client-sdk/flower-war";
import type { Reader } from "@flower-war/client-sdk/texts";
import { i18n } from "../../texts/index.ts";
import { activeRules } from "./board/signs.ts";

/** How a battle ended, as far as the tables before and after show. */
export interface BattleResult {
  readonly battle: Battle;
  /** `null`: no seat has won. */
  readonly winner: Side | null;
  /** Skulls that the loser paid. */
  readonly paid: number;
}

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

/** Says how a battle of the viewer ended; `null` while it goes on. A retreat ends it without a winner. */
export function resultOf(before: Table, after: Table): BattleResult | null {
  const { battle } = before;
  if (battle === null || after.battle !== null) return null;
  const space = before.tribes[before.turn.seat]?.space ?? 1;
  const [was, is] = [before.spaces[space - 1], after.spaces[space - 1]];
  const retreated = is?.top === "feathered-retreat" && is.height > (was?.height ?? 0);
  const conceded = [battle.attacker, battle.defender].some((seat) => (after.tribes[seat]?.out ?? 0) > 0);
  const winner = retreated || conceded ? null : leaderOf(battle, before);
  if (winner === null) return { battle, winner, paid: 0 };
  const loser = battle[winner === "attacker" ? "defender" : "attacker"];
  return { battle, winner, paid: Math.min(battle.stake, before.tribes[loser]?.skulls ?? 0) };
}
