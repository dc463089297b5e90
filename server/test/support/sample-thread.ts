/* A thread for the tests of `Thread`. */
import { serveCalls } from "../../src/thread.ts";

let calls = 0;

const served = {
  /** Returns which call of its thread this is. */
  count: (): number => (calls += 1),
  double: async (number: number): Promise<number> => number * 2,
  fail: (reason: string): never => {
    throw new Error(reason);
  },
  exit: (): never => process.exit(0),
  wait: (): Promise<never> => new Promise(() => {}),
};

export type SampleThread = typeof served;

serveCalls(served);
