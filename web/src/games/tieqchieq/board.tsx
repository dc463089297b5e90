import { SEATS, type Seat, type Table } from "@flower-war/client-sdk/tieqchieq";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { i18n } from "../../texts/index.ts";
import styles from "./board.module.css";
import {
  BOARD_BOX,
  bridges,
  cellWords,
  centerOf,
  destination,
  HILLS,
  type Marks,
  NO_MARKS,
  pathOf,
  ROWS,
  reserveOf,
  startOf,
  TRAY_Y,
} from "./cells.ts";
import { Badges, Hill, Maybe, Prices, Square, TokenAt, Tokens, WayArrow } from "./pieces.tsx";
import { texts } from "./texts.ts";

const SQUARE_NAMES = ROWS.flat().filter((cell) => !cell.startsWith("start-"));

interface BoardProps {
  readonly table: Table;
  readonly viewer: Seat | null;
  readonly marks?: Marks;
  /** The cells that can be pointed at; without them the board is a picture. */
  readonly cells?: ReactNode;
}

/** The board: lake, bridges, squares, tokens, trays, and what the viewer can do there. */
export function Board({ table, viewer, marks = NO_MARKS, cells }: BoardProps) {
  const acting = viewer ?? table.turn;
  return (
    <svg
      className={styles.board}
      viewBox={Object.values(BOARD_BOX).join(" ")}
      data-board
      role={cells === undefined ? "img" : "grid"}
      aria-label={boardWords(viewer)}
    >
      <g aria-hidden="true">
        <Ground />
        {SEATS.map((seat) => (
          <Tray key={seat} seat={seat} table={table} />
        ))}
        {HILLS.map((name) => (
          <Hill key={name} name={name} />
        ))}
        <Squares marks={marks} />
        {marks.chosen === null ? null : <WayArrow chosen={marks.chosen} />}
        <PlusStep marks={marks} />
        <Tokens table={table} acting={acting} marks={marks} />
        <Badges marks={marks} acting={acting} />
        {marks.chosen === null ? null : <Prices chosen={marks.chosen} />}
      </g>
      {cells}
    </svg>
  );
}

function Squares({ marks }: { marks: Marks }) {
  return SQUARE_NAMES.map((name) => (
    <Square
      key={name}
      name={name}
      goal={marks.goals.has(name)}
      chosen={marks.chosen?.way.to === name}
      crossed={marks.chosen?.way.entered.some(({ place }) => place === name) ?? false}
    />
  ));
}

/** The step that the plus at the end of the chosen way may add. */
function PlusStep({ marks: { chosen } }: { marks: Marks }) {
  const next = chosen?.way.next ?? null;
  return chosen === null || next === null ? null : <Maybe from={chosen.way.to} to={next} />;
}

function boardWords(viewer: Seat | null): string {
  const board = i18n._("The board: 23 squares, a1 at the lower left.");
  if (viewer === null) return board;
  return `${board} ${i18n._("Your path: {path}.", { path: pathOf(viewer).join(" ") })}`;
}

interface CellsProps {
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
export function Cells({ table, viewer, marks, own, selected, onCell, onConfirm }: CellsProps) {
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

const HOME_PLACES = [0, 1, 2, 3, 4, 5];

/** The lake in its frame, and the bridges with the direction of each path. */
function Ground() {
  return (
    <>
      <rect className={styles.shade} x={-306} y={-300} width={612} height={608} rx={26} />
      <rect className={styles.rim} x={-304} y={-304} width={608} height={608} rx={24} />
      <rect className={styles.rimLine} x={-299} y={-299} width={598} height={598} rx={20} />
      <rect className={styles.lake} x={-287} y={-287} width={574} height={574} rx={12} />
      {Array.from({ length: 10 }, (_, row) => (
        <path
          key={row}
          className={styles.wave}
          d={`M-282 ${row * 58 - 260}q18 -9 36 0${"t36 0".repeat(14)}`}
        />
      ))}
      {SEATS.map((seat) => (
        <path
          key={seat}
          className={`${styles.pier} ${styles[seat]}`}
          d={`M${centerOf(startOf(seat)).x} ${seat === "red" ? 312 : -312}V${seat === "red" ? 280 : -280}`}
        />
      ))}
      {bridges().map(({ seat, x, y, angle }) => (
        <g
          key={`${seat} ${x} ${y}`}
          className={`${styles.bridge} ${styles[seat]}`}
          transform={`translate(${x} ${y}) rotate(${angle})`}
        >
          <rect x={-13} y={-16} width={26} height={32} rx={3} />
          <path d={seat === "red" ? "M-4.5 -8L4.5 0L-4.5 8" : "M-5 -8L6 0L-5 8Z"} />
        </g>
      ))}
    </>
  );
}

/** A colour's tray: its start, the tokens that wait, and the six places of those that are home. */
export function Tray({ seat, table }: { readonly seat: Seat; readonly table: Table }) {
  const { reserve, home } = table.tokens[seat];
  const side = seat === "red" ? 1 : -1;
  const start = centerOf(startOf(seat));
  const towards = side > 0 ? "start" : "end";
  const away = side > 0 ? "end" : "start";
  return (
    <g className={`${styles.tray} ${styles[seat]}`}>
      <rect x={-298} y={side > 0 ? 300 : -364} width={596} height={64} rx={16} />
      <circle className={styles.dot} cx={start.x} cy={start.y} r={25} />
      {seat === "red" ? (
        <circle className={styles.eye} cx={start.x} cy={start.y} r={8} />
      ) : (
        <path className={styles.eye} d={`M${start.x} ${start.y - 11}l10 17h-20Z`} />
      )}
      <text className={styles.label} x={start.x + side * 100} y={start.y - 5} textAnchor={towards}>
        {texts().things.reserve.name}
      </text>
      <text className={styles.count} x={start.x + side * 100} y={start.y + 17} textAnchor={towards}>
        {i18n._("{n} waiting", { n: reserve })}
      </text>
      {HOME_PLACES.map((place) => {
        const x = side * (268 - place * 43);
        return place < home ? (
          <TokenAt key={place} seat={seat} x={x} y={TRAY_Y * side - 1} size={48} />
        ) : (
          <circle key={place} className={styles.slot} cx={x} cy={TRAY_Y * side} r={17} />
        );
      })}
      <text className={styles.label} x={side * 30} y={TRAY_Y * side + 7} textAnchor={away}>
        {texts().places.home.name}
      </text>
      {reserve > 0 ? <TokenAt seat={seat} {...reserveOf(seat)} size={56} /> : null}
    </g>
  );
}
