import { registerHooks, type ResolveFnOutput } from "node:module";
import type { Plant } from "../plants/plants.ts";

/** What names the realm in the URL of a module. */
const REALM = /[?&]realm=(\d+)/;
/** Modules that keep state for their whole process, and all that build on them. */
const PER_PROCESS =
  /\/node_modules\/@colyseus\/|\/(?:server|protocol)\/(?:src|dist)\/|\/test\/world\/realm\//;
/** Packages as they were published: their sources, beside what was built of them, cannot be run from there. */
const PUBLISHED = /\/node_modules\/\.cache\/worlds\//;
const SOURCE = "@flower-war/source";
/** What stands for the server's threads. */
const THREAD = new URL("../realm/thread.ts", import.meta.url).href;
/** Modules of the rules, today's or published ones. */
const OF_RULES = /\/rules\/(?:src|dist)\//;
/** What stands for cryptography in JavaScript where the rules ask for it, by the end of its URL. */
const NATIVE: Readonly<Record<string, string>> = {
  "/node_modules/@noble/curves/ed25519.js": new URL("../realm/native-ed25519.ts", import.meta.url).href,
  "/node_modules/@noble/hashes/sha2.js": new URL("../realm/native-sha2.ts", import.meta.url).href,
};
/** Modules of Colyseus that hold state for the process, and what is added to them: how to forget what a killed process takes with it. */
const STATEFUL = /\/@colyseus\/core\/build\/(Stats|MatchMaker)\.mjs\?realm=/;
const FORGET: Readonly<Record<string, string>> = {
  Stats: `
export function forgetStats() {
  lastPersisted = 0;
  persistTimeout = undefined;
  autoPersistInterval = undefined;
}
`,
  MatchMaker: `
export function forgetProcess() {
  for (const id of Object.keys(rooms)) delete rooms[id];
  for (const name of Object.keys(handlers)) delete handlers[name];
  processId = undefined;
  state = undefined;
  onReady = undefined;
  disposingRoomCount = 0;
  isCheckingSwept = false;
  for (const id of Object.keys(_healthCheckByProcessId)) delete _healthCheckByProcessId[id];
  events.removeAllListeners();
  stats.forgetStats();
  stats.reset(false);
}
`,
};

/**
 * Makes modules whose URL ends with `?realm=<number>` import copies of their own of all modules of the server and of Colyseus, whose matchmaker
 * is one for a process: so several servers run in one.
 * @param plant changes one module, in realms and outside
 */
export function separateRealms(plant: Plant | null = null): void {
  /** What was resolved before: each page and server of every run imports some modules when it needs them. */
  const known = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, next) {
      const name = [specifier, context.parentURL, ...context.conditions].join(" ");
      const before = known.get(name);
      if (before !== undefined) return before;
      const conditions = PUBLISHED.test(context.parentURL ?? "")
        ? context.conditions.filter((condition) => condition !== SOURCE)
        : context.conditions;
      const resolved = replaced(next(specifier, { ...context, conditions }), context.parentURL);
      const realm = REALM.exec(context.parentURL ?? "")?.[1];
      const isOfRealm = realm !== undefined && !REALM.test(resolved.url) && isPerProcess(resolved.url);
      const url = isOfRealm ? `${resolved.url}?realm=${realm}` : resolved.url;
      const found = { ...resolved, url };
      known.set(name, { ...found, shortCircuit: true });
      return found;
    },
    load(url, context, next) {
      const loaded = planted(next(url, context), url, plant);
      const [, name] = STATEFUL.exec(url) ?? [];
      return name === undefined ? loaded : { ...loaded, source: `${textOf(loaded.source)}${FORGET[name]}` };
    },
  });
}

/** @throws Error if what the plant replaces does not stand there once */
function planted<L extends { source?: unknown }>(loaded: L, url: string, plant: Plant | null): L {
  if (plant === null || !new URL(url, "file:").pathname.endsWith(`/${plant.file}`)) return loaded;
  const [before, after, ...more] = textOf(loaded.source).split(plant.find);
  if (after === undefined || more.length > 0)
    throw new Error(`${plant.file} does not have once: ${plant.find}`);
  return { ...loaded, source: `${before}${plant.put}${after}` };
}

/** The server's threads are replaced where a realm asks for them, and slow cryptography everywhere. */
function replaced<R extends { url: string }>(resolved: R, parent = ""): R {
  const native = nativeOf(resolved.url);
  if (native !== undefined && OF_RULES.test(parent))
    return { ...resolved, url: native, format: "module-typescript" };
  if (!REALM.test(parent) || !resolved.url.endsWith("/server/src/thread.ts")) return resolved;
  return { ...resolved, url: THREAD };
}

function nativeOf(url: string): string | undefined {
  return NATIVE[url.slice(url.lastIndexOf("/node_modules/@noble/"))];
}

function textOf(source: unknown): string {
  return typeof source === "string" ? source : Buffer.from(source as Uint8Array).toString();
}

function isPerProcess(url: string): boolean {
  return url.startsWith("file:") && !url.endsWith(".json") && PER_PROCESS.test(url);
}
