import { type Circuit, isFunction, labelOf, splitPin, supplyName, type Wire, wiresOf } from "./circuit.ts";
import type { Part } from "./netlist.ts";
import {
  drawButton,
  drawLed,
  drawModule,
  drawNpn,
  drawPullDown,
  drawResistor,
  type Point,
  type Symbol,
  text,
} from "./symbols.ts";

/** The drawing's width; a phone shows it without zooming. */
const WIDTH = 420;
/** The right edge of the board, which is a column on the left. */
const BOARD_EDGE = 100;
/** The rails, vertical lines on the right. */
const RAILS: Readonly<Record<string, number>> = { "3V3": 336, "5V": 368, GND: 400 };
const TOP = 92;

/** Some parts that are drawn side by side, with the height that they take. */
interface Row {
  readonly parts: readonly string[];
  readonly height: number;
  readonly place: (y: number, part: (id: string) => Part) => Readonly<Record<string, Symbol>>;
}

const beamRow = (emitter: string, receiver: string): Row => ({
  parts: [emitter, receiver],
  height: 96,
  place: (y, part) => ({
    [receiver]: drawModule(
      part(receiver),
      { x: 150, y: y + 8, width: 110, height: 40 },
      { left: ["OUT"], right: ["+", "-"] },
    ),
    [emitter]: drawModule(
      part(emitter),
      { x: 150, y: y + 52, width: 110, height: 40 },
      { right: ["+", "-"] },
    ),
  }),
});

const buttonRow = (button: string): Row => ({
  parts: [button],
  height: 46,
  place: (y, part) => ({ [button]: drawButton(part(button), { x: 170, y: y + 26 }) }),
});

const lampRow = (led: string, series: string, npn: string, base: string, off: string): Row => ({
  parts: [led, series, npn, base, off],
  height: 112,
  place: (y, part) => ({
    [base]: drawResistor(part(base), { x: 112, y: y + 52 }),
    [off]: drawPullDown(part(off), { x: 166, y: y + 56 }),
    [npn]: drawNpn(part(npn), { x: 194, y: y + 52 }),
    [led]: drawLed(part(led), { x: 222, y: y + 28 }),
    [series]: drawResistor(part(series), { x: 274, y: y + 28 }, true),
  }),
});

const ROWS: readonly Row[] = [
  beamRow("B1", "B2"),
  beamRow("B3", "B4"),
  buttonRow("S1"),
  buttonRow("S2"),
  lampRow("D1", "R1", "Q1", "R2", "R3"),
  lampRow("D2", "R4", "Q2", "R5", "R6"),
  lampRow("D3", "R7", "Q3", "R8", "R9"),
  {
    parts: ["R10", "LS1"],
    height: 62,
    place: (y, part) => ({
      R10: drawResistor(part("R10"), { x: 112, y: y + 30 }),
      LS1: drawModule(
        part("LS1"),
        { x: 200, y: y + 10, width: 90, height: 40 },
        { left: ["1"], right: ["2"] },
      ),
    }),
  },
  {
    parts: ["A3", "A4"],
    height: 214,
    place: (y, part) => ({
      A3: drawModule(
        part("A3"),
        { x: 150, y: y + 8, width: 150, height: 104 },
        { left: ["LV1", "LV2"], right: ["LV", "HV", "GND"], below: ["HV1", "HV2"] },
      ),
      A4: drawModule(
        part("A4"),
        { x: 150, y: y + 140, width: 150, height: 62 },
        { right: ["VCC", "GND"], above: ["SDA", "SCL"] },
      ),
    }),
  },
];

export const STYLE = `
    svg { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --part: #f1f4f8;
      --black: #1d2733; --red: #c81e1e; --orange: #d97706; --yellow: #b59a00; --green: #15803d;
      --blue: #1d5fd1; --violet: #7c3aed; --grey: #76828f; --brown: #8a5a2b }
    @media (prefers-color-scheme: dark) {
      svg { --ink: #e8edf3; --paper: #14191f; --part: #222b35;
        --black: #e8edf3; --red: #ff6b6b; --orange: #ffab40; --yellow: #ffe14d; --green: #4ade80;
        --blue: #6ea8ff; --violet: #b794ff; --grey: #a3afbb; --brown: #d6a06a }
    }
    text { fill: var(--ink); font: 11px system-ui, sans-serif }
    .head { font-weight: 600; font-size: 12px }
    .pin { font-size: 10px }
    .title { font-weight: 600; font-size: 15px }
    .paper { fill: var(--paper) }
    .part { fill: var(--part); stroke: var(--ink); stroke-width: 1.3 }
    .mark { fill: none; stroke: var(--ink); stroke-width: 1.5 }
    .solid { fill: var(--ink) }
    .gap { fill: none; stroke: var(--paper); stroke-width: 6 }
    .wire { fill: none; stroke-width: 2.2; stroke-linejoin: round }`;

/** Draws the circuit: every wire of the netlist, the board on the left, the rails of supply and ground on the right. */
export function drawCircuit(circuit: Circuit): string {
  const { board, parts } = circuit;
  const partOf = (id: string): Part => {
    const found = parts.find((part) => part.id === id);
    if (found === undefined) throw new Error(`No part ${id}.`);
    return found;
  };
  const rows = ROWS.filter((row) => row.parts.every((id) => parts.some((part) => part.id === id)));
  let height = TOP + 10;
  const symbols: Record<string, Symbol> = {};
  for (const row of rows) {
    Object.assign(symbols, row.place(height, partOf));
    height += row.height;
  }
  const supplies = Object.fromEntries(
    ["3V3", "5V", "GND"].map((name, index) => [name, { x: BOARD_EDGE, y: 50 + index * 20 }]),
  );
  /** A signal's pin of the board is level with the first part that it goes to. */
  const locate = (name: string, other: string): Point => {
    const { part, pin } = splitPin(name);
    if (part === "A1" && isFunction(pin)) return { x: BOARD_EDGE, y: locate(other, name).y };
    const rail = RAILS[pin];
    if (part === "A2" && rail !== undefined) return { x: rail, y: locate(other, name).y };
    const point = part === "A1" ? supplies[pin] : symbols[part]?.pins[pin];
    if (point === undefined) throw new Error(`${name} is not drawn.`);
    return point;
  };
  const wires = wiresOf(circuit).map((wire) => drawWire(wire, locate));
  const labels = wiresOf(circuit).flatMap(({ from, to }) => {
    const { part, pin } = splitPin(from);
    if (part !== "A1") return [];
    return [text({ x: BOARD_EDGE - 6, y: locate(from, to).y + 4 }, labelOf(board, pin), "end", "pin")];
  });
  const bottom = height + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 54}" role="img">
  <title>Wiring of a temple: ${board.name}</title>
  <style>${STYLE}
  </style>
  <rect class="paper" width="${WIDTH}" height="${bottom + 54}"/>
  ${text({ x: 10, y: 22 }, `Wiring: ${board.name}`, "start", "title")}
  <rect class="part" x="6" y="34" width="${BOARD_EDGE - 6}" height="${bottom - 34}" rx="6"/>
  ${Object.entries(supplies)
    .map(([pin, { y }]) => text({ x: BOARD_EDGE - 6, y: y + 4 }, labelOf(board, pin), "end", "pin"))
    .join("\n  ")}
  ${labels.join("\n  ")}
  ${Object.entries(RAILS)
    .map(([name, x]) => `<path class="wire" stroke="var(--${railColour(name)})" d="M${x} 44V${bottom}"/>`)
    .join("\n  ")}
  ${Object.entries(RAILS)
    .map(([name, x]) => text({ x, y: 36 }, supplyName(name), "middle", "head"))
    .join("\n  ")}
  ${wires.join("\n  ")}
  ${Object.values(symbols)
    .map(({ shapes }) => shapes)
    .join("\n  ")}
  ${text({ x: 10, y: bottom + 20 }, "A dot joins; lines that cross without a dot do not touch.")}
  ${text({ x: 10, y: bottom + 36 }, "LED: + is the longer leg. OUT is low while the beam is dark.")}
</svg>
`;
}

export function railColour(name: string): string {
  return name === "5V" ? "red" : name === "3V3" ? "orange" : "black";
}

/** A wire runs level, then up or down, then level; a dot shows where it meets a rail. */
function drawWire({ from, to, net }: Wire, locate: (name: string, other: string) => Point): string {
  const start = locate(from, to);
  const end = locate(to, from);
  const colour = net.colour === "leg" ? "var(--ink)" : `var(--${net.colour})`;
  const isRail = splitPin(from).part === "A2";
  const path =
    start.y === end.y ? `M${start.x} ${start.y}H${end.x}` : `M${start.x} ${start.y}H${end.x}V${end.y}`;
  const dot = isRail ? `<circle cx="${start.x}" cy="${start.y}" r="3.6" fill="${colour}"/>` : "";
  return `<path class="wire" stroke="${colour}" data-wire="${from} ${to}" d="${path}"/>${dot}`;
}
