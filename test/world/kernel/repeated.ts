import { createRequire, syncBuiltinESMExports } from "node:module";
import os from "node:os";

type Match = (path: string, options: Record<string, unknown>) => (input: string) => unknown;

/** As Express' router requires it, which takes its functions from there each time. */
const requireInRouter = createRequire(createRequire(import.meta.url).resolve("express"));

/**
 * Caches the patterns of routes for the whole process: every server of every run would compile the same ones again. Hides this machine's network
 * interfaces, which are not the world's.
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
