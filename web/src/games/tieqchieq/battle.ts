import { type Battle, battleWinner, type Coin, type Seat, type View } from "@flower-war/client-sdk/tieqchieq";
import { useState } from "react";
import { reachedView } from "../../game-frame/scene.ts";
import type { TieqchieqScene } from "./texts.ts";

/** One of the equally likely results of a battle's two coins. */
export interface BattleResult {
  readonly coins: readonly [Coin, Coin];
  readonly winner: Seat;
}

const COINS: readonly Coin[] = [0, 1];

/** Returns the four results of a battle, each as likely as the others, and who wins with each. */
export function battleResults(attacker: Seat): readonly BattleResult[] {
  return COINS.flatMap((first) =>
    COINS.map((second): BattleResult => {
      const coins = [first, second] as const;
      return { coins, winner: battleWinner(attacker, coins) };
    }),
  );
}

/** Returns with how many of all results a seat wins a battle. */
export function oddsOf(seat: Seat, attacker: Seat): { readonly wins: number; readonly of: number } {
  const results = battleResults(attacker);
  return { wins: results.filter(({ winner }) => winner === seat).length, of: results.length };
}

/**
 * Returns the battle that happened between two views; `null`: none did. Two battles in a row can be alike, so the tokens
 * are compared too: a battle fills a reserve, or a token that was to be introduced is still there after its act. An
 * introduction that is taken back fills a reserve too, but leads back to an act of the same toss.
 */
export function battleBetween({ table: before }: View, { table: after }: View): Battle | null {
  const { battle } = after;
  if (battle === null || after.tosses < before.tosses) return null;
  if (JSON.stringify(battle) !== JSON.stringify(before.battle)) return battle;
  if (after.tosses === before.tosses && after.phase === "act") return null;
  const filled = (["red", "yellow"] as const).some(
    (seat) => after.tokens[seat].reserve > before.tokens[seat].reserve,
  );
  const vain = before.phase === "act" && JSON.stringify(after.tokens) === JSON.stringify(before.tokens);
  return filled || (vain && before.turn === battle.attacker) ? battle : null;
}

/** A battle, and the view right after it. */
export interface ToldBattle {
  readonly battle: Battle;
  readonly after: View;
}

/** The view that a table has shown to the end, and the battle that it tells of. */
export interface ToldBattles {
  readonly reached: View;
  readonly battle: ToldBattle | null;
  /** The toss that led to the battle that was told last. */
  readonly toss: number | null;
}

/** Returns the viewer's battle that was just decided, and what puts it away; `null`: none was. */
export function useBattle(scene: TieqchieqScene): readonly [ToldBattle | null, () => void] {
  const reached = reachedView(scene);
  const [told, setTold] = useState<ToldBattles>({ reached, battle: null, toss: null });
  if (told.reached !== reached) setTold(tellBattles(told, reached));
  return [told.battle, () => setTold((now) => ({ ...now, battle: null }))];
}

/** Returns what a table tells of battles when it has shown more: each of the viewer's, once. */
export function tellBattles(told: ToldBattles, reached: View): ToldBattles {
  const now = { ...told, reached };
  const shown = reached.seat === null ? null : battleBetween(told.reached, reached);
  if (shown === null || reached.table.tosses === told.toss) return now;
  return { ...now, battle: { battle: shown, after: reached }, toss: reached.table.tosses };
}
