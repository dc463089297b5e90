import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes an empty folder that is removed when the test has finished. */
export function makeTempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "flower-war-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
