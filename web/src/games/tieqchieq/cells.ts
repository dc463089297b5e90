import {
  costOf,
  ENDS,
  HOME,
  otherSeat,
  type PlaceKind,
  placeKindOf,
  SEATS,
  type Seat,
  type Square,
  SUN,
  squareAt,
  stepOf,
  type Table,
  territoryOf,
} from "@flower-war/client-sdk/tieqchieq";
import { i18n } from "../../texts/index.ts";
import type { Choice, Way } from "./acts.ts";
import { texts } from "./texts.ts";

/** Distance of two neighbouring squares' centres; the board's centre is at 0, 0. */
const PITCH = 114;

/** How far apart the bridges lie where both paths run, from the middle. */
const BRIDGE_SHIFT = 19;

/** The centre of the board's start dots and home places, below (red) and above (yellow). */
export const TRAY_Y = 331;

/** The board's edges. */
export const BOARD_BOX = { left: -308, top: -366, width: 616, height: 736 } as const;

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

/** What the board shows of the viewer's choices. Acts are named by their numbers. */
export interface Marks {
  /** The acts that end on a place. */
  readonly goals: ReadonlyMap<string, readonly number[]>;
  /** The act of a cell's token. */
  readonly movable: ReadonlyMap<string, number>;
  /** Own tokens that cannot move now. */
  readonly stuck: ReadonlySet<string>;
  /** The cell of the chosen token and its way; `null`: nothing is chosen. */
  readonly chosen: { readonly number: number | null; readonly from: string; readonly way: Way } | null;
}

export const NO_MARKS: Marks = { goals: new Map(), movable: new Map(), stuck: new Set(), chosen: null };

/** Returns the cell from which a choice moves a token. */
const cellOf = ({ act }: Choice, seat: Seat): string => (act.type === "move" ? act.from : startOf(seat));

/** Returns what the board shows while the viewer chooses an act. */
export function marksOf(choices: readonly Choice[], seat: Seat, chosen: Choice | null): Marks {
  const goals = new Map<string, number[]>();
  const movable = new Map<string, number>();
  const stuck = new Set<string>();
  for (const choice of choices) {
    const { number, way } = choice;
    if (number === null || way === null) {
      stuck.add(cellOf(choice, seat));
      continue;
    }
    movable.set(cellOf(choice, seat), number);
    goals.set(way.to, [...(goals.get(way.to) ?? []), number]);
  }
  const way = chosen?.way ?? null;
  return {
    goals,
    movable,
    stuck,
    chosen:
      chosen === null || way === null ? null : { number: chosen.number, from: cellOf(chosen, seat), way },
  };
}

/**
 * Returns the choice that a cell means: that of the token which stands there, or the next one of those that end there;
 * `null`: none.
 */
export function choiceAt(
  cell: string,
  choices: readonly Choice[],
  seat: Seat,
  chosen: Choice | null,
): Choice | null {
  const open = choices.filter(({ number }) => number !== null);
  const own = open.find((choice) => cellOf(choice, seat) === cell);
  if (own !== undefined) return own;
  const ending = open.filter(({ way }) => way?.to === cell);
  const at = ending.findIndex(({ number }) => number === chosen?.number);
  return ending[(at + 1) % ending.length] ?? null;
}

/** Returns whose token stands on a square; `null`: none does. */
export function holderOf({ tokens }: Table, cell: string): Seat | null {
  return SEATS.find((seat) => tokens[seat].at.includes(cell as Square)) ?? null;
}

/** Returns whose X a place is; `null`: it is none. */
export const endOf = (cell: string): Seat | null => SEATS.find((seat) => ENDS[seat] === cell) ?? null;

/** Returns what a cell is to a colour. */
export function kindOf(cell: string, seat: Seat): PlaceKind {
  if (cell.startsWith("start-")) return "dot";
  return endOf(cell) === null ? placeKindOf(seat, cell as Square) : "home";
}

/** Returns the name of a cell and of what is painted there: "d5, yellow territory". */
export function cellName(cell: string): string {
  const start = SEATS.find((seat) => startOf(seat) === cell);
  if (start !== undefined) return i18n._("Start, {seat}", { seat: seatName(start) });
  const paint = paintName(cell);
  return paint === null ? cell : `${cell}, ${paint}`;
}

function paintName(cell: string): string | null {
  const end = endOf(cell);
  if (end !== null) return i18n._("home of {seat}", { seat: seatName(end) });
  const square = cell as Square;
  const owner = territoryOf(square);
  if (owner !== null) return i18n._("territory of {seat}", { seat: seatName(owner) });
  const kind = placeKindOf("red", square);
  if (kind === "plus") return i18n._("plus of {seat}", { seat: seatName("red") });
  if (kind === "plus-other") return i18n._("plus of {seat}", { seat: seatName("yellow") });
  return kind === "plain" ? null : texts().places[kind].name;
}

/** Returns all that a cell says to who cannot see it. */
export function cellWords(cell: string, table: Table, viewer: Seat | null, marks: Marks): string {
  return [
    cellName(cell),
    ...costWords(cell, viewer),
    standing(cell, table, viewer),
    ...actWords(cell, marks),
  ].join(", ");
}

/** Returns what entering a square costs the viewer, where it is not 1. */
function costWords(cell: string, viewer: Seat | null): readonly string[] {
  const cost = viewer === null ? 1 : priceOf(cell, viewer);
  return cost === null || cost === 1 ? [] : [i18n._("costs you {cost}", { cost })];
}

/** Returns what entering a place costs a colour; `null`: it is not on the colour's path. */
function priceOf(cell: string, seat: Seat): number | null {
  const index = pathOf(seat).indexOf(cell);
  return index === -1 ? null : costOf(seat, index + 1);
}

function standing(cell: string, table: Table, viewer: Seat | null): string {
  const start = SEATS.find((seat) => startOf(seat) === cell);
  if (start !== undefined) return i18n._("{n} waiting", { n: table.tokens[start].reserve });
  const end = endOf(cell);
  if (end !== null) return i18n._("{n} of 6 home", { n: table.tokens[end].home });
  const holder = holderOf(table, cell);
  if (holder === null) return i18n._("empty");
  if (holder === viewer) return i18n._("your token");
  return i18n._("{seat} token", { seat: texts().sides[holder] });
}

function actWords(cell: string, marks: Marks): readonly string[] {
  const own = marks.movable.get(cell);
  const goals = marks.goals.get(cell) ?? [];
  const price = marks.chosen?.way.entered.find(({ place }) => place === cell);
  return [
    ...(own === undefined ? [] : [i18n._("act {number} starts here", { number: own })]),
    ...goals.map((number) => i18n._("act {number} lands here", { number })),
    ...(marks.stuck.has(cell) ? [i18n._("cannot act")] : []),
    ...(price === undefined ? [] : [i18n._("on the chosen way, costs {cost}", { cost: price.cost })]),
  ];
}

/** Returns the sentences that explain a cell to a viewer, the most important first. */
export function cellFacts(cell: string, table: Table, viewer: Seat): readonly string[] {
  const holder = holderOf(table, cell);
  const kind = kindOf(cell, viewer);
  const onPath = kind === "dot" || priceOf(cell, viewer) !== null;
  return [
    ...(onPath ? [texts().places[kind].about] : [i18n._("Your path does not come here.")]),
    ...(holder === null || cell === SUN
      ? []
      : [
          i18n._("The {seat} token here is on step {step} of 15.", {
            seat: texts().sides[holder],
            step: stepOf(holder, cell as Square),
          }),
        ]),
    ...(holder === otherSeat(viewer) && cell !== SUN && onPath ? [texts().things.battle.about] : []),
  ];
}

function seatName(seat: Seat): string {
  return texts().seats[seat].name;
}
