import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MODULE = new URL("../src/log/release-memory.ts", import.meta.url).href;

/** Fills the room for new objects, whose pages V8 keeps, and prints the process' memory before and after, in bytes. */
const PROGRAM = `
  import { releaseMemory } from ${JSON.stringify(MODULE)};
  let kept = [];
  for (let i = 0; i < 2_000_000; i++) { kept.push({ i }); if (kept.length > 100_000) kept = []; }
  kept = null;
  const before = process.memoryUsage.rss();
  releaseMemory();
  console.log(before, process.memoryUsage.rss());`;

test("releaseMemory returns unused memory to the system", async () => {
  const flags = ["--max-semi-space-size=32", "--input-type=module", "--eval", PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  const [before = 0, after = 0] = stdout.trim().split(" ").map(Number);
  expect(before - after).toBeGreaterThan(15_000_000);
});
