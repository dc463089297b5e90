import { useEffect, useEffectEvent, useRef } from "react";
import { Drawing } from "../art/drawing.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./virtual-temple.module.css";
import type { SkullDrag } from "./use-skull-drag.ts";

interface Props {
  /** Skulls that can be lifted, 0 or more. */
  readonly skulls: number;
  readonly drag: SkullDrag;
}

/** Skulls that are drawn; the number counts the others too. */
const SHOWN = 6;

/** The skulls that can be dragged into a slot. */
export function SkullPurse({ skulls, drag }: Props) {
  const { lifted, handlers } = drag;
  return (
    <div className={styles.purse} {...handlers}>
      {Array.from({ length: Math.min(skulls, SHOWN) }, (_, index) => (
        <span
          key={index}
          data-skull
          className={`${styles.skull} ${lifted !== null && index === 0 ? styles.gone : ""}`}
        >
          <Drawing sheet="marks" id="skull" />
        </span>
      ))}
      <p className={styles.number}>
        {i18n._("{skulls, plural, =0 {no skulls} one {# skull} other {# skulls}}", { skulls })}
        {lifted === null ? null : (
          <>
            <br />
            {i18n._("one in your hand")}
          </>
        )}
      </p>
      {lifted === null ? null : <LiftedSkull drag={drag} />}
    </div>
  );
}

/** The skull under the pointer. */
function LiftedSkull({ drag: { lifted, glideBack } }: { readonly drag: SkullDrag }) {
  const skull = useRef<HTMLSpanElement>(null);
  const returning = lifted?.returning === true;
  const glide = useEffectEvent(() => glideBack(skull.current));
  useEffect(() => {
    if (returning) glide();
  }, [returning]);
  return (
    <span ref={skull} className={styles.lifted} style={{ left: lifted?.at.x, top: lifted?.at.y }}>
      <Drawing sheet="marks" id="skull" />
    </span>
  );
}
