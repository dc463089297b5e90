import { useId } from "react";
import { BeadMarker, Beads } from "../art/beads.tsx";
import { drawingUrl } from "../art/drawing.tsx";
import styles from "./board-picture.module.css";
import { angleOf, HOMES, point, quarterOf, ringPiece, SIGNS, textArc } from "./geometry.ts";

interface Props {
  /** The seats whose pawns stand at their homes. */
  readonly seats: readonly string[];
  /** Skulls on each rack, 4 to 13. */
  readonly rack?: number;
  /** Offerings in the two halves of the lake. */
  readonly offerings?: { readonly tlaloc: number; readonly huitzilopochtli: number };
}

/** Flower War's board as a match begins: a picture, nothing on it can be pressed. */
export function BoardPicture({ seats, rack = 13, offerings = { tlaloc: 0, huitzilopochtli: 0 } }: Props) {
  const id = useId();
  return (
    <svg className={styles.board} viewBox="-330 -330 660 660" aria-hidden="true">
      <circle className={styles.rim} r="325" />
      <circle className={styles.rimLine} r="321" />
      <BeadMarker id={`${id}bead`} />
      {SIGNS.map((sign, i) => (
        <Space key={sign} sign={sign} number={i + 1} rack={rack} id={id} />
      ))}
      <circle className={styles.causeway} r="188" />
      {SIGNS.map((sign, i) => (
        <Chevron key={sign} angle={angleOf(i + 1) + 9} />
      ))}
      <Lake id={id} offerings={offerings} />
      {seats.map((seat) => (
        <Pawn key={seat} seat={seat} />
      ))}
    </svg>
  );
}

interface SpaceProps {
  readonly sign: string;
  readonly number: number;
  readonly rack: number;
  /** The picture's id in the document. */
  readonly id: string;
}

function Space({ sign, number, rack, id }: SpaceProps) {
  const arc = `${id}${number}`;
  const angle = angleOf(number);
  const [from, to] = [angle - 8.7, angle + 8.7];
  const [x, y] = point(241, angle);
  const [plateX, plateY] = point(303.5, angle + 6.1);
  return (
    <g>
      <path className={styles.rack} d={ringPiece(288, 319, from, to)} />
      <Beads marker={`${id}bead`} places={Array.from({ length: rack }, (_, i) => skullAt(i, angle))} />
      <path className={number % 2 === 0 ? styles.tileEven : styles.tile} d={ringPiece(206, 286, from, to)} />
      <path className={styles[quarterOf(number)]} d={ringPiece(281, 286, from, to)} />
      <circle className={styles.disc} cx={x} cy={y} r="28.5" />
      <circle className={styles.discFace} cx={x} cy={y} r="24.9" />
      <use href={drawingUrl("signs", sign)} x={x - 20.5} y={y - 20.5} width="41" height="41" />
      <path id={arc} d={textArc(number)} fill="none" />
      <text className={styles.name}>
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          {number} {sign}
        </textPath>
      </text>
      <circle className={styles.plate} cx={plateX} cy={plateY} r="10.8" />
      <text className={styles.number} x={plateX} y={plateY + 4.7}>
        {rack}
      </text>
    </g>
  );
}

/** Where a skull of a rack lies: seven outside, six inside. */
function skullAt(index: number, angle: number) {
  const inside = index >= 7;
  const place = inside ? index - 7 : index;
  return point(inside ? 297.5 : 310.5, angle + 3.4 - place * 1.96 - (inside ? 0.5 : 0));
}

function Chevron({ angle }: { readonly angle: number }) {
  const [x, y] = point(188, angle);
  return (
    <path
      className={styles.chevron}
      transform={`translate(${x} ${y}) rotate(${-angle - 90})`}
      d="M-3 -5L3 0L-3 5"
    />
  );
}

function Pawn({ seat }: { readonly seat: string }) {
  const home = HOMES[seat];
  if (home === undefined) return null;
  const [x, y] = point(188, angleOf(home));
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse className={styles.shadow} cx="1" cy="13" rx="13.7" ry="5" />
      <use href={drawingUrl("marks", `seat-${seat}`)} x="-19" y="-19" width="38" height="38" />
    </g>
  );
}

interface LakeProps {
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
export function Lake({ id, offerings }: LakeProps) {
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
