/**
 * `npm run loadtest -- --scenario evening --url http://localhost:2567 [--players 20] [--seconds 60] ...`: plays a
 * scenario of this folder against a host. Ends with 0 if all its thresholds hold.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.ts";
import { findK6 } from "./find-k6.ts";
import { readTempleLoad, runTemples } from "./temples.ts";

const SCENARIOS = ["evening", "rush", "crowd"] as const;
/** What the scenarios can be told, each by the variable of the same name in capitals. */
const SETTINGS = ["players", "watchers", "tables", "rate", "seconds", "pace", "ack", "join"] as const;

const USAGE = `npm run loadtest -- --scenario ${[...SCENARIOS, "temples"].join("|")} [--url http://localhost:2567]
  ${SETTINGS.map((name) => `[--${name} number]`).join(" ")}
  temples: [--mqtt mqtt://localhost:1883] [--temples 2000] [--beads 200] [--seconds 20] (ADMIN_PASSWORD enrols them)`;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const string = { type: "string" } as const;
  const names = [...SETTINGS, "mqtt", "temples", "beads"];
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, string])),
      scenario: string,
      url: { ...string, default: "http://localhost:2567" },
    },
  });
  const given = values as { [name: string]: string | undefined };
  const { scenario = "", url = "" } = given;
  if (scenario === "temples") return runTemples(readTempleLoad(given, process.env));
  if (!SCENARIOS.some((name) => name === scenario)) throw new Error(USAGE);
  const settings = SETTINGS.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : ["--env", `${name.toUpperCase()}=${value}`];
  });
  return runK6(["run", "--quiet", "--env", `URL=${url}`, ...settings, await bundle(scenario)]);
}

async function runK6(args: readonly string[]): Promise<number> {
  const quiet = { K6_NO_USAGE_REPORT: "true", K6_AUTO_EXTENSION_RESOLUTION: "false" };
  const k6 = spawn(findK6(), args, { stdio: "inherit", env: { ...process.env, ...quiet } });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => k6.kill(signal));
  const [code] = (await once(k6, "exit")) as [number | null];
  return code ?? 1;
}
