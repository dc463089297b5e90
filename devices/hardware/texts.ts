import { BOARD_NAMES, BOARDS, type BoardName, FUNCTIONS, type Function } from "./boards.ts";
import { circuitOf, isFunction, labelOf, splitPin, supplyName, wiresOf } from "./circuit.ts";
import { type Hole, isRail, legsOf, splitHole } from "./breadboard.ts";
import { EXTRAS, formatOhms, NETS, PARTS, type Part } from "./netlist.ts";

const WHAT: Readonly<Record<Function, string>> = {
  beamH: "beam h",
  beamT: "beam t",
  confirm: "confirm button",
  pair: "pair button",
  lampH: "lamp h",
  lampT: "lamp t",
  red: "red lamp",
  buzzer: "buzzer",
  sda: "screen SDA",
  scl: "screen SCL",
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Returns the table of boards: what to buy, and its supply. */
function boardTable(): string {
  const rows = BOARD_NAMES.map((name) => {
    const { name: title, buy, supply, note } = BOARDS[name];
    return [title, buy, supply.buy, note];
  });
  return table(["for", "1 board (A1)", "1 supply", "note"], rows);
}

/** Returns the table of all other parts, equal ones counted together. */
function partTable(): string {
  const bought = PARTS.filter(({ kind }) => kind !== "board");
  const rows = [...new Set(bought.map(({ buy }) => buy))].map((buy) => {
    const equal = bought.filter((part) => part.buy === buy);
    const isPair = equal.some(({ kind }) => kind === "emitter");
    const notes = equal.flatMap(({ note }) => note ?? []);
    const only = equal[0]?.boards === undefined ? [] : ["not on the Raspberry Pi"];
    return [
      String(isPair ? equal.length / 2 : equal.length),
      buy,
      equal.map(({ id }) => id).join(", "),
      [...notes, ...only].join("; "),
    ];
  });
  return table(
    ["number", "part", "in the diagram", "note"],
    [...rows, ...EXTRAS.map(({ count, buy, note }) => [count, buy, "", note])],
  );
}

/** Returns the table of the boards' pins. */
function pinTable(): string {
  const supplies = ["5V", "3V3", "GND"];
  const boards = BOARD_NAMES.map((name) => BOARDS[name]);
  const row = (pin: string, what: string) => [
    what,
    ...boards.map((board) => (isFunction(pin) && board.pins[pin] === undefined ? "-" : labelOf(board, pin))),
  ];
  return table(
    ["pin of A1", ...boards.map(({ name }) => name)],
    [
      ...supplies.map((pin) => row(pin, pin === "3V3" ? "3.3 V" : pin === "5V" ? "5 V" : "ground")),
      ...FUNCTIONS.map((name) => row(name, WHAT[name])),
    ],
  );
}

/** Returns the table of the parts on the breadboard, with the holes of their legs. */
function holeTable(): string {
  const rows = PARTS.filter(({ id }) => legsOf(id).length > 0).map(({ id, kind, name, ohms }) => {
    const holes = legsOf(id).map(([leg, hole]) =>
      kind === "npn" ? `${splitPin(leg).pin} ${hole}` : describeHole(hole),
    );
    return [`${id} ${name}`, ohms === undefined ? "2N3904" : formatOhms(ohms), holes.join(", ")];
  });
  return table(["part", "", "holes of its legs"], rows);
}

function describeHole(hole: Hole): string {
  const { row, column } = splitHole(hole);
  return isRail(row) ? `rail ${supplyName(row)} at ${column}` : hole;
}

/** Returns the table of every wire. */
function wireTable(): string {
  const byId = new Map(PARTS.map((part) => [part.id, part]));
  const isOnPi = new Set(wiresOf(circuitOf("raspberry-pi")).map(({ from, to }) => `${from} ${to}`));
  const wires = NETS.flatMap((net) => {
    const [from = "", ...others] = net.pins;
    return others.map((to) => ({ from, to, net }));
  });
  return table(
    ["wire", "from", "to", "colour"],
    wires.map(({ from, to, net }, index) => [
      `${index + 1}${isOnPi.has(`${from} ${to}`) ? "" : " *"}`,
      describePin(from, byId),
      describePin(to, byId),
      net.colour === "leg" ? "a row of the breadboard" : net.colour,
    ]),
  );
}

function describePin(name: string, parts: ReadonlyMap<string, Part>): string {
  const { part, pin } = splitPin(name);
  if (part === "A1") return `A1 board, ${isFunction(pin) ? WHAT[pin] : supplyName(pin)}`;
  if (part === "A2") return `rail ${supplyName(pin)}`;
  const found = parts.get(part);
  const shown = { "+": "+", "-": "−" }[pin] ?? pin;
  const isTurnable = found?.kind === "resistor" || found?.kind === "button" || found?.kind === "piezo";
  return `${part} ${found?.name}${isTurnable ? "" : `, ${shown}`}`;
}

/** Returns devices/hardware/parts.md. */
export function partsFile(): string {
  return `# Parts of one temple

\`npm run wiring\` writes this list from [netlist.ts](netlist.ts) and [boards.ts](boards.ts). How the parts go together:
[docs/build-a-temple.md](../../docs/build-a-temple.md).

${boardTable()}

${partTable()}
`;
}

/** Returns docs/build-a-temple.md with the tables of parts, pins and wires replaced. */
export function fillPage(page: string): string {
  const tables = {
    boards: boardTable(),
    parts: partTable(),
    pins: pinTable(),
    holes: holeTable(),
    wires: wireTable(),
  };
  return Object.entries(tables).reduce((text, [name, rows]) => {
    const block = new RegExp(`(<!-- ${name}: npm run wiring -->\\n)[^]*?(<!-- end -->)`);
    if (!block.test(text)) throw new Error(`The page has no place for the table "${name}".`);
    return text.replace(block, (_, begin: string, end: string) => `${begin}${rows}\n${end}`);
  }, page);
}

/** Returns devices/esp32/src/pins.hpp: the pins of each chip, as constants. */
export function pinsHeader(): string {
  const targets = { esp32: "ESP32", esp32c3: "ESP32C3", esp32s3: "ESP32S3" } as const;
  const blocks = Object.entries(targets).map(([board, target], index) => {
    const constants = Object.entries(BOARDS[board as BoardName].pins).map(
      ([name, pin]) => `constexpr int k${name[0]?.toUpperCase()}${name.slice(1)} = ${pin};`,
    );
    return `#${index === 0 ? "if" : "elif"} defined(CONFIG_IDF_TARGET_${target})\n${constants.join("\n")}\n`;
  });
  return `// The GPIOs of each chip. \`npm run wiring\` writes this file from devices/hardware/boards.ts.
#pragma once

#include "sdkconfig.h"

namespace pins {

// Beams and buttons are inputs with pull-up: low is dark or pressed. Lamps are lit by high.
${blocks.join("")}#else
#error "devices/hardware/boards.ts has no pins for this chip"
#endif

}  // namespace pins
`;
}

/** Returns devices/src/raspberry-pi/pins.ts: the default pins, as BCM numbers. */
export function pinsModule(): string {
  const pins = Object.entries(BOARDS["raspberry-pi"].pins).map(([name, pin]) => `  ${name}: ${pin},\n`);
  return `/** The default pins (BCM numbers). \`npm run wiring\` writes this file from devices/hardware/boards.ts. */
export const PINS = {
${pins.join("")}} as const;
`;
}
