import { createRequire, syncBuiltinESMExports } from "node:module";
import os from "node:os";

type Match = (path: string, options: Record<string, unknown>) => (input: string) => unknown;

/** As Express' router requires it, which takes its functions from there each time. */
const requireInRouter = createRequire(createRequire(import.meta.url).resolve("express"));

/**
 * Makes what each server of a run would make again of the same parts only once in this process: the patterns of routes, and the list of the
 * machine's interfaces, which is not the world's.
 */
export function replaceRepeated(): void {
  const patterns = requireInRouter("path-to-regexp") as { match: Match };
  const { match } = patterns;
  const made = new Map<string, ReturnType<Match>>();
  patterns.match = (path, options) => {
    const name = JSON.stringify([path, { ...options, decode: typeof options["decode"] }]);
    const known = made.get(name) ?? match(path, options);
    made.set(name, known);
    return known;
  };
  os.networkInterfaces = () => ({});
  syncBuiltinESMExports();
}
