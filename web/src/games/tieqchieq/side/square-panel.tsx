import { Drawing, drawingUrl } from "../../../art/drawing.tsx";
import { Panel } from "../../../design/parts/panel.tsx";
import { cellFacts, cellName } from "../board/cell-words.ts";
import { holderOf } from "../board/marks.ts";
import { paintOf } from "../board/square.tsx";
import type { TieqchieqScene } from "../scene.ts";
import styles from "./side.module.css";

interface Props {
  readonly scene: TieqchieqScene;
  /** A square, an X or a start. */
  readonly cell: string;
}

/** A cell of the board in words: what is painted there, what it costs and does, and who stands there. */
export function SquarePanel({ scene, cell }: Props) {
  const { table } = scene.view;
  const holder = holderOf(table, cell);
  return (
    <Panel
      className={styles.panel}
      title={
        <span className={styles.title}>
          {holder === null ? (
            <Drawing sheet="tieqchieq" id={drawingOf(cell)} />
          ) : (
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
              <use href={drawingUrl("tieqchieq", drawingOf(cell))} x={-50} y={-50} width={100} height={100} />
              <use href={drawingUrl("sisters", `t-${holder}`)} x={-32} y={-34} width={64} height={64} />
            </svg>
          )}
          {cellName(cell)}
        </span>
      }
    >
      {cellFacts(cell, table, scene.seat ?? table.turn).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </Panel>
  );
}

function drawingOf(cell: string): string {
  if (cell.startsWith("start-")) return cell;
  return paintOf(cell)?.replace("fret-", "land-") ?? "square";
}
