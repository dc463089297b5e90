import { useId } from "react";
import { BeadMarker, Beads } from "../art/beads.tsx";
import { drawingUrl } from "../art/drawing.tsx";
import styles from "./board-picture.module.css";
import { angleOf, HOMES, point, quarterOf, ringPiece, SIGNS, textArc } from "./geometry.ts";
import { Lake } from "./lake.tsx";

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
