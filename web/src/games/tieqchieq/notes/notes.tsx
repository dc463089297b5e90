import { type Coin, otherSeat } from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import { coinDrawing } from "../battle/odds-row.tsx";
import type { TieqchieqScene } from "../scene.ts";
import { readerFor, texts } from "../texts.ts";
import styles from "./notes.module.css";

/** How many of the 16 results of four coins show so many faces. */
const CHANCES = [1, 4, 6, 4, 1];

/** What stands in the corners of the board: the last toss, the last battle, the path's colour, the score. */
export function Notes({ scene }: { readonly scene: TieqchieqScene }) {
  const { table } = scene.view;
  const seat = scene.seat ?? "red";
  return (
    <>
      <Toss scene={scene} />
      <div className={`${styles.note} ${styles.topRight}`}>
        <strong>{i18n._("Toss {n}", { n: table.tosses })}</strong>
        <LastBattle scene={scene} />
      </div>
      {scene.seat === null ? null : (
        <div className={`${styles.note} ${styles.bottomLeft}`}>
          <span>{i18n._("Your path")}</span>
          <strong className={styles[scene.seat]}>
            {scene.seat === "red" ? i18n._("red bridges") : i18n._("yellow bridges")}
          </strong>
        </div>
      )}
      <div className={`${styles.note} ${styles.bottomRight}`}>
        <span>{i18n._("Tokens home")}</span>
        <strong>
          {i18n._("{own} to {other}", {
            own: table.tokens[seat].home,
            other: table.tokens[otherSeat(seat)].home,
          })}
        </strong>
        <span>{i18n._("six win")}</span>
      </div>
    </>
  );
}

function Toss({ scene }: { scene: TieqchieqScene }) {
  const { coins, turn, roll } = scene.view.table;
  if (coins.length === 0) return null;
  const faces = coins.filter((coin) => coin === 1).length;
  const mine = roll > 0 && turn === scene.seat;
  return (
    <div className={`${styles.note} ${styles.topLeft}`}>
      <div className={styles.coins} aria-hidden="true" data-note="coins">
        {coins.map((coin: Coin, index) => (
          <Drawing key={index} sheet="sisters" id={coin === 1 ? "coin-up" : "coin-down"} />
        ))}
      </div>
      <div>
        <strong>
          {mine ? i18n._("You tossed {faces}", { faces }) : i18n._("Last toss: {faces}", { faces })}
        </strong>
        <span>{i18n._("{chances} in 16", { chances: CHANCES[faces] ?? 0 })}</span>
      </div>
    </div>
  );
}

function LastBattle({ scene }: { scene: TieqchieqScene }) {
  const { battle } = scene.view.table;
  if (battle === null) return null;
  const { winner, square, coins } = battle;
  const who = readerFor(scene.seat, scene.people).nameOf(winner);
  return (
    <>
      <span>{i18n._("Last battle, {square}", { square })}</span>
      <span className={styles.battle}>
        {coins.map((coin, index) => (
          <Drawing
            key={index}
            sheet="sisters"
            id={coinDrawing(coin)}
            label={texts().sides[coin === 0 ? "red" : "yellow"]}
          />
        ))}
      </span>
      <span>{winner === scene.seat ? i18n._("you won") : i18n._("{who} won", { who })}</span>
    </>
  );
}
