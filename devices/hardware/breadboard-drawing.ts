import {
  COLUMNS,
  type Hole,
  hasRailHole,
  isRail,
  legsOf,
  RAILS,
  type Rail,
  ROWS,
  type Row,
  solderedWires,
  splitHole,
} from "./breadboard.ts";
import { type Circuit, splitPin, supplyName } from "./circuit.ts";
import { railColour, STYLE } from "./drawing.ts";
import { formatOhms, type Part } from "./netlist.ts";
import { type Point, text } from "./symbols.ts";

/** From one hole to the next. */
const PITCH = 26;
const LEFT = 60;
const WIDTH = LEFT + (COLUMNS.length + 1) * PITCH;
const RAIL_Y: { readonly [R in Rail]: number } = { "5V": 70, GND: 96, "3V3": 466 };
const HEIGHT = 560;

/** Draws the breadboard with its parts and the number of each wire at its hole. */
export function drawBreadboard(circuit: Circuit): string {
  const wires = solderedWires(circuit);
  const lines = [
    ...RAILS.map((rail) => railLine(rail)),
    ...ROWS.map((row) =>
      dots(
        COLUMNS.map((column): Hole => `${row}${column}`),
        row,
      ),
    ),
    ...circuit.parts.map(drawPart),
    ...wires.flatMap(({ number, net, hole, to }) => {
      const colour = `var(--${net.colour})`;
      const ends = "hole" in to ? [hole, to.hole] : [hole];
      const [a, b = a] = ends.map(pointOf) as [Point, Point?];
      return [
        `<path class="wire" stroke="${colour}" data-wire="${number} ${ends.join(" ")}" d="M${a.x} ${a.y}L${b.x} ${b.y}"/>`,
        ...ends.map((end) => numbered(pointOf(end), number, colour)),
      ];
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
  <title>The breadboard of a temple</title>
  <style>${STYLE}
    .hole { fill: var(--grey) }
    .rail { fill: none; stroke-width: 1.5; opacity: .5 }
    .number { fill: var(--paper); font-size: 11px; font-weight: 600 }
  </style>
  <rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
  ${text({ x: 10, y: 26 }, "The breadboard (A2) from above. Numbers are those of the wires.", "start", "title")}
  ${columnNumbers(52)}
  ${columnNumbers(438)}
  ${lines.filter((line) => line !== "").join("\n  ")}
  ${text({ x: 10, y: HEIGHT - 34 }, "A resistor's legs go to the holes at the ends of its line. The flat side of a transistor is to you: E, B, C from left to right.")}
  ${text({ x: 10, y: HEIGHT - 14 }, "Holes of one column are joined from a to e, and from f to j. The rail without a name stays free.")}
</svg>
`;
}

function columnNumbers(y: number): string {
  const numbers = COLUMNS.filter((n) => n === 1 || n % 5 === 0);
  return numbers.map((n) => text({ x: columnX(n), y }, String(n), "middle", "pin")).join("");
}

function railLine(rail: Rail): string {
  const y = RAIL_Y[rail];
  const holes = COLUMNS.filter(hasRailHole).map((column): Hole => `${rail}:${column}`);
  return `<path class="rail" stroke="var(--${railColour(rail)})" d="M${columnX(1) - 10} ${y}H${columnX(COLUMNS.length) + 10}"/>
  ${dots(holes, supplyName(rail))}`;
}

/** Draws holes in a line, with its name. */
function dots(holes: readonly Hole[], name: string): string {
  const points = holes.map(pointOf);
  const path = points.map(({ x, y }) => `M${x - 2} ${y}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`).join("");
  return `${text({ x: LEFT - 6, y: (points[0]?.y ?? 0) + 4 }, name, "end", "head")}<path class="hole" d="${path}"/>`;
}

function columnX(column: number): number {
  return LEFT + column * PITCH;
}

function pointOf(hole: Hole): Point {
  const { row, column } = splitHole(hole);
  return { x: columnX(column), y: isRail(row) ? RAIL_Y[row] : rowY(row) };
}

function rowY(row: Row): number {
  return 160 + ROWS.indexOf(row) * PITCH + (row > "e" ? PITCH / 2 : 0);
}

function numbered({ x, y }: Point, number: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="9" fill="${colour}"/>${text({ x, y: y + 4 }, String(number), "middle", "number")}`;
}

function drawPart(part: Part): string {
  const legs = legsOf(part.id);
  if (legs.length === 0) return "";
  const points = legs.map(([, hole]) => pointOf(hole));
  const [first = { x: 0, y: 0 }] = points;
  const last = points.at(-1) ?? first;
  if (part.kind === "npn") {
    return `<path class="part" d="M${first.x - 12} ${first.y + 14}H${last.x + 12}V${first.y}A${PITCH * 1.6} ${PITCH * 1.2} 0 0 0 ${first.x - 12} ${first.y}Z"/>
  ${legs.map(([leg, hole]) => text({ x: pointOf(hole).x, y: pointOf(hole).y + 5 }, splitPin(leg).pin, "middle", "head")).join("")}
  ${text({ x: first.x + PITCH, y: first.y + 30 }, part.id, "middle", "head")}`;
  }
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const isLying = first.y === last.y;
  const [width, height] = isLying ? [48, 14] : [14, 34];
  // A standing one has neighbours: its value is in the table.
  const name = isLying
    ? text({ x: middle.x, y: middle.y + 20 }, `${part.id} ${formatOhms(part.ohms ?? 0)}`, "middle")
    : text({ x: middle.x + 10, y: middle.y + 4 }, part.id);
  return `<path class="mark" d="M${first.x} ${first.y}L${last.x} ${last.y}"/>
  <rect class="part" x="${middle.x - width / 2}" y="${middle.y - height / 2}" width="${width}" height="${height}"/>
  ${name}`;
}
