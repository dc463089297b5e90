import type { Reporter, TestCase } from "vitest/node";

/** Names the tests that failed at first and passed when they were tried again, with their first error. */
export default class SecondTries implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const [error] = test.result().errors ?? [];
    const lines = [
      `${test.module.relativeModuleId} > ${test.fullName}`,
      `  ${error?.message ?? "no message"}`,
    ];
    // The message cuts long texts short.
    this.#lines.push(...lines, ...(error?.diff === undefined ? [] : [error.diff]));
  }

  onTestRunEnd(): void {
    if (this.#lines.length === 0) return;
    console.log(["Passed at the second try:", ...this.#lines].join("\n"));
  }
}
