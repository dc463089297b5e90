import type { Battle, Side } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { SeatMark } from "../../../design/parts/seat-mark.tsx";
import { i18n } from "../../../texts/index.ts";
import { CardPicture } from "../hand/card.tsx";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import styles from "./battle.module.css";
import { totalWords } from "./battle-words.ts";

interface Props {
  readonly scene: FlowerWarScene;
  readonly battle: Battle;
  readonly side: Side;
}

/** One side of a battle: who it is, the die that counts, the total and the cards played. */
export function BattleSide({ scene, battle, side }: Props) {
  const seat = battle[side];
  const reader = readerFor(scene.seat, scene.people);
  const name = seat === scene.seat ? i18n._("You") : reader.nameOf(seat);
  const role = side === "attacker" ? i18n._("attacking") : i18n._("defending");
  const played = battle.played.filter((card) => card.seat === seat);
  return (
    <section className={`${styles.side} ${styles[side]}`} aria-label={`${name}, ${role}`}>
      <header>
        <SeatMark seat={seat} className={styles.mark} />
        <div>
          <h3>{name}</h3>
          <small>{role}</small>
        </div>
        <span className={styles.held}>
          <Drawing sheet="marks" id="skull" label={i18n._("skulls")} />
          {scene.view.table.tribes[seat]?.skulls}
        </span>
      </header>
      <div className={styles.fight} data-battle-die>
        <Drawing
          sheet="marks"
          id={`die-${battle.dice[side]}`}
          className={styles.die}
          label={i18n._("die: {die}", { die: battle.dice[side] })}
        />
        <p className={styles.sum}>
          <span>{totalWords(battle, side)}</span>
          <Unseen> {i18n._("Total")} </Unseen>
          <strong>{battle.totals[side]}</strong>
        </p>
      </div>
      {played.length === 0 ? null : (
        <ul className={styles.played} aria-label={i18n._("Played")}>
          {played.map(({ card, inEffect }, index) => (
            <li key={`${card}-${index}`} className={inEffect ? undefined : styles.stopped}>
              <CardPicture card={card} size="wide" />
              {inEffect ? null : <b>{i18n._("stopped by mist")}</b>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
