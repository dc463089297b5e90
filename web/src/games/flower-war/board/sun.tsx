import type { Catastrophe } from "@flower-war/client-sdk/flower-war";
import { memo } from "react";
import styles from "./board.module.css";
import { RADIUS, RAYS, ray } from "./geometry.ts";

interface Props {
  /** Ticks of the apocalypse, 0-13. */
  readonly count: number;
  readonly state: "none" | "running" | "forestalled";
  readonly ruling: Catastrophe | null;
  /** Discs off the board, and how many begin the apocalypse; 0: none do. */
  readonly discs: number;
  readonly trigger: number;
  readonly tip: string;
}

/** The sun on its island: a ray goes out with each tick; before that, pips count the discs to the trigger. */
export const Sun = memo(function Sun({ count, state, ruling, discs, trigger, tip }: Props) {
  const gone = ruling === null ? styles.rayGone : styles[`ray-${ruling}`];
  return (
    <g data-tip={tip}>
      {Array.from({ length: RAYS }, (_, index) => (
        <path key={index} className={index < count ? gone : styles.ray} d={ray(index)} data-ray={index + 1} />
      ))}
      <circle className={state === "running" ? styles.sunDark : styles.sun} r={RADIUS.sun} />
      <circle className={state === "forestalled" ? styles.sunHeld : styles.sunRing} r={77} />
      {state === "none"
        ? Array.from({ length: trigger }, (_, index) => (
            <circle
              key={index}
              className={index < discs ? styles.pipOn : styles.pip}
              cx={(index - (trigger - 1) / 2) * 15}
              cy={68}
              r={5}
            />
          ))
        : null}
    </g>
  );
});
