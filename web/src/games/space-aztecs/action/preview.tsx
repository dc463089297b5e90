import type { Score } from "@flower-war/client-sdk/space-aztecs";
import { printNumber } from "../numbers.ts";
import { texts } from "../texts.ts";
import styles from "./action.module.css";

interface Props {
  readonly before: Score;
  readonly after: Score;
}

const PARTS = ["codices", "aztecs", "fewest", "saucers", "total"] as const;

/** Points now, and as they would be. */
export function Preview({ before, after }: Props) {
  return (
    <dl className={styles.preview}>
      {PARTS.map((part) => (
        <div key={part} className={part === "total" ? styles.total : undefined}>
          <dt>{texts().scores[part].name}</dt>
          <dd>
            {printNumber(before[part])}
            <span className={styles.arrow}> → </span>
            <em className={toneOf(before[part], after[part])}>{printNumber(after[part])}</em>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function toneOf(before: number, after: number): string | undefined {
  if (after === before) return undefined;
  return after > before ? styles.better : styles.worse;
}
