import { BOARDS, type Board, type BoardName, FUNCTIONS, type Function } from "./boards.ts";
import { NETS, type Net, PARTS, type Part } from "./netlist.ts";
import { PINS, type Pin } from "./part-kinds.ts";

/** The circuit with one board: its parts, and the nets between them. */
export interface Circuit {
  readonly board: Board;
  readonly parts: readonly Part[];
  readonly nets: readonly Net[];
}

/** A connection of two pins. */
export interface Wire {
  readonly from: string;
  readonly to: string;
  readonly net: Net;
}

/** How the temple uses each pin of the board. Inputs are pulled up inside: dark and pressed are low. */
export const USES: Readonly<Record<Function, "input" | "output" | "bus">> = {
  beamH: "input",
  beamT: "input",
  confirm: "input",
  pair: "input",
  lampH: "output",
  lampT: "output",
  red: "output",
  buzzer: "output",
  sda: "bus",
  scl: "bus",
};

/** Returns the circuit with a board: only the parts that it has, and nets without the pins of others. */
export function circuitOf(name: BoardName, nets: readonly Net[] = NETS): Circuit {
  const board = BOARDS[name];
  const parts = PARTS.filter(({ boards }) => boards?.includes(name) ?? true);
  const ids = new Set(parts.map(({ id }) => id));
  const isThere = (pin: string) => {
    const { part, pin: name } = splitPin(pin);
    if (part === "A1") return !isFunction(name) || board.pins[name] !== undefined;
    return ids.has(part) || !PARTS.some(({ id }) => id === part);
  };
  const own = nets.map((net) => ({ ...net, pins: net.pins.filter(isThere) }));
  return { board, parts, nets: own.filter(({ pins }) => pins.length > 0) };
}

/** Splits `R1.2` into part and pin. */
export function splitPin(pin: string): { readonly part: string; readonly pin: string } {
  const dot = pin.indexOf(".");
  return { part: pin.slice(0, dot), pin: pin.slice(dot + 1) };
}

/** Whether this names a function of the board, and not one of its supplies. */
export function isFunction(name: string): name is Function {
  return FUNCTIONS.some((each) => each === name);
}

/** Returns the pins of a part. */
export function pinsOf(part: Part, board: Board): Readonly<Record<string, Pin>> {
  if (part.kind !== "board") return PINS[part.kind];
  const signals = FUNCTIONS.filter((name) => board.pins[name] !== undefined);
  return {
    "5V": { role: "out" },
    "3V3": { role: "out" },
    GND: { role: "ground" },
    ...Object.fromEntries(signals.map((name) => [name, { role: USES[name] === "output" ? "out" : "reads" }])),
  };
}

/** Returns the net of a pin, or `undefined`. */
export function netOf(circuit: Circuit, pin: string): Net | undefined {
  return circuit.nets.find(({ pins }) => pins.includes(pin));
}

/** Returns every wire: from a net's first pin to each of the others. */
export function wiresOf(circuit: Circuit): Wire[] {
  return circuit.nets.flatMap((net) => {
    const [from = "", ...others] = net.pins;
    return others.map((to) => ({ from, to, net }));
  });
}

/** Writes a supply as people do: `3.3 V`, `5 V`, `GND`. */
export function supplyName(pin: string): string {
  return pin === "3V3" ? "3.3 V" : pin === "5V" ? "5 V" : pin;
}

/** What is printed beside a pin of the board: `GPIO 32`, `5V`. */
export function labelOf(board: Board, pin: string): string {
  const label = board.labels?.[pin];
  if (label !== undefined) return isFunction(pin) ? `GPIO ${label}` : label;
  return isFunction(pin) ? `GPIO ${board.pins[pin]}` : pin;
}
