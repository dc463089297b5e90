import type { Coin, Seat } from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import { battleResults, oddsOf } from "./odds.ts";
import styles from "./odds.module.css";

interface Props {
  /** The seat of the odds. */
  readonly seat: Seat;
  readonly attacker: Seat;
}

/** The drawing of what a battle's coin shows. */
export const coinDrawing = (coin: Coin): string => (coin === 0 ? "coin-r" : "coin-y");

/** The odds of a battle: its four results, and how many of them win. */
export function Odds({ seat, attacker }: Props) {
  const odds = oddsOf(seat, attacker);
  return (
    <div className={styles.odds}>
      <span className={styles.results} aria-hidden="true">
        {battleResults(attacker).map(({ coins, winner }) => (
          <span key={coins.join("")} className={winner === seat ? styles.win : styles.lose}>
            <Drawing sheet="sisters" id={coinDrawing(coins[0])} />
            <Drawing sheet="sisters" id={coinDrawing(coins[1])} />
          </span>
        ))}
      </span>
      <strong>{i18n._("You win {wins} in {of}", odds)}</strong>
    </div>
  );
}
