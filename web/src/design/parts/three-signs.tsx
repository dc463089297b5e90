import { Fragment } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { i18n } from "../../texts/index.ts";
import { Medal } from "./medal.tsx";
import styles from "./three-signs.module.css";

/** How Flower War is won, at a glance. */
export function ThreeSigns() {
  const signs = [
    { sign: "cuauhtli", name: i18n._("eagle") },
    { sign: "coatl", name: i18n._("serpent") },
    { sign: "xochitl", name: i18n._("flower") },
  ];
  return (
    <div
      className={styles.signs}
      role="img"
      aria-label={i18n._("Eagle, serpent and flower together win the city")}
    >
      {signs.map(({ sign, name }, i) => (
        <Fragment key={sign}>
          {i === 0 ? null : <span className={styles.plus}>+</span>}
          <Medal>
            <Drawing sheet="signs" id={sign} />
          </Medal>
          {name}
        </Fragment>
      ))}
      <span className={styles.plus}>=</span>
      {i18n._("the city is yours")}
    </div>
  );
}
