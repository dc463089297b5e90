/**
 * The circuit of a temple: parts and nets. From it and from `boards.ts`, `npm run wiring` writes the diagrams, the parts list,
 * the wires in docs/build-a-temple.md and the pins of both reference temples; devices/test/hardware.test.ts checks it.
 */
import type { BoardName, Function } from "./boards.ts";
import type { PartKind } from "./part-kinds.ts";

export interface Part {
  /** Its name in diagram and tables, like `R1`. */
  readonly id: string;
  readonly kind: PartKind;
  /** Its role in a few words. */
  readonly name: string;
  /** What to buy; parts with equal texts are counted together. */
  readonly buy: string;
  readonly note?: string;
  /** Ω of a resistor. */
  readonly ohms?: number;
  /** V across a lit LED. */
  readonly forward?: number;
  /** The boards that have it; without: all. */
  readonly boards?: readonly BoardName[];
}

/** The boards with a screen. The Raspberry Pi's texts go to its journal. */
const WITH_SCREEN: readonly BoardName[] = ["esp32", "esp32c3", "esp32s3"];

const EMITTER =
  "infrared break-beam pair, 3 mm, 3.3-5 V, open collector output (like Adafruit 2167): emitter and receiver";
const WHITE = "white LED, 5 mm, forward voltage 3.0-3.2 V";
const RED = "red LED, 5 mm, forward voltage 1.9-2.1 V";
const NPN = "NPN transistor 2N3904";
const BUTTON = "push button, 12 mm hole, normally open";

/** Formats a resistance: `220 Ω`, `10 kΩ`. */
export function formatOhms(ohms: number): string {
  return ohms >= 1000 ? `${ohms / 1000} kΩ` : `${ohms} Ω`;
}

function resistor(id: string, ohms: number, name: string): Part {
  return { id, kind: "resistor", name, ohms, buy: `resistor ${formatOhms(ohms)}, 0.25 W, 5 %` };
}

export const PARTS: readonly Part[] = [
  { id: "A1", kind: "board", name: "board", buy: "board" },
  {
    id: "A2",
    kind: "rails",
    name: "rails",
    buy: "solderable breadboard, 400 points (82 x 52 mm)",
    note: "one rail each for 5 V, 3.3 V and ground; transistors and resistors in its rows",
  },
  { id: "B1", kind: "emitter", name: "emitter h", buy: EMITTER },
  {
    id: "B2",
    kind: "receiver",
    name: "receiver h",
    buy: EMITTER,
    note: "one pair a slot; red is +, black −, white or yellow OUT, low while the beam is dark",
  },
  { id: "B3", kind: "emitter", name: "emitter t", buy: EMITTER },
  { id: "B4", kind: "receiver", name: "receiver t", buy: EMITTER },
  { id: "S1", kind: "button", name: "confirm", buy: BUTTON, note: "confirm, pair" },
  { id: "S2", kind: "button", name: "pair", buy: BUTTON },
  { id: "D1", kind: "led", name: "lamp h", forward: 3.1, buy: WHITE, note: "the lamps of the slots" },
  resistor("R1", 150, "lamp h"),
  { id: "Q1", kind: "npn", name: "lamp h", buy: NPN, note: "flat side to you, legs down: E, B, C" },
  resistor("R2", 1000, "base h"),
  resistor("R3", 10_000, "off h"),
  { id: "D2", kind: "led", name: "lamp t", forward: 3.1, buy: WHITE },
  resistor("R4", 150, "lamp t"),
  { id: "Q2", kind: "npn", name: "lamp t", buy: NPN },
  resistor("R5", 1000, "base t"),
  resistor("R6", 10_000, "off t"),
  {
    id: "D3",
    kind: "led",
    name: "red lamp",
    forward: 2,
    buy: RED,
    note: "lit while a bead must be taken out",
  },
  resistor("R7", 220, "red lamp"),
  { id: "Q3", kind: "npn", name: "red lamp", buy: NPN },
  resistor("R8", 1000, "base red"),
  resistor("R9", 10_000, "off red"),
  resistor("R10", 220, "buzzer"),
  {
    id: "LS1",
    kind: "piezo",
    name: "buzzer",
    buy: "passive piezo buzzer, 12 mm (like TDK PS1240), without electronics",
    note: "an active or magnetic one draws too much and sounds one tone only",
  },
  {
    id: "A3",
    kind: "shifter",
    name: "level shifter",
    buy: "I2C level shifter module with BSS138, 4 channels",
    note: "between the board's 3.3 V and the screen's 5 V",
    boards: WITH_SCREEN,
  },
  {
    id: "A4",
    kind: "screen",
    name: "screen 20x4",
    buy: "LCD 20x4 (98 x 60 mm), 5 V, with I2C backpack PCF8574 (address 0x27)",
    boards: WITH_SCREEN,
  },
];

/** A wire's colour; `leg`: no wire, the legs of the parts share a row of the breadboard. */
export type Colour =
  | "black"
  | "red"
  | "orange"
  | "yellow"
  | "green"
  | "blue"
  | "violet"
  | "grey"
  | "brown"
  | "leg";

export interface Net {
  readonly name: string;
  /** V of a supply or of ground. */
  readonly volts?: number;
  readonly colour: Colour;
  /** `part.pin`; a wire goes from the first to each of the others. The board's pins go by function or supply. */
  readonly pins: readonly string[];
}

function lamp(name: Function, colour: Colour, [led, series, npn, base, off]: readonly string[]): Net[] {
  return [
    { name, colour, pins: [`A1.${name}`, `${base}.1`] },
    { name: `${name} base`, colour: "leg", pins: [`${npn}.B`, `${base}.2`, `${off}.1`] },
    { name: `${name} -`, colour, pins: [`${npn}.C`, `${led}.-`] },
    { name: `${name} +`, colour: "red", pins: [`${series}.2`, `${led}.+`] },
  ];
}

export const NETS: readonly Net[] = [
  {
    name: "5V",
    volts: 5,
    colour: "red",
    pins: ["A2.5V", "A1.5V", "R1.1", "R4.1", "R7.1", "A3.HV", "A4.VCC"],
  },
  {
    name: "3V3",
    volts: 3.3,
    colour: "orange",
    pins: ["A2.3V3", "A1.3V3", "B1.+", "B2.+", "B3.+", "B4.+", "A3.LV"],
  },
  {
    name: "GND",
    volts: 0,
    colour: "black",
    pins: [
      // Supply, beams, buttons; lamps and buzzer; screen.
      "A2.GND",
      "A1.GND",
      "B1.-",
      "B2.-",
      "B3.-",
      "B4.-",
      "S1.2",
      "S2.2",
      "Q1.E",
      "R3.2",
      "Q2.E",
      "R6.2",
      "Q3.E",
      "R9.2",
      "LS1.2",
      "A3.GND",
      "A4.GND",
    ],
  },
  { name: "beamH", colour: "yellow", pins: ["A1.beamH", "B2.OUT"] },
  { name: "beamT", colour: "blue", pins: ["A1.beamT", "B4.OUT"] },
  { name: "confirm", colour: "green", pins: ["A1.confirm", "S1.1"] },
  { name: "pair", colour: "violet", pins: ["A1.pair", "S2.1"] },
  ...lamp("lampH", "yellow", ["D1", "R1", "Q1", "R2", "R3"]),
  ...lamp("lampT", "blue", ["D2", "R4", "Q2", "R5", "R6"]),
  ...lamp("red", "violet", ["D3", "R7", "Q3", "R8", "R9"]),
  { name: "buzzer", colour: "grey", pins: ["A1.buzzer", "R10.1"] },
  { name: "buzzer +", colour: "grey", pins: ["R10.2", "LS1.1"] },
  { name: "sda", colour: "green", pins: ["A1.sda", "A3.LV1"] },
  { name: "scl", colour: "brown", pins: ["A1.scl", "A3.LV2"] },
  { name: "sda 5 V", colour: "green", pins: ["A3.HV1", "A4.SDA"] },
  { name: "scl 5 V", colour: "brown", pins: ["A3.HV2", "A4.SCL"] },
];

/** The parts of a temple besides the circuit. */
export const EXTRAS: readonly { readonly count: string; readonly buy: string; readonly note: string }[] = [
  { count: "26", buy: "skull bead of 9 to 12 mm", note: "with a hole of at most 4 mm" },
  {
    count: "13 m",
    buy: "stranded wire, 0.25 mm² (AWG 24)",
    note: "1 m of each colour below, black and red 3 m",
  },
  { count: "1 m", buy: "heat-shrink tube, 3 mm", note: "over soldered legs of lamps and buttons" },
  {
    count: "8",
    buy: "countersunk screw 3 x 10 mm for plastic, or M3 x 10",
    note: "pyramid to lake, lake to base",
  },
  { count: "4", buy: "screw M3 x 12 with nut", note: "screen to panel; not on the Raspberry Pi" },
  { count: "4", buy: "screw M2.5 x 6", note: "Raspberry Pi to base; only there" },
  { count: "2", buy: "cable tie, 2.5 mm wide", note: "breadboard and board to the base" },
  {
    count: "1 kg",
    buy: "PLA or PETG filament, black for the shrines",
    note: "the body; other parts in any colour",
  },
];
