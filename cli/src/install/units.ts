import { createHash } from "node:crypto";
import { SMALL_SEMI_SPACE, semiSpaceOption } from "../start/memory.ts";
import { STOP_TIMEOUT } from "../start/processes.ts";

/* The units of systemd that `flower-war install` writes. */

/** The system user of the server, who owns the data. */
export const USER = "flower-war";
export const DATA_FOLDER = "/var/lib/flower-war";
export const SETTINGS_FOLDER = "/etc/flower-war";
export const UNITS_FOLDER = "/etc/systemd/system";

/** The services, the first started first. */
export const SERVICES = ["flower-war-server", "flower-war-bridge"] as const;
export type Service = (typeof SERVICES)[number];

/** The file with each service's environment variables. */
export const SETTINGS_FILES: Readonly<Record<Service, string>> = {
  "flower-war-server": `${SETTINGS_FOLDER}/server.env`,
  "flower-war-bridge": `${SETTINGS_FOLDER}/bridge.env`,
};

/** Where services see nothing or something else: `ProtectHome` and `PrivateTmp`. */
export const HIDDEN_FOLDERS = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];

/** The first version of systemd with delays that grow (`RestartSteps`). */
const GROWING_DELAYS = 254;

interface Program {
  readonly file: string;
  /** Node's options for it. */
  readonly options: readonly string[];
}

/** What the services run. */
export interface Programs {
  /** The path of Node. */
  readonly node: string;
  readonly server: Program;
  readonly bridge: Program;
  /** The modules, or folders, of games of the host's own. */
  readonly games: readonly string[];
}

/** What the units depend on of a machine. */
export interface Target {
  /** systemd's version; 0: not known. */
  readonly systemd: number;
  /** Bytes of memory; 0: not known. */
  readonly memory: number;
  /** Whether Caddy is in front of the server: then it listens on this machine alone, unless `HOST` says otherwise. */
  readonly hasEntrance: boolean;
}

/** Returns each service's unit. */
export function formatUnits(programs: Programs, target: Target): Record<Service, string> {
  const { node, server, bridge, games } = programs;
  const command = (semiSpace: string, { file, options }: Program) => {
    return [node, semiSpace, "--disable-warning=ExperimentalWarning", ...options, file];
  };
  const serverCommand = command(semiSpaceOption(target.memory / 2), server);
  const hosted = games.flatMap((game) => ["--game", game]);
  return {
    "flower-war-server": formatUnit("flower-war-server", target, [...serverCommand, ...hosted], {
      unit: ["Description=Flower War server", "After=network.target", `RequiresMountsFor=${DATA_FOLDER}`],
      // Skilled bots are processes of the server, which ends them itself, and replaces one that the system ends.
      service: [
        `User=${USER}`,
        `WorkingDirectory=${DATA_FOLDER}`,
        `ReadWritePaths=${DATA_FOLDER}`,
        `Environment=DATA_DIR=${DATA_FOLDER}`,
        ...(target.hasEntrance ? ["Environment=HOST=127.0.0.1"] : []),
        "OOMPolicy=continue",
      ],
    }),
    "flower-war-bridge": formatUnit("flower-war-bridge", target, command(SMALL_SEMI_SPACE, bridge), {
      // Being after the server, it is stopped before. It looks at its start under which address temples reach it.
      unit: [
        "Description=Flower War bridge for temples",
        "Wants=network-online.target",
        "After=network-online.target flower-war-server.service",
      ],
      // It stores nothing. A user of its own keeps it, which reads what strangers send, from the server's memory, data and secrets. By
      // the group it can read a TLS key.
      service: ["DynamicUser=yes", `SupplementaryGroups=${USER}`],
    }),
  };
}

function formatUnit(
  name: Service,
  { systemd }: Target,
  command: readonly string[],
  { unit, service }: { readonly unit: readonly string[]; readonly service: readonly string[] },
): string {
  const delays = systemd >= GROWING_DELAYS ? ["RestartSteps=6", "RestartMaxDelaySec=30"] : [];
  return seal(
    name,
    `[Unit]
${unit.join("\n")}
StartLimitIntervalSec=0

[Service]
Type=exec
${service.join("\n")}
Environment=NODE_ENV=production NODE_COMPILE_CACHE=/var/cache/${name}
EnvironmentFile=${SETTINGS_FILES[name]}
ExecStart=${command.map(quote).join(" ")}
CacheDirectory=${name}
CacheDirectoryMode=0700
SyslogIdentifier=${name}
KillMode=mixed
TimeoutStopSec=${STOP_TIMEOUT / 1000}
Restart=always
RestartSec=${delays.length > 0 ? 1 : 3}
${[...delays, ...HARDENING].join("\n")}

[Install]
WantedBy=multi-user.target
`,
  );
}

/** What a service may do: nothing that it does not need. Node's compiler needs memory that it can write to and execute. */
const HARDENING = [
  "LimitNOFILE=65536",
  "UMask=0077",
  "CapabilityBoundingSet=",
  "NoNewPrivileges=yes",
  "ProtectSystem=strict",
  "ProtectHome=yes",
  "PrivateTmp=yes",
  "PrivateDevices=yes",
  "ProtectClock=yes",
  "ProtectControlGroups=yes",
  "ProtectHostname=yes",
  "ProtectKernelLogs=yes",
  "ProtectKernelModules=yes",
  "ProtectKernelTunables=yes",
  "ProtectProc=invisible",
  "LockPersonality=yes",
  "RemoveIPC=yes",
  "RestrictNamespaces=yes",
  "RestrictRealtime=yes",
  "RestrictSUIDSGID=yes",
  // Netlink lists the addresses of this machine.
  "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
  "SystemCallArchitectures=native",
  "SystemCallFilter=@system-service",
  "SystemCallFilter=~@privileged @resources",
  // Skilled bots run at a lower priority.
  "SystemCallFilter=setpriority",
  "SystemCallErrorNumber=EPERM",
];

/** Quotes an argument for `ExecStart`. */
function quote(argument: string): string {
  const escaped = argument.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  const literal = escaped.replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w@/.,:=+%$-]+$/.test(literal) ? literal : `"${literal}"`;
}

const SEAL = /^# Written by `flower-war install`[^\n]* ([0-9a-f]{64})\n/;

/** Puts a line before a unit by which `isSealed` recognizes it. */
function seal(name: Service, text: string): string {
  return `# Written by \`flower-war install\`. Your own changes belong in \`systemctl edit ${name}\`. ${digest(text)}\n${text}`;
}

/** Whether a unit is as `flower-war install` of this version or another wrote it. */
export function isSealed(unit: string): boolean {
  const [line = "", hash] = SEAL.exec(unit) ?? [];
  return hash === digest(unit.slice(line.length));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
