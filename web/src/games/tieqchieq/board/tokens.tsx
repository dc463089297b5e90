import { otherSeat, type Seat, SUN, type Table } from "@flower-war/client-sdk/tieqchieq";
import { drawingUrl } from "../../../art/drawing.tsx";
import styles from "./board.module.css";
import { centerOf } from "./geometry.ts";
import { holderOf, type Marks } from "./marks.ts";
import { TokenAt } from "./token.tsx";

interface Props {
  readonly table: Table;
  /** The colour whose acts the marks are. */
  readonly acting: Seat;
  readonly marks: Marks;
}

/** The tokens on the board, those of the opponent below: where acts would end, and the own ones. */
export function Tokens({ table, acting, marks }: Props) {
  const other = otherSeat(acting);
  return (
    <>
      {table.tokens[other].at.map((square) => (
        <Standing key={square} seat={other} square={square} attacked={marks.goals.has(square)} />
      ))}
      {[...marks.goals].map(([place, numbers]) => (
        <Ghost
          key={place}
          seat={acting}
          place={place}
          battle={holderOf(table, place) !== null}
          chosen={numbers.includes(marks.chosen?.number ?? 0) || marks.chosen?.way.to === place}
        />
      ))}
      {table.tokens[acting].at.map((square) => (
        <Own key={square} seat={acting} square={square} marks={marks} />
      ))}
    </>
  );
}

function Standing({ seat, square, attacked }: { seat: Seat; square: string; attacked: boolean }) {
  const { x, y } = centerOf(square);
  return (
    <g className={styles.token} data-token={`${seat}-${square}`}>
      <TokenAt seat={seat} x={x + (attacked ? 6 : 0)} y={y - (attacked ? 20 : 3)} size={attacked ? 52 : 64} />
      <Shield square={square} />
    </g>
  );
}

/** The sign of a token that cannot be battled. */
function Shield({ square }: { square: string }) {
  if (square !== SUN) return null;
  const { x, y } = centerOf(square);
  return <use href={drawingUrl("tieqchieq", "shield")} x={x + 19} y={y - 46} width={28} height={28} />;
}

function Own({ seat, square, marks }: { seat: Seat; square: string; marks: Marks }) {
  const { x, y } = centerOf(square);
  const stuck = marks.stuck.has(square);
  return (
    <g className={`${styles.token} ${stuck ? styles.stuck : ""}`} data-token={`${seat}-${square}`}>
      {marks.chosen?.from === square ? <circle className={styles.pulse} cx={x} cy={y - 3} r={37} /> : null}
      <TokenAt seat={seat} x={x} y={y - 3} size={66} />
      {stuck ? (
        <use href={drawingUrl("sisters", "i-lock")} x={x + 14} y={y + 8} width={26} height={26} />
      ) : null}
      <Shield square={square} />
    </g>
  );
}

interface GhostProps {
  readonly seat: Seat;
  readonly place: string;
  readonly battle: boolean;
  readonly chosen: boolean;
}

/** Where a token would stand after an act. */
function Ghost({ seat, place, battle, chosen }: GhostProps) {
  const center = centerOf(place);
  const x = center.x - (battle ? 14 : 0);
  const y = center.y + (battle ? 17 : -3);
  return (
    <g className={`${styles.ghost} ${chosen ? styles.picked : ""}`}>
      {chosen ? null : <circle cx={x} cy={y} r={30} />}
      <TokenAt seat={seat} x={x} y={y} size={battle ? 56 : 58} />
    </g>
  );
}
