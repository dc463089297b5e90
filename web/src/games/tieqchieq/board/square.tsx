import { featureOf, SEATS, type Square as SquareName, territoryOf } from "@flower-war/client-sdk/tieqchieq";
import { drawingUrl } from "../../../art/drawing.tsx";
import styles from "./board.module.css";
import { centerOf } from "./geometry.ts";
import { endOf } from "./marks.ts";

interface Props {
  readonly name: string;
  readonly goal: boolean;
  readonly chosen: boolean;
  readonly crossed: boolean;
}

/** A square with what is painted on it. */
export function Square({ name, goal, chosen, crossed }: Props) {
  const { x, y } = centerOf(name);
  const paint = paintOf(name);
  const territory = endOf(name) === null ? territoryOf(name as SquareName) : null;
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={[
        styles.square,
        territory === null ? "" : styles[`land-${territory}`],
        goal ? styles.goal : "",
        crossed ? styles.crossed : "",
        chosen ? styles.chosen : "",
      ].join(" ")}
    >
      <rect className={styles.soil} x={-47} y={-43} width={94} height={95} rx={12} />
      <rect className={styles.tile} x={-47} y={-47} width={94} height={94} rx={12} />
      {paint === null ? null : (
        <use href={drawingUrl("tieqchieq", paint)} x={-46} y={-46} width={92} height={92} />
      )}
      <text className={styles.name} x={-41} y={41}>
        {name}
      </text>
      <rect className={styles.halo} x={-44} y={-44} width={88} height={88} rx={10} />
    </g>
  );
}

/** Returns the drawing of what is painted on a square; `null`: nothing is. */
export function paintOf(name: string): string | null {
  const end = endOf(name);
  if (end !== null) return `end-${end}`;
  const square = name as SquareName;
  const owner = territoryOf(square);
  if (owner !== null) return `fret-${owner}`;
  const plus = SEATS.find((seat) => featureOf(seat, square) === "plus");
  if (plus !== undefined) return `plus-${plus}`;
  return featureOf("red", square);
}

/** A hill in the lake, where no square is. */
export function Hill({ name }: { readonly name: string }) {
  const { x, y } = centerOf(name);
  return (
    <g transform={`translate(${x} ${y})`}>
      <use href={drawingUrl("sisters", "hill")} x={-40} y={-42} width={80} height={80} />
      <path className={styles.foam} d="M-46 38q8 -7 16 0t16 0t16 0t16 0t16 0t12 0" />
    </g>
  );
}
