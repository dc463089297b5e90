import { SEATS, type Seat, type Table } from "@flower-war/client-sdk/tieqchieq";
import type { ReactNode } from "react";
import { i18n } from "../../../texts/index.ts";
import { Badges } from "./badges.tsx";
import styles from "./board.module.css";
import { HILLS, pathOf, ROWS } from "./geometry.ts";
import { Ground, Tray } from "./ground.tsx";
import { type Marks, NO_MARKS } from "./marks.ts";
import { Hill, Square } from "./square.tsx";
import { Tokens } from "./tokens.tsx";
import { Maybe, Prices, WayArrow } from "./way-drawn.tsx";

const SQUARE_NAMES = ROWS.flat().filter((cell) => !cell.startsWith("start-"));

interface Props {
  readonly table: Table;
  readonly viewer: Seat | null;
  readonly marks?: Marks;
  /** The cells that can be pointed at; without them the board is a picture. */
  readonly cells?: ReactNode;
}

/** The board: lake, bridges, squares, tokens, trays, and what the viewer can do there. */
export function Board({ table, viewer, marks = NO_MARKS, cells }: Props) {
  const acting = viewer ?? table.turn;
  return (
    <svg
      className={styles.board}
      viewBox="-308 -366 616 736"
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
