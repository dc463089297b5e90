/** Runs before each quick test file: from then on, starting a process throws. */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const) {
  Object.defineProperty(childProcess, name, {
    value: (program: unknown) => {
      throw new Error(`a quick test started ${String(program)}: see test/support/quick.ts`);
    },
  });
}
syncBuiltinESMExports();
