import type { Reporter, TestModule } from "vitest/node";

/** Minutes that `.ci/run` gives all tests. They need about 18 on a machine of their own. */
const LIMIT = 75;

/** Ends a run that exceeds its time, and says which test files had not ended: a worker in an endless loop never does. */
export default class TimeLimit implements Reporter {
  readonly #running = new Set<string>();

  onTestRunStart(): void {
    setTimeout(() => {
      const files =
        [...this.#running].join(", ") || "none; a process that they started keeps their output open";
      console.error(`The tests did not end within ${LIMIT} minutes. Files that are still running: ${files}`);
      process.exit(1);
    }, LIMIT * 60_000).unref();
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.add(module.relativeModuleId);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId);
  }
}
