import styles from "./what-if-sign.module.css";
import { whatIfWords } from "./words.ts";

/** Says that what is seen here did not happen. */
export const WhatIfSign = () => <strong className={styles.sign}>{whatIfWords()}</strong>;

/** The edge around a board that shows a branch. It lies over the board. */
export const WhatIfEdge = () => (
  <div className={styles.edge} aria-hidden="true">
    <WhatIfSign />
  </div>
);
