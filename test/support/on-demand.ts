import { test, type TestOptions } from "vitest";
import type { OnTestFinished } from "./temp-folder.ts";

type Run = (context: { readonly onTestFinished: OnTestFinished }) => Promise<void>;

/**
 * Returns a function that declares a test like `test` if it is wanted, and none at all otherwise: for what is measured now and then, and whose promise
 * another test holds. A test that is declared and skipped would be a gap.
 */
export const testOnDemand =
  (isWanted: boolean) =>
  (name: string, options: TestOptions, run: Run): void => {
    if (isWanted) test(name, options, run);
  };
