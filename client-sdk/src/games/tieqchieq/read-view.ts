import type { Coin, Seat, Square, Table, Tokens, View } from "@flower-war/rules/tieqchieq";
import type { TieqchieqState } from "../states.ts";
import type { SyncedTokens, TieqchieqTable } from "./state.ts";

/**
 * Rebuilds from the synced state the very value of the rules' `view(state, seat)`.
 * @param seat whose view; `null`: what everybody sees
 * @returns `null` while seats are open: the match has not begun
 */
export function readView(state: TieqchieqState, seat: Seat | null): View | null {
  return state.status === "gathering" ? null : { table: readTable(state.table), seat };
}

function readTable(table: TieqchieqTable): Table {
  const { first, red, yellow, phase, turn, roll, plusAt, tosses, coins } = table;
  return {
    options: { first },
    tokens: { red: readTokens(red), yellow: readTokens(yellow) },
    phase,
    turn,
    roll,
    plusAt: plusAt || null,
    tosses,
    coins: readCoins(coins),
    battle: readBattle(table),
    outcome: readOutcome(table),
  };
}

function readTokens({ reserve, at, home }: SyncedTokens): Tokens {
  return { reserve, at: at === "" ? [] : (at.split(" ") as Square[]), home };
}

function readCoins(coins: string): readonly Coin[] {
  return Array.from(coins, (coin) => (coin === "1" ? 1 : 0));
}

function readBattle({ battle }: TieqchieqTable): Table["battle"] {
  const { attacker, square, coins, winner } = battle;
  if (!attacker || !square || !winner) return null;
  return { attacker, square, coins: readCoins(coins), winner };
}

function readOutcome({ outcome, red, yellow }: TieqchieqTable): Table["outcome"] {
  const { by, winner } = outcome;
  if (!by) return null;
  return { by, winner: winner || null, home: { red: red.home, yellow: yellow.home } };
}
