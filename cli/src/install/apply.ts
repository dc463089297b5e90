import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseEnv } from "node:util";
import { EXIT, Failure, reasonOf } from "../failure.ts";
import type { Machine } from "./machine.ts";
import type { Port } from "./settings.ts";
import type { Step } from "./steps.ts";
import { SERVICES } from "./units.ts";

/** ms that services have to become ready, and between two looks whether they are. */
const [PATIENCE, POLL] = [60_000, 250] as const;
/** Lines of a service's log that say why it does not run. */
const LAST_LINES = "5";

/** Does the steps in turn. What was done before one that fails stays: a second run goes on from there. @throws Failure */
export function applySteps(machine: Machine, steps: readonly Step[]): void {
  for (const step of steps) {
    if (step.do === "run") {
      const { code, stderr } = machine.run(...step.command);
      if (code === 0) continue;
      throw new Failure(EXIT.failed, `\`${step.command.join(" ")}\` failed: ${stderr.trim()}`);
    }
    try {
      if (step.do === "remove") rmSync(machine.root + step.path);
      else write(machine.root + step.path, step);
    } catch (error) {
      throw new Failure(EXIT.failed, `${machine.root + step.path} cannot be changed: ${reasonOf(error)}.`);
    }
  }
}

/** Replaces a file atomically. */
function write(file: string, { mode, text }: Extract<Step, { readonly do: "write" }>): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode: Number.parseInt(mode, 8), flush: true });
  chmodSync(`${file}.new`, Number.parseInt(mode, 8));
  renameSync(`${file}.new`, file);
}

/** Resolves when the services are ready. @throws Failure with the last lines of the log if one ended or is late */
export async function untilReady(
  machine: Machine,
  [players, ...others]: readonly [Port, ...Port[]],
): Promise<void> {
  for (let waited = 0; waited < PATIENCE; waited += POLL) {
    for (const service of SERVICES) {
      const shown = machine.run("systemctl", "show", service, "--property=ActiveState,NRestarts");
      const { ActiveState, NRestarts } = parseEnv(shown.stdout);
      if (ActiveState === "failed" || Number(NRestarts) > 0) throw describeEnd(machine, service, "ended");
    }
    const url = `http://${players.host.includes(":") ? `[${players.host}]` : players.host}:${players.port}`;
    const open = await Promise.all(others.map(({ host, port }) => machine.isListening(host, port)));
    if (open.every(Boolean) && (await machine.isAnswering(`${url}/readyz`))) return;
    await machine.pause(POLL);
  }
  throw describeEnd(machine, SERVICES[0], `is not ready after ${PATIENCE / 1000} s`);
}

function describeEnd(machine: Machine, service: string, how: string): Failure {
  const { stdout } = machine.run("journalctl", "-u", service, "-n", LAST_LINES, "-o", "cat", "--no-pager");
  return new Failure(EXIT.failed, `${service} ${how}. Its last lines:\n${stdout.trimEnd()}`);
}
