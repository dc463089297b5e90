import { ROWS } from "./geometry.ts";

/** Columns and rows that each key goes. */
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/**
 * Returns the cell that a key leads to; `null`: the key does something else, or leads off the board. Hills are passed over;
 * a start is reached from every column.
 * @param own the cell that Home leads to
 */
export function destination(key: string, from: string, own: string): string | null {
  if (key === "Home") return own;
  const step = KEYS[key];
  if (step === undefined) return null;
  let row = ROWS.findIndex((cells) => cells.includes(from));
  let column = columnOf(from);
  for (;;) {
    column += step[0];
    row += step[1];
    const cells = ROWS[row];
    if (cells === undefined || column < 0 || column > 4) return null;
    const found = cells.length === 1 ? cells[0] : cells.find((cell) => columnOf(cell) === column);
    if (found !== undefined) return found === from ? null : found;
  }
}

function columnOf(cell: string): number {
  if (cell === "start-red") return 0;
  return cell === "start-yellow" ? 4 : "abcde".indexOf(cell.charAt(0));
}
