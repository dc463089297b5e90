import type { Score } from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../../art/drawing.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { printNumber } from "../numbers.ts";
import { texts } from "../texts.ts";
import styles from "./players.module.css";

const PARTS = [
  ["codices", "i-book", "plain"],
  ["aztecs", "i-pyr", "temple"],
  ["saucers", "i-saucer", "saucer"],
] as const;

/** What a seat's points are made of. */
export function Points({ score }: { score: Score }) {
  const { scores } = texts();
  return (
    <span className={styles.parts}>
      {PARTS.map(([part, icon, tone]) => (
        <span key={part} data-tip={`${scores[part].name}\n${scores[part].about}`}>
          <Drawing sheet="sisters" id={icon} className={styles[tone]} />
          <Unseen>{scores[part].name} </Unseen>
          {score[part]}
        </span>
      ))}
      {score.fewest === 0 ? null : (
        <span className={styles.fewest} data-tip={`${scores.fewest.name}\n${scores.fewest.about}`}>
          <Drawing sheet="sisters" id="pink" />
          <Unseen>{scores.fewest.name} </Unseen>
          {printNumber(score.fewest)}
        </span>
      )}
    </span>
  );
}

/** A seat's points now. */
export function Total({ score: { total } }: { score: Score }) {
  return (
    <strong className={styles.total}>
      {printNumber(total)}
      <small>{i18n._("{total, plural, one {point} other {points}}", { total })}</small>
    </strong>
  );
}
