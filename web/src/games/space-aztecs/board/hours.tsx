import { memo } from "react";
import styles from "./dial.module.css";
import { pointAt, RADIUS } from "./geometry.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The ring of hours round the sun. Decoration: cards say their times elsewhere. */
export const Hours = memo(function Hours({ small }: { small: boolean }) {
  return (
    <g aria-hidden="true">
      <circle className={styles.hours} r={RADIUS.hours} />
      {HOURS.map((hour) => {
        const long = hour % 6 === 0;
        const [from, to] = [pointAt(long ? 128 : 126, hour * 15), pointAt(long ? 111 : 117, hour * 15)];
        return (
          <path
            key={hour}
            className={long ? styles.longTick : styles.tick}
            d={`M${from.join(" ")}L${to.join(" ")}`}
          />
        );
      })}
      {small
        ? null
        : [0, 6, 12, 18].map((hour) => {
            const [x, y] = pointAt(RADIUS.hours, hour * 15);
            return (
              <g key={hour}>
                <circle className={styles.hour} cx={x} cy={y} r="14" />
                <text className={styles.hourNumber} x={x} y={y + 5.5}>
                  {hour}
                </text>
              </g>
            );
          })}
    </g>
  );
});
