import { type Battle, type Side, spaceName } from "@flower-war/client-sdk/flower-war";
import { Button } from "../../design/parts/button.tsx";
import { i18n } from "../../texts/index.ts";
import type { TablePart } from "./handling.ts";
import { Countdown } from "../../game-frame/table/countdown.tsx";
import styles from "./battle.module.css";
import { BattleAnswer } from "./battle-answer.tsx";
import { ModalWindow } from "../../game-frame/table/modal-window.tsx";
import { Drawing } from "../../art/drawing.tsx";
import { type FlowerWarScene, readerFor } from "./texts.ts";
import { standingWords, totalWords } from "./battle-words.ts";
import { Unseen } from "../../design/parts/panel.tsx";
import { SeatMark } from "../../design/parts/seat-mark.tsx";
import { CardPicture } from "./hand/card.tsx";

interface BattleWindowProps extends TablePart {
  readonly battle: Battle;
  /** Puts the window away until something changes. */
  readonly onClose: () => void;
}

/** A battle of the viewer: both dice and totals, the cards played, the stake, and what the viewer can answer. */
export function BattleWindow(props: BattleWindowProps) {
  const { scene, battle, serverTime, onClose } = props;
  const { table } = scene.view;
  const space = table.tribes[table.turn.seat]?.space ?? 1;
  const room = table.options.rackSize - (table.spaces[space - 1]?.rack ?? 0);
  const awaited = table.awaiting === null ? null : (scene.clock?.seats.get(table.awaiting.seat) ?? null);
  return (
    <ModalWindow
      title={i18n._("Battle on {space}", { space: spaceName(space) })}
      lead={i18n._(
        "Costs go onto this rack: room for {room, plural, one {# more skull} other {# more skulls}}.",
        { room },
      )}
      aside={
        <>
          {awaited === null ? null : (
            <Countdown clock={awaited} serverTime={serverTime} className={styles.clock} />
          )}
          <Button onClick={onClose}>{i18n._("See the board")}</Button>
        </>
      }
      className={styles.window}
      onClose={onClose}
    >
      <Arena scene={scene} battle={battle} />
      <BattleAnswer {...props} />
    </ModalWindow>
  );
}

/** The two sides of a battle, and the stake between them. */
export function Arena({ scene, battle }: { readonly scene: FlowerWarScene; readonly battle: Battle }) {
  const reader = readerFor(scene);
  return (
    <div className={styles.arena}>
      <BattleSide scene={scene} battle={battle} side="attacker" />
      <Stake battle={battle} standing={standingWords(battle, scene.view.table, reader)} />
      <BattleSide scene={scene} battle={battle} side="defender" />
    </div>
  );
}

/** Skulls of a stake that are drawn one by one. */
const DRAWN_SKULLS = 6;

function Stake({ battle: { stake }, standing }: { battle: Battle; standing: string }) {
  return (
    <section className={styles.stake} aria-label={i18n._("Stake")}>
      <h3>{i18n._("Stake")}</h3>
      <div className={styles.pot} aria-hidden="true">
        {Array.from({ length: Math.min(stake, DRAWN_SKULLS) }, (_, index) => (
          <Drawing key={index} sheet="marks" id="skull" />
        ))}
      </div>
      <strong>{i18n._("{stake, plural, one {# skull} other {# skulls}}", { stake })}</strong>
      <p>{standing}</p>
    </section>
  );
}

interface BattleSideProps {
  readonly scene: FlowerWarScene;
  readonly battle: Battle;
  readonly side: Side;
}

/** One side of a battle: who it is, the die that counts, the total and the cards played. */
function BattleSide({ scene, battle, side }: BattleSideProps) {
  const seat = battle[side];
  const reader = readerFor(scene);
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
