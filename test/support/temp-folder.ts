import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";

/** What a test that runs beside others must give: `onTestFinished` of `vitest` does not know which of them it is called in. */
export type OnTestFinished = TestContext["onTestFinished"];

/**
 * Makes an empty folder that is removed when the test has finished.
 * @param onFinished of a test that runs beside others
 */
export function makeTempFolder(onFinished: OnTestFinished = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), "flower-war-test-"));
  onFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
