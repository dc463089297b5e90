import styles from "./board-picture.module.css";
import { point } from "./geometry.ts";
import { Temple } from "./temple.tsx";

interface Props {
  /** A prefix that no other element's id has. */
  readonly id: string;
  readonly offerings: { readonly tlaloc: number; readonly huitzilopochtli: number };
}

/** Rows of beads in each half, from the shore inwards: radius and number. */
const ROWS = [
  [160, 41],
  [148, 38],
  [136, 35],
  [124, 30],
] as const;

/** The lake with its offerings, the sun and the temple on its island. */
export function Lake({ id, offerings }: Props) {
  return (
    <>
      <circle className={styles.lakeBed} r="171" />
      <path className={styles.tlaloc} d="M0 -168A168 168 0 0 0 0 168Z" />
      <path className={styles.huitzilopochtli} d="M0 -168A168 168 0 0 1 0 168Z" />
      {[157, 145, 133, 121].map((radius) => (
        <circle key={radius} className={styles.wave} r={radius} />
      ))}
      {beads(offerings.tlaloc, -1).map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.rainBead} cx={x} cy={y} r="5" />
      ))}
      {beads(offerings.huitzilopochtli, 1).map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.warBead} cx={x} cy={y} r="5" />
      ))}
      <path className={styles.dike} d="M0 -169V-108M0 169V108" />
      <GodName id={`${id}t`} name="TLALOC" from={172} to={94} />
      <GodName id={`${id}h`} name="HUITZILOPOCHTLI" from={90} to={4} />
      {Array.from({ length: 13 }, (_, i) => (
        <Ray key={i} angle={90 - (i * 360) / 13} />
      ))}
      <circle className={styles.sun} r="84" />
      <circle className={styles.sunLine} r="77" />
      <Temple />
    </>
  );
}

/** Where the beads of a half lie: from south to north, row by row. */
function beads(count: number, side: 1 | -1): readonly (readonly [number, number])[] {
  return ROWS.flatMap(([radius, size]) =>
    Array.from({ length: size }, (_, i) => point(radius, -90 + side * (6 + (168 * i) / (size - 1)))),
  ).slice(0, count);
}

interface GodNameProps {
  readonly id: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

function GodName({ id, name, from, to }: GodNameProps) {
  return (
    <>
      <path
        id={id}
        d={`M${point(113, from).join(" ")}A113 113 0 0 1 ${point(113, to).join(" ")}`}
        fill="none"
      />
      <text className={styles.god}>
        <textPath href={`#${id}`} startOffset="50%" textAnchor="middle">
          {name}
        </textPath>
      </text>
    </>
  );
}

function Ray({ angle }: { readonly angle: number }) {
  const points = [point(83, angle - 10.5), point(106, angle), point(83, angle + 10.5)];
  return <path className={styles.ray} d={`M${points.map((each) => each.join(" ")).join("L")}Z`} />;
}
