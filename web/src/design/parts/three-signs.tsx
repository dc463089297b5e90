import { Fragment } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { i18n } from "../../texts/index.ts";
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
          <Medal sign={sign} />
          {name}
        </Fragment>
      ))}
      <span className={styles.plus}>=</span>
      {i18n._("the city is yours")}
    </div>
  );
}

/** A day sign on its round medal, as discs and signs are shown. */
function Medal({ sign }: { readonly sign: string }) {
  return (
    <span className={styles.medal}>
      <Drawing sheet="signs" id={sign} />
    </span>
  );
}
