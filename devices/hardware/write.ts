/** `npm run wiring`: writes what is made from netlist.ts and boards.ts. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wiringFiles } from "./files.ts";
import { runTool } from "../../protocol/tools/tool.ts";

const USAGE = `Writes the wiring diagrams, the parts list, the tables of docs/build-a-temple.md and the pins of both
reference temples from devices/hardware/netlist.ts and boards.ts.

usage: npm run wiring`;

await runTool(USAGE, () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  for (const [path, text] of wiringFiles()) writeFileSync(`${root}${path}`, text);
});
