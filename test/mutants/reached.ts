/** Runs before each test file: notes which probes of `mutants.ts` it reaches. */
import { afterAll, beforeAll } from "vitest";

export interface Reached {
  /** While modules were loaded: the next test file that has them already does not reach them again. */
  readonly loading: readonly string[];
  readonly testing: readonly string[];
}

const reached = new Set<string>();
const loading = new Set<string>();
Object.assign(globalThis, { reachedProbes: reached });

beforeAll(() => {
  for (const probe of reached) loading.add(probe);
  reached.clear();
});

// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the function's text which fixtures it wants: none
afterAll(({}, { file }) => {
  Object.assign(file.meta, { reached: { loading: [...loading], testing: [...reached] } satisfies Reached });
});
