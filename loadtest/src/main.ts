/** `npm run loadtest`: plays a scenario against a server. Exits with 0 if all its thresholds hold. */
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { readCommandLine } from "../../protocol/tools/tool.ts";
import { type Arguments, formatSettings, parseArguments, USAGE } from "./arguments.ts";
import { findK6 } from "./find-k6.ts";
import { readTempleLoad, runTemples } from "./temples.ts";

process.exitCode = await run(readCommandLine(USAGE, parseArguments)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

/** Runs the scenario; resolves with the exit code. */
async function run(args: Arguments): Promise<number> {
  const { scenario } = args;
  if (scenario === "capacity") return runCapacity(args);
  if (scenario === "temples") return runTemples(readTempleLoad(args, process.env));
  return runK6(["run", "--quiet", ...formatSettings(args), await bundle(scenario)]);
}

/** Runs the bench's servers and clients, which measure without a host. Resolves with its exit code. */
async function runCapacity({ quick }: Arguments): Promise<number> {
  const main = join(import.meta.dirname, "../../bench/src/capacity/main.ts");
  const child = fork(main, quick ? ["--quick"] : [], { execArgv: ["--conditions=@flower-war/source"] });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

/** Bundles a scenario into one file that k6 can load. Resolves with its path. */
async function bundle(scenario: string): Promise<string> {
  const file = join(import.meta.dirname, `../dist/${scenario}.js`);
  const bundler = await rolldown({
    input: join(import.meta.dirname, `scenarios/${scenario}.ts`),
    platform: "neutral",
    external: [/^k6(\/|$)/],
    resolve: {
      mainFields: ["browser", "module", "main"],
      conditionNames: ["@flower-war/source", "browser", "import", "default"],
    },
  });
  await bundler.write({ file, format: "es" });
  await bundler.close();
  return file;
}

async function runK6(args: readonly string[]): Promise<number> {
  const quiet = { K6_NO_USAGE_REPORT: "true", K6_AUTO_EXTENSION_RESOLUTION: "false" };
  const k6 = spawn(findK6(), args, { stdio: "inherit", env: { ...process.env, ...quiet } });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => k6.kill(signal));
  const [code] = (await once(k6, "exit")) as [number | null];
  return code ?? 1;
}
