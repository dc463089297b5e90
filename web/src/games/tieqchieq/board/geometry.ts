import { ENDS, HOME, SEATS, type Seat, squareAt } from "@flower-war/client-sdk/tieqchieq";

/** Distance of two neighbouring squares' centres; the board's centre is at 0, 0. */
export const PITCH = 114;

/** How far apart the bridges lie where both paths run, from the middle. */
const BRIDGE_SHIFT = 19;

/** The centre of the board's start dots and home places, below (red) and above (yellow). */
export const TRAY_Y = 331;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The hills, where no square is. */
export const HILLS = ["b4", "d2"] as const;

/** The cell of the grid where a colour's tokens start. */
export type Start = `start-${Seat}`;
export const startOf = (seat: Seat): Start => `start-${seat}`;

/** The cells of the board from above, row by row: the squares, and the starts beyond the rim. */
export const ROWS: readonly (readonly string[])[] = [
  ["start-yellow"],
  ...[5, 4, 3, 2, 1].map((row) =>
    ["a", "b", "c", "d", "e"]
      .map((column) => `${column}${row}`)
      .filter((cell) => !(HILLS as readonly string[]).includes(cell)),
  ),
  ["start-red"],
];

/** Returns the centre of a square, an X, a hill or a start. */
export function centerOf(cell: string): Point {
  if (cell === "start-red") return { x: -2 * PITCH, y: TRAY_Y };
  if (cell === "start-yellow") return { x: 2 * PITCH, y: -TRAY_Y };
  return { x: ("abcde".indexOf(cell.charAt(0)) - 2) * PITCH, y: (3 - Number(cell.charAt(1))) * PITCH };
}

/** Returns where the tokens of a reserve wait, beside the start. */
export function reserveOf(seat: Seat): Point {
  const { x, y } = centerOf(startOf(seat));
  return { x: x + (seat === "red" ? 56 : -56), y: y - 2 };
}

/** Returns the places of a colour's path, from the first square to the X. */
export function pathOf(seat: Seat): readonly string[] {
  return Array.from({ length: HOME }, (_, index) => squareAt(seat, index + 1) ?? ENDS[seat]);
}

/** A bridge of a colour's path, and where it leads, in degrees clockwise from the right. */
export interface Bridge extends Point {
  readonly seat: Seat;
  readonly angle: number;
}

/** Returns the bridges of both paths. Where both run along together they lie side by side. */
export function bridges(): readonly Bridge[] {
  return SEATS.flatMap((seat) => {
    const path = pathOf(seat);
    return path.slice(1).map((to, index) => bridgeBetween(seat, path[index] ?? to, to));
  });
}

function bridgeBetween(seat: Seat, from: string, to: string): Bridge {
  const [a, b] = [centerOf(from), centerOf(to)];
  const [dx, dy] = [Math.sign(b.x - a.x), Math.sign(b.y - a.y)];
  const shift = isShared(from, to) ? (seat === "red" ? -BRIDGE_SHIFT : BRIDGE_SHIFT) : 0;
  return {
    seat,
    x: (a.x + b.x) / 2 + (dy === 0 ? 0 : shift),
    y: (a.y + b.y) / 2 + (dx === 0 ? 0 : shift),
    angle: (Math.atan2(dy, dx) * 180) / Math.PI,
  };
}

/** Whether both colours walk from one place to another. */
function isShared(from: string, to: string): boolean {
  return SEATS.every((seat) => {
    const path = pathOf(seat);
    const index = path.indexOf(to);
    return index > 0 && path[index - 1] === from;
  });
}
