import type { Act } from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import type { Way } from "../acts/acts.ts";
import { lostOf } from "../acts/act-words.ts";
import type { TieqchieqScene } from "../scene.ts";
import { texts } from "../texts.ts";
import styles from "./action.module.css";

interface Props {
  readonly scene: TieqchieqScene;
  readonly from: Act;
  readonly way: Way;
}

/** What each square of a way costs, and together. */
export function Price({ scene, from, way }: Props) {
  const { table } = scene.view;
  const lost = lostOf(way, table);
  const paid = table.roll - lost;
  const start = from.type === "move" ? from.from : texts().places.dot.name;
  return (
    <ol className={styles.pay} aria-label={texts().things.price.name}>
      <li>
        <Drawing sheet="sisters" id={`t-${table.turn}`} />
        {start}
      </li>
      {way.entered.map(({ place, cost }) => (
        <li key={place} className={cost > 1 ? styles.dear : undefined}>
          <span className={styles.then} aria-hidden="true">
            ›
          </span>
          <b>{cost}</b>
          {place}
        </li>
      ))}
      <li className={styles.sum}>
        {lost === 0
          ? i18n._("= {paid} of {roll}", { paid, roll: table.roll })
          : i18n._("= {paid} of {roll}, {lost} lost", { paid, roll: table.roll, lost })}
      </li>
    </ol>
  );
}
