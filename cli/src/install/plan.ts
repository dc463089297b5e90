import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { entrancePorts, findEntrance, planEntrance, planNoEntrance } from "./entrance.ts";
import { type Command, type Machine, readFile as read } from "./machine.ts";
import { refuse } from "./refuse.ts";
import { completeSettings, listPorts, type Port, SECRETS, type SettingsTexts } from "./settings.ts";
import type { Step } from "./steps.ts";
import {
  DATA_FOLDER,
  formatUnits,
  HIDDEN_FOLDERS,
  isSealed,
  type Programs,
  SERVICES,
  type Service,
  SETTINGS_FILES,
  SETTINGS_FOLDER,
  UNITS_FOLDER,
  USER,
} from "./units.ts";

/** What an installation changes. */
export interface InstallPlan {
  readonly steps: readonly Step[];
  /** Files and folders that stay as they are. */
  readonly unchanged: readonly string[];
  /** Commands that are left to the machine whose files alone are written. */
  readonly later: readonly Command[];
  /** That for players is the first. */
  readonly ports: readonly [Port, ...Port[]];
}

/** What an uninstallation changes. */
export interface UninstallPlan {
  readonly steps: readonly Step[];
  /** What stays, by the commands that delete it. */
  readonly stays: readonly Command[];
}

const unitFile = (service: Service) => `${UNITS_FOLDER}/${service}.service`;
const run = (...command: Command): Step => ({ do: "run", command });

/**
 * Plans the missing parts of an installation on a machine.
 * @param replaces whether units that were edited are replaced
 * @throws Failure that says with a code why it is refused
 */
export async function planInstall(
  machine: Machine,
  programs: Programs,
  replaces: boolean,
): Promise<InstallPlan> {
  if (!machine.hasServerNode) refuse("old-node", `a server needs Node 24; this is ${process.version}.`);
  requireSystemd(machine);
  if (!machine.isStaged) requireOpenPrograms(programs);
  const unchanged: string[] = [];
  const settings = readSettings(machine);
  const entrance = findEntrance(settings);
  const files = [
    ...planFiles(machine, SETTINGS_FILES, settings, "600", unchanged),
    ...planUnits(machine, programs, { replaces, hasEntrance: entrance !== null }, unchanged),
  ];
  const ports = listPorts(settings, entrance !== null);
  const users = planUser(machine, unchanged);
  const services = await planServices(machine, files, ports);
  const caddy = await planEntrance(machine, settings, unchanged);
  if (entrance !== null) ports.push(...entrancePorts(entrance));
  const steps = [...users, ...files, ...services, ...caddy];
  const commands = steps.flatMap((step) => (step.do === "run" ? [step.command] : []));
  return {
    steps: machine.isStaged ? steps.filter((step) => step.do !== "run") : steps,
    unchanged,
    later: machine.isStaged ? commands : [],
    ports,
  };
}

/** Plans what removes the services. Data, settings and user stay. @throws Failure if this machine has no systemd */
export function planUninstall(machine: Machine): UninstallPlan {
  requireSystemd(machine);
  const at = (path: string) => machine.root + path;
  const services = SERVICES.filter((service) => existsSync(at(unitFile(service))));
  const removals = services.map((service): Step => ({ do: "remove", path: unitFile(service) }));
  const hasCommands = !machine.isStaged && services.length > 0;
  const caches = services.flatMap((name) => [`/var/cache/${name}`, `/var/cache/private/${name}`]);
  const kept = [...SERVICES.map((service) => `${unitFile(service)}.d`), SETTINGS_FOLDER, DATA_FOLDER];
  return {
    steps: [
      ...(hasCommands ? [run("systemctl", "disable", "--now", ...services.toReversed())] : []),
      // What Node has compiled.
      ...(hasCommands ? [run("rm", "-rf", ...caches)] : []),
      ...removals,
      ...(hasCommands ? [run("systemctl", "daemon-reload")] : []),
      ...planNoEntrance(machine),
    ],
    stays: [
      ...kept.filter((path) => existsSync(at(path))).map((path): Command => ["rm", "-r", path]),
      ...(findUser(machine) === null ? [] : [["userdel", USER] as Command]),
    ],
  };
}

function requireSystemd({ isStaged, root }: Machine): void {
  if (isStaged || existsSync(`${root}/run/systemd/system`)) return;
  refuse("no-systemd", "this machine does not run systemd. `flower-war start` runs a host without it.");
}

/** Requires that the services can read their programs. */
function requireOpenPrograms({ node, server, bridge, games }: Programs): void {
  for (const file of [node, server.file, bridge.file, ...games].map((path) => realpathSync(path))) {
    const hidden = HIDDEN_FOLDERS.find((folder) => file.startsWith(`${folder}/`));
    const closed = hidden ?? findClosed(file);
    if (closed === undefined) continue;
    refuse(
      "program-closed",
      `the services cannot read ${closed}, and need ${file}. Put it where every user may read it, Flower War into /opt/flower-war.`,
    );
  }
}

/** Returns the file, or the first folder above it, that not every user may read; `undefined`: there is none. */
function findClosed(file: string): string | undefined {
  const paths = [file];
  for (let folder = dirname(file); folder !== "/"; folder = dirname(folder)) paths.unshift(folder);
  return paths.find((path) => {
    const stats = statSync(path);
    return (stats.mode & (stats.isDirectory() ? 0o001 : 0o004)) === 0;
  });
}

function readSettings(machine: Machine): SettingsTexts {
  const found = Object.entries(SETTINGS_FILES).flatMap(([service, path]) => {
    const text = read(machine, path);
    return text === null ? [] : [[service, text] as const];
  });
  const stored = (name: keyof typeof SECRETS) => read(machine, join(DATA_FOLDER, SECRETS[name]))?.trim();
  return completeSettings(Object.fromEntries(found), stored, machine.random);
}

function planUnits(
  machine: Machine,
  programs: Programs,
  { replaces, hasEntrance }: { readonly replaces: boolean; readonly hasEntrance: boolean },
  unchanged: string[],
): readonly Step[] {
  const [, version = "0"] = /^systemd (\d+)/.exec(machine.run("systemctl", "--version").stdout) ?? [];
  const texts = formatUnits(programs, { systemd: Number(version), memory: machine.memory, hasEntrance });
  const files = Object.fromEntries(SERVICES.map((service) => [service, unitFile(service)]));
  for (const service of SERVICES) {
    const before = read(machine, unitFile(service));
    if (before === null || before === texts[service] || isSealed(before) || replaces) continue;
    refuse(
      "unit-edited",
      `${unitFile(service)} is not as this command wrote it. Keep your changes with \`systemctl edit ${service}\`, then add --replace.`,
    );
  }
  return planFiles(machine, files as Record<Service, string>, texts, "644", unchanged);
}

/** Plans the files that are missing or differ. @param unchanged gets the others */
function planFiles(
  machine: Machine,
  paths: Readonly<Record<Service, string>>,
  texts: Readonly<Record<Service, string>>,
  mode: string,
  unchanged: string[],
): Step[] {
  return SERVICES.flatMap((service): Step[] => {
    const [path, text] = [paths[service], texts[service]];
    if (read(machine, path) !== text) return [{ do: "write", path, mode, text }];
    if (modeOf(machine.root + path) !== mode) return [run("chmod", mode, path)];
    unchanged.push(path);
    return [];
  });
}

/** Plans the user and the data folder, which belongs to that user with all that is in it. */
function planUser(machine: Machine, unchanged: string[]): Step[] {
  const folder = machine.root + DATA_FOLDER;
  const user = findUser(machine);
  const home = ["--home-dir", DATA_FOLDER, "--no-create-home", "--shell", "/usr/sbin/nologin"] as const;
  const create = run("useradd", "--system", "--user-group", ...home, USER);
  const make = run("install", "-d", "-o", USER, "-g", USER, "-m", "700", DATA_FOLDER);
  const own = run("chown", "-R", "-h", `${USER}:${USER}`, `${DATA_FOLDER}/`);
  const isThere = existsSync(folder);
  const isRight = isThere && statSync(folder).uid === user && modeOf(folder) === "700";
  const isOwn = (name: string) => lstatSync(join(folder, name)).uid === user;
  const hasForeign = isThere && !readdirSync(folder, { recursive: true, encoding: "utf8" }).every(isOwn);
  if (isRight && !hasForeign) unchanged.push(DATA_FOLDER);
  return [...(user === null ? [create] : []), ...(isRight ? [] : [make]), ...(hasForeign ? [own] : [])];
}

/** Plans which services are enabled and started. @throws Failure if one cannot start */
async function planServices(
  machine: Machine,
  files: readonly Step[],
  ports: readonly Port[],
): Promise<Step[]> {
  const paths = files.flatMap((step) => (step.do === "write" ? [step.path] : []));
  const is = (state: string, service: Service) =>
    machine.run("systemctl", `is-${state}`, "--quiet", service).code === 0;
  const disabled = SERVICES.filter((service) => !is("enabled", service));
  const stopped = SERVICES.filter((service) => !is("active", service));
  for (const { host, port, service } of ports) {
    if (service === "caddy" || !stopped.includes(service)) continue;
    if (!machine.isStaged && (await machine.isListening(host, port)))
      refuse(
        "port-in-use",
        `another program listens at port ${port}, \`npm start\` for instance: stop it, or set another port in ${SETTINGS_FILES[service]}.`,
      );
  }
  const restarted = SERVICES.filter(
    (service) =>
      stopped.includes(service) ||
      paths.includes(unitFile(service)) ||
      paths.includes(SETTINGS_FILES[service]),
  );
  return [
    ...(paths.some((path) => path.startsWith(UNITS_FOLDER)) ? [run("systemctl", "daemon-reload")] : []),
    ...(disabled.length > 0 ? [run("systemctl", "enable", ...disabled)] : []),
    ...(restarted.length > 0 ? [run("systemctl", "restart", ...restarted)] : []),
  ];
}

/** Returns the id of the services' user; `null`: there is none. */
function findUser(machine: Machine): number | null {
  const line = read(machine, "/etc/passwd")
    ?.split("\n")
    .find((each) => each.startsWith(`${USER}:`));
  return line === undefined ? null : Number(line.split(":")[2]);
}

/** Returns the permissions as `chmod` takes them. */
function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
