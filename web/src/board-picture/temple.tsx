import styles from "./board-picture.module.css";

/** The tiers of the pyramid: lower edge, width, height. */
const TIERS = [
  [62, 128, 16],
  [46, 112, 16],
  [30, 96, 15],
  [15, 82, 15],
] as const;

/** Templo Mayor with its two shrines. */
export function Temple() {
  return (
    <g className={styles.temple}>
      {TIERS.map(([y, width, height]) => (
        <path
          key={y}
          className={styles.stone}
          d={`M${-width / 2} ${y}L${-width / 2 + 5} ${y - height}H${width / 2 - 5}L${width / 2} ${y}Z`}
        />
      ))}
      {[-15, 15].map((x) => (
        <g key={x}>
          <path className={styles.balustrade} d={`M${x - 12.5} 62V0H${x + 12.5}V62Z`} />
          <path className={styles.stair} d={`M${x - 8} 62V0H${x + 8}V62Z`} />
          {[6, 13, 20, 27, 34, 41, 48, 55].map((y) => (
            <path key={y} className={styles.step} d={`M${x - 8} ${y}H${x + 8}`} />
          ))}
        </g>
      ))}
      <Shrine x={-21} wall="var(--turquoise)" roof="var(--roof-tlaloc)" />
      <Shrine x={21} wall="var(--war)" roof="var(--roof-huitzilopochtli)" />
    </g>
  );
}

function Shrine({ x, wall, roof }: { readonly x: number; readonly wall: string; readonly roof: string }) {
  return (
    <>
      <path fill={wall} d={`M${x - 18} 0V-31H${x + 18}V0Z`} />
      <path fill={roof} d={`M${x - 20} -31L${x - 14.5} -55H${x + 14.5}L${x + 20} -31Z`} />
      <path className={styles.slot} d={`M${x - 9} 0V-22H${x + 9}V0Z`} />
    </>
  );
}
