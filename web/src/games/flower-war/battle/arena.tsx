import type { Battle } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import styles from "./battle.module.css";
import { BattleSide } from "./battle-side.tsx";
import { standingWords } from "./battle-words.ts";

/** The two sides of a battle, and the stake between them. */
export function Arena({ scene, battle }: { readonly scene: FlowerWarScene; readonly battle: Battle }) {
  const reader = readerFor(scene.seat, scene.people);
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
