#!/usr/bin/env node
/*
 * The command `flower-war`. An installed package has it built. In a clone the sources run as they are: Node strips types
 * everywhere but below `node_modules`.
 */
import { sep } from "node:path";

const isInstalled = import.meta.dirname.split(sep).includes("node_modules");

if (isInstalled) await import("../dist/main.js");
else {
  // Older versions of Node, on which an installed package runs too, have no such hooks.
  const { registerHooks } = await import("node:module");
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "@flower-war/source"] }),
  });
  await import("../src/main.ts");
}
