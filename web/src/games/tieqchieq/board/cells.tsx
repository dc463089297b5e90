import type { Seat, Table } from "@flower-war/client-sdk/tieqchieq";
import { type KeyboardEvent, useState } from "react";
import { cellWords } from "./cell-words.ts";
import styles from "./board.module.css";
import { centerOf, ROWS } from "./geometry.ts";
import { destination } from "./grid-keys.ts";
import type { Marks } from "./marks.ts";

interface Props {
  readonly table: Table;
  readonly viewer: Seat | null;
  readonly marks: Marks;
  /** The cell that Tab reaches first and that Home leads to. */
  readonly own: string;
  readonly selected: string | null;
  readonly onCell: (cell: string) => void;
  /** Called when Enter is pressed on the cell where the chosen act ends. */
  readonly onConfirm: () => void;
}

/** The cells of the grid over the drawing: what can be pointed at, focused and read out. One is in the Tab order. */
export function Cells({ table, viewer, marks, own, selected, onCell, onConfirm }: Props) {
  const [walked, setWalked] = useState<string | null>(null);
  const reached = walked ?? own;
  const onKeyDown = (event: KeyboardEvent<SVGGElement>, cell: string) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (event.key === "Enter" && marks.chosen?.way.to === cell) onConfirm();
      else onCell(cell);
      return;
    }
    const to = destination(event.key, cell, own);
    if (to === null) return;
    event.preventDefault();
    setWalked(to);
    document.querySelector<SVGGElement>(`[data-cell="${to}"]`)?.focus();
  };
  return ROWS.map((cells) => (
    <g key={cells[0]} role="row">
      {cells.map((cell) => {
        const { x, y } = centerOf(cell);
        const start = cell.startsWith("start-");
        return (
          <g
            key={cell}
            role="gridcell"
            className={`${styles.cell} ${marks.movable.has(cell) || marks.goals.has(cell) ? styles.live : ""}`}
            transform={`translate(${x} ${y})`}
            tabIndex={cell === reached ? 0 : -1}
            aria-label={cellWords(cell, table, viewer, marks)}
            aria-selected={cell === selected}
            data-cell={cell}
            onClick={() => onCell(cell)}
            onFocus={() => setWalked(cell)}
            onKeyDown={(event) => onKeyDown(event, cell)}
          >
            <rect
              x={start ? (cell === "start-red" ? -34 : -92) : -48}
              y={start ? -28 : -48}
              width={start ? 126 : 96}
              height={start ? 56 : 97}
              rx={12}
            />
          </g>
        );
      })}
    </g>
  ));
}
