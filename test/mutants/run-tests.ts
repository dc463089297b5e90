/**
 * A process that runs test files one after the other in the order given, until a test fails. It takes a `TestRun` and sends a `Verdict`.
 */
import { relative } from "node:path";
import { BaseSequencer, startVitest, type TestModule, type TestSpecification } from "vitest/node";
import { ROOT } from "../support/root.ts";
import type { Reached } from "./reached.ts";

export interface TestRun {
  /** Paths from the project's root. */
  readonly tests: readonly string[];
  /** Whether tests tell which probes they reached. */
  readonly probes?: boolean;
  /** Whether all tests run, also after one that failed. Default: no. */
  readonly all?: boolean;
}

/** What the tests say. */
export interface Verdict {
  readonly passed: boolean;
  /** The first test that failed, or why the tests did not end. */
  readonly by: string;
  /** The test files that ran. */
  readonly files: { readonly [test: string]: TestFile };
}

export interface TestFile extends Partial<Reached> {
  readonly passed: boolean;
  readonly ms: number;
}

process.once("message", ({ tests, probes = false, all = false }: TestRun) => {
  void runTests(tests, probes, all);
});

async function runTests(tests: readonly string[], probes: boolean, all: boolean): Promise<void> {
  class InOrder extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const placeOf = ({ moduleId }: TestSpecification) => tests.indexOf(relative(ROOT, moduleId));
      return files.toSorted((one, other) => placeOf(one) - placeOf(other));
    }
  }
  await startVitest(
    [],
    {
      config: false,
      root: ROOT,
      run: true,
      watch: false,
      include: [...tests],
      pool: "threads",
      // Importing a server takes longer than most tests.
      isolate: false,
      maxWorkers: 1,
      bail: all ? 0 : 1,
      testTimeout: 30_000,
      hookTimeout: 30_000,
      expect: { poll: { timeout: 20_000 } },
      setupFiles: ["server/test/support/documented-fetch.ts", ...(probes ? ["test/mutants/reached.ts"] : [])],
      sequence: { sequencer: InOrder },
      reporters: [{ onTestRunEnd: (modules, errors) => report(modules, errors[0]?.message) }],
    },
    {
      resolve: { conditions: ["@flower-war/source"] },
      ssr: { resolve: { conditions: ["@flower-war/source", "node"] } },
    },
  );
}

function report(modules: readonly TestModule[], error: string | undefined): void {
  const ran = modules.filter((module) => module.state() !== "queued");
  const by = ran.map(firstFailure).find((failure) => failure !== undefined) ?? error;
  const files = ran.map((each) => [
    relative(ROOT, each.moduleId),
    {
      passed: each.ok(),
      ms: each.diagnostic().duration,
      ...(each.meta() as { reached?: Reached }).reached,
    },
  ]);
  const verdict: Verdict = { passed: by === undefined, by: by ?? "", files: Object.fromEntries(files) };
  process.send?.(verdict);
}

function firstFailure(module: TestModule): string | undefined {
  if (module.state() !== "failed") return undefined;
  const [failed] = module.children.allTests("failed");
  const name = failed?.fullName ?? module.errors()[0]?.message ?? "no test by name";
  return `${relative(ROOT, module.moduleId)}: ${name}`;
}
