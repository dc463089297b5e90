import { memo } from "react";
import { drawingUrl } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import styles from "./dial.module.css";
import { pointAt, RADIUS, saucerPoints } from "./geometry.ts";

interface Props {
  readonly played: number;
  /** Saucers that end the match. */
  readonly limit: number;
  readonly small: boolean;
}

const RAYS = 13;

/** The fifth sun: how many Saucers have come, of those that end the world. */
export const Sun = memo(function Sun({ played, limit, small }: Props) {
  const { points, width } = saucerPoints(limit);
  return (
    <g role="img" aria-label={i18n._("{played} of {limit} Saucers have come", { played, limit })}>
      {Array.from({ length: RAYS }, (_, index) => {
        const angle = (index * 360) / RAYS;
        const [left, top, right] = [
          pointAt(70, angle - 11),
          pointAt(RADIUS.rays, angle),
          pointAt(70, angle + 11),
        ];
        return (
          <path
            key={angle}
            className={styles.ray}
            d={`M${left.join(" ")}L${top.join(" ")}L${right.join(" ")}Z`}
          />
        );
      })}
      <circle className={styles.sun} r={RADIUS.sun} />
      <circle className={styles.sunRing} r="71" />
      {points.map(([x, y], index) => (
        <use
          key={x}
          href={drawingUrl("sisters", "i-saucer")}
          x={x - width / 2}
          y={y - width / 3}
          width={width}
          height={width * 0.667}
          className={index < played ? styles.saucer : styles.noSaucer}
        />
      ))}
      <text className={small ? styles.largeSunCount : styles.sunCount} y={small ? 31 : 18}>
        {i18n._("{played} of {limit}", { played, limit })}
      </text>
      <text className={small ? styles.largeSunLabel : styles.sunLabel} y={small ? 54 : 40}>
        {i18n._("saucers")}
      </text>
    </g>
  );
});
