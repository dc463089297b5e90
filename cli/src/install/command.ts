import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { existsSync, statSync } from "node:fs";
import { createGameOption } from "../arguments.ts";
import { EXIT, Failure } from "../failure.ts";
import { documentAt } from "../manifest.ts";
import { locateProgram } from "../programs.ts";
import { applySteps, untilReady } from "./apply.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { type InstallPlan, planInstall, planUninstall, type UninstallPlan } from "./plan.ts";
import { refuse } from "./refuse.ts";
import { hideSecrets, type Port } from "./settings.ts";
import type { Step } from "./steps.ts";
import type { Programs } from "./units.ts";

/** Options of both commands. */
export interface InstallOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly replace?: boolean;
}

/** Adds `install` and `uninstall`: server and bridge as services of this machine. */
export function addInstallCommands(flowerWar: Command): void {
  flowerWar
    .command("install")
    .description(
      "Installs server and bridge as services of systemd. Without --yes it only shows what it would do.",
    )
    .option("--yes", "do it")
    .addOption(createGameOption("also host a game of your own"))
    .option("--replace", "replace units that were edited by hand")
    .option("--root <dir>", ROOT, parseFolder)
    .option("--json", "print JSON: { done, steps, unchanged, later, ports }")
    .addHelpText("after", INSTALL_HELP)
    .action(async ({ game = [], root, ...options }: InstallOptions & { game?: string[]; root?: string }) => {
      process.stdout.write(await install(thisMachine(root), ownPrograms(game), options));
    });
  flowerWar
    .command("uninstall")
    .description(
      "Removes these services. Data, settings and user stay. Without --yes it only shows what it would do.",
    )
    .option("--yes", "do it")
    .option("--root <dir>", ROOT, parseFolder)
    .option("--json", "print JSON: { done, steps, stays }")
    .addHelpText("after", UNINSTALL_HELP)
    .action(({ root, ...options }: InstallOptions & { root?: string }) => {
      process.stdout.write(uninstall(thisMachine(root), options));
    });
}

const ROOT = "write the files below this folder, such as a mounted disk, and run nothing";

function parseFolder(path: string): string {
  if (existsSync(path) && statSync(path).isDirectory()) return resolve(path);
  throw new InvalidArgumentError("It must be a folder that exists.");
}

/** Returns the programs of this clone, or of these packages. @throws Failure if a game is not there */
function ownPrograms(games: readonly string[]): Programs {
  const missing = games.find((game) => !existsSync(game));
  if (missing !== undefined) throw new Failure(EXIT.usage, `There is no game ${missing}.`);
  return {
    node: process.execPath,
    server: locateProgram("server", "main"),
    bridge: locateProgram("bridge", "main"),
    games: games.map((game) => resolve(game)),
  };
}

/** Installs, or lists the changes; resolves with the text to print. @throws Failure */
export async function install(
  machine: Machine,
  programs: Programs,
  { yes = false, json = false, replace = false }: InstallOptions,
): Promise<string> {
  if (yes) requireAdmin(machine);
  const plan = await readable(() => planInstall(machine, programs, replace));
  if (yes) applySteps(machine, plan.steps);
  if (yes && plan.steps.some(isRun)) await untilReady(machine, plan.ports);
  return json ? formatJson(plan, yes) : formatInstall(plan, yes);
}

/** Uninstalls, or lists the changes; returns the text to print. @throws Failure */
export function uninstall(machine: Machine, { yes = false, json = false }: InstallOptions): string {
  if (yes) requireAdmin(machine);
  const plan = planUninstall(machine);
  if (yes) applySteps(machine, plan.steps);
  return json ? formatJson(plan, yes) : formatUninstall(plan, yes);
}

const isRun = (step: Step): boolean => step.do === "run";

function requireAdmin({ isAdmin }: Machine): void {
  if (!isAdmin) refuse("not-root", "run it as root, with sudo.");
}

/** Makes a plan, for which a second run must read what root alone may read. */
async function readable<Plan>(plan: () => Promise<Plan>): Promise<Plan> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES")
      refuse("not-root", `${error.message}. Run it as root, with sudo.`);
    throw error;
  }
}

function formatJson(plan: InstallPlan | UninstallPlan, done: boolean): string {
  const steps = plan.steps.map((step) =>
    step.do === "write" ? { ...step, text: hideSecrets(step.text) } : step,
  );
  return `${JSON.stringify({ done, ...plan, steps })}\n`;
}

function formatInstall({ steps, unchanged, later, ports }: InstallPlan, done: boolean): string {
  return [
    ...formatSteps(steps, done),
    ...unchanged.map((path) => `unchanged: ${path}`),
    ...section(
      "Left to do on that machine:",
      later.map((command) => command.join(" ")),
    ),
    ...section("Ports. No firewall is changed:", ports.map(formatPort)),
    ...(done ? [] : ["", steps.length > 0 ? NOTHING : "There is nothing to do."]),
    "",
  ].join("\n");
}

function formatUninstall({ steps, stays }: UninstallPlan, done: boolean): string {
  return [
    ...formatSteps(steps, done),
    ...section(
      "What stays. These commands delete it for ever:",
      stays.map((command) => command.join(" ")),
    ),
    ...(done ? [] : ["", steps.length > 0 ? NOTHING : "There is nothing to do."]),
    "",
  ].join("\n");
}

const NOTHING = "Nothing was changed. Add --yes to do it.";

function formatSteps(steps: readonly Step[], done: boolean): string[] {
  return steps.flatMap((step) => {
    if (step.do === "run") return [`${done ? "ran" : "would run"}: ${step.command.join(" ")}`];
    if (step.do === "remove") return [`${done ? "removed" : "would remove"}: ${step.path}`];
    const { path, mode, text } = step;
    if (done) return [`wrote: ${path} (${mode})`];
    const lines = hideSecrets(text).trimEnd().split("\n");
    return [`would write: ${path} (${mode})`, ...lines.map((line) => (line === "" ? "" : `    ${line}`))];
  });
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function formatPort({ port, isOpen, for: whom }: Port): string {
  const name = `${port}/tcp`.padEnd(9);
  if (whom === "operators") return `${name} for operators: close it to the internet`;
  if (!isOpen) return `${name} for ${whom} of this machine: close it`;
  return `${name} for ${whom}: ufw allow ${port}/tcp, or nft add rule inet filter input tcp dport ${port} accept`;
}

const EXITS = "Exit codes: 0 done or shown, 1 refused or failed, 2 wrong usage.";

const INSTALL_HELP = `
It shows, or with --yes does: a system user flower-war, who owns the data in /var/lib/flower-war; settings with new secrets in
/etc/flower-war, which stay as they are if they are there; the units flower-war-server and flower-war-bridge, which run this
clone, or these packages, with this Node; and their start. With a PUBLIC_URL in the server's settings that begins with https:// it
puts Caddy in front of the server, which has the certificate. A second run changes what differs.
More: ${documentAt("docs/operate.md#one-machine-installed")}
${EXITS} A refusal has a code in parentheses.`;

const UNINSTALL_HELP = `
More: ${documentAt("docs/operate.md#one-machine-installed")}
${EXITS} A refusal has a code in parentheses.`;
