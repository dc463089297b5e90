import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { BOARD_NAMES, type BoardName } from "../hardware/boards.ts";
import { buzzerCurrent, findFaults, lampCurrents, supplyCurrents } from "../hardware/checks.ts";
import { findBreadboardFaults, LEGS } from "../hardware/breadboard.ts";
import { drawBreadboard } from "../hardware/breadboard-drawing.ts";
import { type Circuit, circuitOf, splitPin, wiresOf } from "../hardware/circuit.ts";
import { drawCircuit } from "../hardware/drawing.ts";
import { wiringFiles } from "../hardware/files.ts";
import { NETS, type Net } from "../hardware/netlist.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ESP32_BOARDS = BOARD_NAMES.filter((name) => name !== "raspberry-pi");

/** The circuit with some pins moved from one net to another. */
function rewire(board: BoardName, moves: Readonly<Record<string, string>>): Circuit {
  const nets = NETS.map((net): Net => {
    const stay = net.pins.filter((pin) => moves[pin] === undefined);
    const come = Object.keys(moves).filter((pin) => moves[pin] === net.name);
    return { ...net, pins: [...stay, ...come] };
  });
  return circuitOf(board, nets);
}

/** The circuit with other pins of the board. */
function repin(name: BoardName, pins: Circuit["board"]["pins"]): Circuit {
  const circuit = circuitOf(name);
  return { ...circuit, board: { ...circuit.board, pins: { ...circuit.board.pins, ...pins } } };
}

/** The circuit with other resistors. */
function replaceOhms(name: BoardName, ohms: Readonly<Record<string, number>>): Circuit {
  const circuit = circuitOf(name);
  const parts = circuit.parts.map((part) => {
    const value = ohms[part.id];
    return value === undefined ? part : { ...part, ohms: value };
  });
  return { ...circuit, parts };
}

test.each([...wiringFiles()])("%s is what `npm run wiring` writes", (path, text) => {
  expect(readFileSync(`${ROOT}${path}`, "utf8")).toBe(text);
});

describe.each(BOARD_NAMES)("the circuit with %s", (name) => {
  const circuit = circuitOf(name);

  test("has no fault", () => {
    expect(findFaults(circuit)).toEqual([]);
  });

  test("gives each of three lamps 5-20 mA from 5 V, through a transistor", () => {
    const lamps = lampCurrents(circuit);
    expect(lamps.map(({ lamp }) => lamp)).toEqual(["D1", "D2", "D3"]);
    for (const { led, pin } of lamps) {
      expect(led).toBeGreaterThan(5);
      expect(led).toBeLessThan(20);
      expect(led / pin).toBeLessThan(20);
    }
  });

  test("takes less than its supply gives", () => {
    const { from5V, from3V3 } = supplyCurrents(circuit);
    expect(from5V).toBeGreaterThan(circuit.board.current);
    expect(from5V).toBeLessThanOrEqual(circuit.board.supply.current);
    expect(from3V3).toBeLessThanOrEqual(circuit.board.spare3V3);
  });

  test("joins the ground of every part that has one", () => {
    const ground = circuit.nets.find(({ volts }) => volts === 0);
    const joined = new Set(ground?.pins.map((pin) => pin.split(".")[0]));
    const grounded = circuit.parts.filter(({ kind }) => !["led", "resistor"].includes(kind));
    expect(grounded.filter(({ id }) => !joined.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test("is drawn with every wire and every part, inside the picture", () => {
    const drawing = drawCircuit(circuit);
    const drawn = [...drawing.matchAll(/data-wire="([^"]+)"/g)].map(([, wire]) => wire);
    const wires = wiresOf(circuit).map(({ from, to }) => `${from} ${to}`);
    expect(drawn).toEqual(wires);
    const labelled = circuit.parts.filter(({ kind }) => kind !== "board" && kind !== "rails");
    for (const { id } of labelled) expect(drawing).toMatch(new RegExp(`>${id}[ <]`));
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? [];
    expect(Number(width)).toBeLessThanOrEqual(420);
    for (const [, x, y] of drawing.matchAll(/d="M(-?[\d.]+) (-?[\d.]+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0);
      expect(Number(x)).toBeLessThanOrEqual(Number(width));
      expect(Number(y)).toBeLessThanOrEqual(Number(height));
    }
    expect(drawing).toContain("prefers-color-scheme: dark");
  });
});

describe("the breadboard", () => {
  const circuit = circuitOf("esp32");

  test.each(BOARD_NAMES)("joins with %s what the netlist does, and nothing else", (name) => {
    expect(findBreadboardFaults(circuitOf(name))).toEqual([]);
  });

  test.each([
    ["two nets in one column", { "R10.1": "c22" }, "upper 22 joins red + and buzzer."],
    ["a base without its resistor", { "R3.1": "a8" }, "The legs of lampH base are not in one row."],
    ["two legs in one hole", { "R10.1": "c30" }, "Two legs are in c30."],
    ["a leg in a gap of a rail", { "R3.2": "GND:6" }, "R3.2 is in GND:6, which is no hole."],
  ] as const)("would not do with %s", (_what, moved, fault) => {
    expect(findBreadboardFaults(circuit, { ...LEGS, ...moved })).toContain(fault);
  });

  test("is drawn with each part and with each wire that ends on it, by its number", () => {
    const drawing = drawBreadboard(circuit);
    const drawn = [...drawing.matchAll(/data-wire="(\d+) /g)].map(([, number]) => Number(number));
    const onIt = (pin: string) => pin.startsWith("A2.") || LEGS[pin] !== undefined;
    const ending = wiresOf(circuit).flatMap(({ from, to, net }, index) => {
      const isLeg =
        net.colour === "leg" || (from.startsWith("A2.") && LEGS[to]?.startsWith(splitPin(from).pin));
      return !isLeg && (onIt(from) || onIt(to)) ? [index + 1] : [];
    });
    expect(drawn).toEqual(ending);
    for (const leg of Object.keys(LEGS)) expect(drawing).toMatch(new RegExp(`>${splitPin(leg).part}[ <]`));
    const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? []).map(Number);
    for (const [, x, y] of drawing.matchAll(/ cx="([\d.]+)" cy="([\d.]+)"/g)) {
      expect(Number(x)).toBeLessThan(width - 9);
      expect(Number(y)).toBeLessThan(height - 9);
    }
  });
});

describe("a fault is found", () => {
  test.each<[string, string, Circuit]>([
    [
      "the 5 V screen straight at the board",
      "A1.sda sees 5 V.",
      rewire("esp32", { "A4.SDA": "sda", "A3.HV1": "GND" }),
    ],
    ["a receiver at 5 V, which may pull up inside", "A1.beamH sees 5 V.", rewire("esp32", { "B2.+": "5V" })],
    [
      "two outputs",
      "Net lampH has several outputs: A1.lampH, A1.lampT.",
      rewire("esp32", { "A1.lampT": "lampH" }),
    ],
    ["a part without ground", "B2.- is not at ground.", rewire("esp32", { "B2.-": "beamH" })],
    ["the screen at 3.3 V", "A4.VCC needs 4.5-5.5 V and gets 3.3 V.", rewire("esp32", { "A4.VCC": "3V3" })],
    [
      "a base without a resistor to ground",
      "Nothing gives Q1.B a level.",
      rewire("esp32", { "R3.2": "lampH -" }),
    ],
    [
      "an LED at the board's pin",
      "D1 has no transistor, series resistor and base resistors.",
      rewire("esp32", { "D1.-": "GND", "D1.+": "lampH" }),
    ],
    [
      "a pin twice",
      "A1.pair is in two nets.",
      circuitOf("esp32", [...NETS, { name: "x", colour: "red", pins: ["A1.pair", "R1.1"] }]),
    ],
    ["a loose pin", "B1.+ is not connected.", rewire("esp32", { "B1.+": "nowhere" })],
    ["a pin that is no pin", "B1.X does not exist.", rewire("esp32", { "B1.X": "5V" })],
    ["too little current for an LED", "D1 gets 1.8 mA.", replaceOhms("esp32", { R1: 1000 })],
    ["too much current for an LED", "D3 gets 29.0 mA.", replaceOhms("esp32", { R7: 100 })],
    [
      "a base that gets too little",
      "The transistor of D1 gets too little at its base.",
      replaceOhms("esp32", { R2: 10_000 }),
    ],
    ["a pin that gives too much", "The pin of D1 gives 26.0 mA.", replaceOhms("esp32", { R2: 100 })],
    [
      "a lamp that the Pi's pull-up lights at its start",
      "D1 is lit while the board starts.",
      replaceOhms("raspberry-pi", { R3: 100_000 }),
    ],
    ["a buzzer that takes too much", "The buzzer takes up to 33.0 mA.", replaceOhms("esp32", { R10: 100 })],
    [
      "an output at an input",
      "lampH at GPIO 34: input only, without pull-up.",
      repin("esp32", { lampH: 34 }),
    ],
    [
      "a beam without a pull-up",
      "beamH at GPIO 36: input only, without pull-up.",
      repin("esp32", { beamH: 36 }),
    ],
    ["a pin of the flash", "red at GPIO 7: the board needs it itself.", repin("esp32", { red: 7 })],
    ["one pin for two", "pair at GPIO 18: used twice.", repin("esp32", { pair: 18 })],
    ["no such pin", "red at GPIO 40: there is no such pin.", repin("esp32", { red: 40 })],
    [
      "a lamp at a pin that must be high",
      "red at GPIO 8: must be high at reset.",
      repin("esp32c3", { red: 8, sda: 5 }),
    ],
    ["USB of the C3", "red at GPIO 18: the board needs it itself.", repin("esp32c3", { red: 18 })],
    ["flash of the S3", "red at GPIO 30: the board needs it itself.", repin("esp32s3", { red: 30 })],
  ])("%s", (_, sentence, circuit) => {
    expect(findFaults(circuit)).toContain(sentence);
  });

  test.each([
    ["esp32", [0, 2, 5, 12, 15]],
    ["esp32c3", [9]],
    ["esp32s3", [0, 3, 45, 46]],
  ] as const)("a pin of %s that is read at reset", (name, pins) => {
    for (const pin of pins) {
      expect(findFaults(repin(name, { red: pin }))).toContain(`red at GPIO ${pin}: read at reset.`);
    }
  });
});

test("a white LED at 220 Ω from 3.3 V would be dark, which is why lamps have transistors", () => {
  const circuit = rewire("esp32", { "R1.1": "3V3" });
  const dim = replaceOhms("esp32", { R1: 220 });
  const lamps = lampCurrents({ ...dim, nets: circuit.nets });
  expect(lamps[0]?.led).toBeLessThan(1.4);
});

test("the buzzer's pin gives less than 16 mA, even at an edge", () => {
  for (const name of BOARD_NAMES) expect(buzzerCurrent(circuitOf(name))).toBeLessThan(16);
});

test("only boards with a screen have a level shifter", () => {
  const withShifter = BOARD_NAMES.filter((name) =>
    circuitOf(name).parts.some(({ kind }) => kind === "shifter"),
  );
  expect(withShifter).toEqual(ESP32_BOARDS);
});
