#!/usr/bin/env node
/*
 * The command `flower-war`. An installed package has it built. In a clone the sources run as they are: Node strips types
 * everywhere but below `node_modules`.
 */
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { requireNode } from "./require-node.js";

const isInstalled = fileURLToPath(import.meta.url)
  .split(sep)
  .includes("node_modules");
if (isInstalled) requireNode([22, 12], "To run a server it has to be 24: https://nodejs.org");
else requireNode([24, 0], "`npm ci` brings it along: `npx --no -- flower-war` runs on it.");

if (isInstalled) await import("../dist/main.js");
else {
  const { registerHooks } = await import("node:module");
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "@flower-war/source"] }),
  });
  await import("../src/main.ts");
}
