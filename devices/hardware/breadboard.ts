/**
 * Where parts and wires are soldered to the breadboard (A2), which has 30 columns: their holes a to e are joined, and f to j. Its rails have
 * five holes, a gap, five holes and so on. devices/test/hardware.test.ts checks that it joins what netlist.ts does.
 */
import { type Circuit, splitPin, wiresOf } from "./circuit.ts";
import type { Net } from "./netlist.ts";

/** A hole: `e12` is in column 12 of row e, `GND:3` in column 3 of the rail for ground. */
export type Hole = `${Row}${number}` | `${Rail}:${number}`;
export const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] as const;
export type Row = (typeof ROWS)[number];
export const RAILS = ["5V", "GND", "3V3"] as const;
export type Rail = (typeof RAILS)[number];
export const COLUMNS = Array.from({ length: 30 }, (_, i) => i + 1);

/** The legs of a lamp's parts, with the transistor's emitter in a column and the others right of it. */
function lamp(column: number, [series, npn, base, off]: readonly [string, string, string, string]) {
  return {
    [`${npn}.E`]: `e${column}`,
    [`${npn}.B`]: `e${column + 1}`,
    [`${npn}.C`]: `e${column + 2}`,
    [`${base}.1`]: `c${column + 5}`,
    [`${base}.2`]: `c${column + 1}`,
    [`${off}.1`]: `a${column + 1}`,
    [`${off}.2`]: `GND:${column + 1}`,
    [`${series}.1`]: `5V:${column + 3}`,
    [`${series}.2`]: `a${column + 3}`,
  } as const;
}

/** The hole of each leg that is on the breadboard itself. */
export const LEGS: Readonly<Record<string, Hole>> = {
  ...lamp(1, ["R1", "Q1", "R2", "R3"]),
  ...lamp(10, ["R4", "Q2", "R5", "R6"]),
  ...lamp(19, ["R7", "Q3", "R8", "R9"]),
  "R10.1": "c26",
  "R10.2": "c30",
};

/** Returns the legs of a part with their holes; none: it is not on the breadboard. */
export function legsOf(id: string): readonly (readonly [leg: string, hole: Hole])[] {
  return Object.entries(LEGS).filter(([leg]) => splitPin(leg).part === id);
}

/** A wire of the table of wires, and what it joins: a hole, and another hole or a part beside the breadboard. */
export interface Soldered {
  /** Its number in the table. */
  readonly number: number;
  readonly net: Net;
  readonly hole: Hole;
  readonly to: { readonly hole: Hole } | { readonly pin: string };
}

type Legs = typeof LEGS;

/** Returns the wires that end on the breadboard. Those that are a row of it need no soldering, nor do legs in a rail. */
export function solderedWires(circuit: Circuit, legs: Legs = LEGS): Soldered[] {
  // A leg in the rail for 5 V is above a hole of the one for ground.
  const below = Object.values(legs).map((hole) => hole.replace("5V:", "GND:"));
  const taken = new Set<string>([...Object.values(legs), ...below]);
  const take = (node: string, column?: number): Hole => {
    const free = holesOf(node).filter((each) => !taken.has(each));
    const hole = free.find((each) => splitHole(each).column === column) ?? free[0];
    if (hole === undefined) throw new Error(`No hole is free in ${node}.`);
    taken.add(hole);
    return hole;
  };
  return wiresOf(circuit).flatMap(({ net, ...wire }, index): Soldered[] => {
    const number = index + 1;
    const [from, to] = [nodeOfPin(wire.from, legs), nodeOfPin(wire.to, legs)];
    if (from === to) return [];
    if (from !== null && to !== null) {
      const hole = take(to);
      return [{ number, net, hole, to: { hole: take(from, splitHole(hole).column) } }];
    }
    return [{ number, net, hole: take(from ?? to ?? ""), to: { pin: from === null ? wire.from : wire.to } }];
  });
}

/** Returns what is wrong with a breadboard: nets that are joined, or not joined, or a leg in no hole. */
export function findBreadboardFaults(circuit: Circuit, legs: Legs = LEGS): string[] {
  const holes = Object.values(legs);
  const faults = holes.filter((hole, i) => holes.indexOf(hole) < i).map((hole) => `Two legs are in ${hole}.`);
  for (const [leg, hole] of Object.entries(legs))
    if (!isHole(hole)) faults.push(`${leg} is in ${hole}, which is no hole.`);
  const netOfNode = new Map<string, string>();
  const join = (node: string | null, { name }: Net) => {
    if (node === null) return;
    const other = netOfNode.get(node) ?? name;
    if (other !== name) faults.push(`${node} joins ${other} and ${name}.`);
    netOfNode.set(node, name);
  };
  for (const net of circuit.nets) for (const pin of net.pins) join(nodeOfPin(pin, legs), net);
  for (const { net, hole, to } of solderedWires(circuit, legs)) {
    if (net.colour === "leg") faults.push(`The legs of ${net.name} are not in one row.`);
    join(nodeOf(hole), net);
    if ("hole" in to) join(nodeOf(to.hole), net);
  }
  return faults;
}

/** Returns what is joined to a pin on the breadboard, like `GND` or `upper 12`; `null`: it is not on it. */
function nodeOfPin(name: string, legs: Legs): string | null {
  const { part, pin } = splitPin(name);
  if (part === "A2") return pin;
  const hole = legs[name];
  return hole === undefined ? null : nodeOf(hole);
}

function isHole(hole: Hole): boolean {
  const { row, column } = splitHole(hole);
  return COLUMNS.includes(column) && (!isRail(row) || hasRailHole(column));
}

/** Returns the rail of a hole, or its half column. */
function nodeOf(hole: Hole): string {
  const { row, column } = splitHole(hole);
  if (isRail(row)) return row;
  return `${row <= "e" ? "upper" : "lower"} ${column}`;
}

/** Splits `e12` into row and column, `GND:3` into rail and column. */
export function splitHole(hole: Hole): { readonly row: Row | Rail; readonly column: number } {
  const [, row = "", column = ""] = /^(.+?):?(\d+)$/.exec(hole) ?? [];
  return { row: row as Row | Rail, column: Number(column) };
}

export function isRail(row: Row | Rail): row is Rail {
  return RAILS.some((rail) => rail === row);
}

/** Whether a rail has a hole in a column. */
export function hasRailHole(column: number): boolean {
  return column % 6 !== 0;
}

/** Returns the holes of a node in the order in which wires take them: of rails from the right. */
function holesOf(node: string): Hole[] {
  const rail = RAILS.find((each) => each === node);
  if (rail !== undefined) {
    return COLUMNS.filter(hasRailHole)
      .toReversed()
      .map((column): Hole => `${rail}:${column}`);
  }
  const [half, column] = node.split(" ");
  const rows = ROWS.filter((row) => row <= "e" === (half === "upper"));
  return rows.map((row): Hole => `${row}${Number(column)}`);
}
