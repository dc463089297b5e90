/** `npm run wiring`: writes what is made from netlist.ts and boards.ts. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { wiringFiles } from "./files.ts";

const USAGE = `Writes the wiring diagrams, the parts list, the tables of docs/build-a-temple.md and the pins of both
reference temples from devices/hardware/netlist.ts and boards.ts.

usage: npm run wiring`;

try {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) console.log(USAGE);
  else {
    const root = fileURLToPath(new URL("../../", import.meta.url));
    for (const [path, text] of wiringFiles()) writeFileSync(`${root}${path}`, text);
  }
} catch (error) {
  if ((error as { code?: string }).code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw error;
  // parseArgs adds advice after its first sentence.
  console.error(`${(error as Error).message.split(". ")[0]}.\n\n${USAGE}`);
  process.exitCode = 2;
}
