import {
  featureOf,
  otherSeat,
  type Seat,
  SEATS,
  type Square as SquareName,
  SUN,
  type Table,
  territoryOf,
} from "@flower-war/client-sdk/tieqchieq";
import { Figure } from "../../game-frame/board/figure.tsx";
import styles from "./board.module.css";
import { centerOf, endOf, holderOf, type Marks, type Point, reserveOf, startOf } from "./cells.ts";

interface SquareProps {
  readonly name: string;
  readonly goal: boolean;
  readonly chosen: boolean;
  readonly crossed: boolean;
}

/** A square with what is painted on it. */
export function Square({ name, goal, chosen, crossed }: SquareProps) {
  const { x, y } = centerOf(name);
  const paint = paintOf(name);
  const territory = endOf(name) === null ? territoryOf(name as SquareName) : null;
  return (
    <g
      data-square={name}
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
      {paint === null ? null : <Figure sheet="tieqchieq" id={paint} x={0} y={0} size={92} />}
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
      <Figure sheet="sisters" id="hill" x={0} y={-2} size={80} />
      <path className={styles.foam} d="M-46 38q8 -7 16 0t16 0t16 0t16 0t16 0t12 0" />
    </g>
  );
}

interface TokensProps {
  readonly table: Table;
  /** The colour whose acts the marks are. */
  readonly acting: Seat;
  readonly marks: Marks;
}

/** The tokens on the board, those of the opponent below: where acts would end, and the own ones. */
export function Tokens({ table, acting, marks }: TokensProps) {
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
  return <Figure sheet="tieqchieq" id="shield" x={x + 33} y={y - 32} size={28} />;
}

function Own({ seat, square, marks }: { seat: Seat; square: string; marks: Marks }) {
  const { x, y } = centerOf(square);
  const stuck = marks.stuck.has(square);
  return (
    <g className={`${styles.token} ${stuck ? styles.stuck : ""}`} data-token={`${seat}-${square}`}>
      {marks.chosen?.from === square ? <circle className={styles.pulse} cx={x} cy={y - 3} r={37} /> : null}
      <TokenAt seat={seat} x={x} y={y - 3} size={66} />
      {stuck ? <Figure sheet="sisters" id="i-lock" x={x + 27} y={y + 21} size={26} /> : null}
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

interface TokenAtProps {
  readonly seat: Seat;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A token with its centre at a point of the board. */
export function TokenAt({ seat, ...place }: TokenAtProps) {
  return <Figure sheet="sisters" id={`t-${seat}`} {...place} />;
}

/** Where the arrow of a way ends before the centre of its last square. */
const BEFORE_CENTER = 44;

interface WayArrowProps {
  readonly chosen: NonNullable<Marks["chosen"]>;
}

/** The chosen way as an arrow over the squares, and the step that a plus at its end may add. */
export function WayArrow({ chosen: { from, way } }: WayArrowProps) {
  const points = [
    pointOf(from),
    // A token of the reserve first goes to its start, below or above the first square.
    ...(from.startsWith("start-") ? [centerOf(from)] : []),
    ...way.entered.map(({ place }) => centerOf(place)),
  ];
  const last = points.at(-1) ?? centerOf(way.to);
  const before = points.at(-2) ?? last;
  const [dx, dy] = [Math.sign(before.x - last.x), Math.sign(before.y - last.y)];
  const tip = { x: last.x + dx * BEFORE_CENTER, y: last.y + dy * BEFORE_CENTER };
  const line = `M${[...points.slice(0, -1), tip].map(({ x, y }) => `${x} ${y}`).join("L")}`;
  const angle = (Math.atan2(-dy, -dx) * 180) / Math.PI;
  return (
    <>
      <path className={styles.wayEdge} d={line} />
      <path className={styles.way} d={line} />
      <path
        className={styles.wayHead}
        transform={`translate(${tip.x} ${tip.y}) rotate(${angle})`}
        d="M-3 -15L17 0L-3 15Z"
      />
    </>
  );
}

function pointOf(from: string): Point {
  if (from === "start-red") return reserveOf("red");
  return from === "start-yellow" ? reserveOf("yellow") : centerOf(from);
}

/** The price of each square on the chosen way. */
export function Prices({ chosen: { way } }: WayArrowProps) {
  return way.entered.map(({ place, cost }) => {
    const { x, y } = centerOf(place);
    return (
      <g
        key={place}
        className={`${styles.price} ${cost > 1 ? styles.dear : ""}`}
        transform={`translate(${x + 30} ${y + 30})`}
      >
        <circle r={16} />
        <text y={7}>{cost}</text>
      </g>
    );
  });
}

interface MaybeProps {
  readonly from: string;
  readonly to: string;
}

/** The square that a plus may add. */
export function Maybe({ from, to }: MaybeProps) {
  const [a, b] = [centerOf(from), centerOf(to)];
  const [dx, dy] = [Math.sign(b.x - a.x), Math.sign(b.y - a.y)];
  return (
    <>
      <path
        className={styles.maybeLine}
        d={`M${a.x + dx * 44} ${a.y + dy * 44}L${b.x - dx * 40} ${b.y - dy * 40}`}
      />
      <g className={styles.maybe} transform={`translate(${b.x - 27} ${b.y + 28})`}>
        <circle r={19} />
        <text y={6}>+1?</text>
      </g>
    </>
  );
}

/** The numbers of the acts: at the token that would act, and where it would end. They are the keys that choose. */
export function Badges({ marks, acting }: { readonly marks: Marks; readonly acting: Seat }) {
  const chosen = marks.chosen?.number ?? null;
  return (
    <>
      {[...marks.movable].map(([cell, number]) => {
        const start = cell === startOf(acting);
        const { x, y } = start ? reserveOf(acting) : centerOf(cell);
        return (
          <Badge
            key={`from ${number}`}
            x={x + (start ? 24 : -31)}
            y={y + (start ? -14 : -33)}
            number={number}
            chosen={number === chosen}
          />
        );
      })}
      {[...marks.goals].flatMap(([place, numbers]) =>
        numbers.map((number, index) => {
          const { x, y } = centerOf(place);
          return (
            <Badge
              key={`to ${number}`}
              x={x + 31 - index * 28}
              y={y - 32}
              number={number}
              chosen={number === chosen}
            />
          );
        }),
      )}
    </>
  );
}

interface BadgesProps {
  readonly x: number;
  readonly y: number;
  readonly number: number;
  readonly chosen: boolean;
}

function Badge({ x, y, number, chosen }: BadgesProps) {
  return (
    <g className={`${styles.badge} ${chosen ? styles.on : ""}`} transform={`translate(${x} ${y})`}>
      <rect x={-13} y={-13} width={26} height={26} rx={6} />
      <text y={6.2}>{number}</text>
    </g>
  );
}
