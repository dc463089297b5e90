import { glob } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../support/root.ts";
import type { Wish } from "./many-runs.ts";
import { prepareWorlds } from "./prepare.ts";

/** The folders that have a row each. */
const ROOMS = [
  "server/src",
  "server/src/match",
  "server/src/storage",
  "server/src/temples",
  "server/src/cluster",
  "server/src/wire",
  "bridge/src",
  "devices/src",
  "client-sdk/src",
  "client-sdk/src/connection",
  "client-sdk/src/witness",
  "rules/src",
] as const;

/** Whether each function of a file was called in any realm, by where it begins. */
type Calls = Map<number, boolean>;

/** Runs seeds, and prints which part of the functions of each room they call. */
export async function measureCoverage({ first, runs, size }: Wish): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const { drawPlan, runWorld } = await prepareWorlds();
  for (let seed = first; seed < first + runs; seed += 1) await runWorld(drawPlan(seed, size));
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const files = new Map<string, Calls>();
  for (const { url, functions } of result) {
    const [file = ""] = url.split("?");
    const calls = files.get(file) ?? new Map<number, boolean>();
    files.set(file, calls);
    // The first is the module itself.
    for (const { ranges } of functions.slice(1)) {
      const [whole] = ranges;
      if (whole) calls.set(whole.startOffset, calls.get(whole.startOffset) === true || whole.count > 0);
    }
  }
  for (const room of ROOMS) console.log(await describe(room, files));
}

/** Returns a row of the table. */
async function describe(room: string, files: ReadonlyMap<string, Calls>): Promise<string> {
  const all: string[] = [];
  for await (const path of glob(`${room}/**/*.ts`, { cwd: ROOT })) all.push(path);
  const loaded = all.flatMap((path) => files.get(pathToFileURL(join(ROOT, path)).href) ?? []);
  const functions = loaded.flatMap((calls) => [...calls.values()]);
  const called = functions.filter(Boolean).length;
  const share = Math.round((100 * called) / Math.max(1, functions.length));
  return `| \`${room}\` | ${loaded.length} of ${all.length} | ${called} of ${functions.length} | ${share} % |`;
}
