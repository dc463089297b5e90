/** docs/configuration.md, and the declarations of the variables that it is written from. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VARIABLES as BRIDGE } from "../bridge/src/config.ts";
import { VARIABLES as START } from "../cli/src/start/variables.ts";
import { VARIABLES as SERVER } from "../server/src/variables.ts";
import { ROOT } from "./support/root.ts";

const text = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("every variable that it has is read, and no other one is set in an example or a help", () => {
  const declared = new Set([SERVER, BRIDGE, START].flatMap((variables) => Object.keys(variables)));
  const server = text("server/src/config.ts");
  expect(Object.keys(SERVER).filter((name) => !server.includes(`"${name}"`))).toEqual([]);
  const bridge = text("bridge/src/config.ts").split("function readVariables")[1];
  expect(Object.keys(BRIDGE).filter((name) => !bridge?.includes(name))).toEqual([]);
  const start = globSync("cli/src/start/*.ts", { cwd: ROOT }).map(text).join("");
  expect(Object.keys(START).filter((name) => !start.includes(`${name} = ""`))).toEqual([]);
  const [, usage = ""] = text("cli/src/start/host.ts").split("The most common:\n");
  const named = [...(usage.split("All of them")[0] ?? "").matchAll(/^ {2}([A-Z_]+) /gm)];
  expect(named.length).toBeGreaterThan(5);
  expect(named.map(([, name = ""]) => name).filter((name) => !declared.has(name))).toEqual([]);
});
