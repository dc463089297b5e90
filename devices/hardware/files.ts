import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BOARD_NAMES } from "./boards.ts";
import { drawBreadboard } from "./breadboard-drawing.ts";
import { circuitOf } from "./circuit.ts";
import { drawCircuit } from "./drawing.ts";
import { fillPage, partsFile, pinsHeader, pinsModule } from "./texts.ts";

/** The project's root, with a slash at its end. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = "docs/build-a-temple.md";

/** Returns all that is made from netlist.ts and boards.ts: paths from the project's root, and their texts. */
export function wiringFiles(): Map<string, string> {
  return new Map([
    ["devices/hardware/parts.md", partsFile()],
    [PAGE, fillPage(readFileSync(`${ROOT}${PAGE}`, "utf8"))],
    ["devices/esp32/src/pins.hpp", pinsHeader()],
    ["devices/src/raspberry-pi/pins.ts", pinsModule()],
    // With all wires: the Raspberry Pi's are fewer.
    ["devices/hardware/breadboard.svg", drawBreadboard(circuitOf("esp32"))],
    ...BOARD_NAMES.map(
      (name) => [`devices/hardware/wiring-${name}.svg`, drawCircuit(circuitOf(name))] as const,
    ),
  ]);
}
