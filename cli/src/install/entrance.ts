import { existsSync } from "node:fs";
import { parseEnv } from "node:util";
import { type Machine, readFile } from "./machine.ts";
import { refuse } from "./refuse.ts";
import { listPorts, type Port, type SettingsTexts } from "./settings.ts";
import type { Step } from "./steps.ts";
import { SETTINGS_FILES } from "./units.ts";

/* Caddy in front of the server: for a PUBLIC_URL that begins with https it has the certificate, which it obtains and renews by ACME. */

const CADDY = "/usr/bin/caddy";
/** The file that Debian's `caddy.service` reads, and the one beside it that it imports for the server. */
const CADDYFILE = "/etc/caddy/Caddyfile";
const SITE = "/etc/caddy/flower-war.caddy";
const IMPORT = "import flower-war.caddy";
/** Where the CA asks whether the name is ours. */
const ACME_PORT = 80;

/** Where players reach Caddy: `https://play.example`. */
export type Entrance = URL;

/**
 * Returns the entrance that the server's settings ask for; `null`: none, or another reverse proxy.
 * @throws Failure if they contradict each other
 */
export function findEntrance(settings: SettingsTexts): Entrance | null {
  const { PUBLIC_URL = "", TLS = "" } = parseEnv(settings["flower-war-server"]);
  const file = SETTINGS_FILES["flower-war-server"];
  if (TLS !== "" && TLS !== "off")
    refuse(
      "tls-unknown",
      `TLS=${TLS} in ${file}: leave it out, or set TLS=off where another reverse proxy has the certificate.`,
    );
  const url = URL.parse(PUBLIC_URL);
  if (TLS === "off" || url?.protocol !== "https:") return null;
  if (/^[a-z\d.-]+\.[a-z][a-z\d-]*$/.test(url.hostname)) return url;
  return refuse(
    "name-not-public",
    `no CA gives a certificate for PUBLIC_URL=${PUBLIC_URL} in ${file}: name it by a name of the public DNS, or set TLS=off where another reverse proxy has the certificate.`,
  );
}

/** Returns the ports that Caddy opens for players. */
export function entrancePorts({ port }: Entrance): Port[] {
  const open = { host: "127.0.0.1", isOpen: true, for: "players", service: "caddy" } as const;
  return [Number(port || 443), ACME_PORT].map((each) => ({ ...open, port: each }));
}

/**
 * Plans the files of Caddy, and that it reads them.
 * @param unchanged gets those that stay as they are
 * @throws Failure if Caddy cannot serve the name
 */
export async function planEntrance(
  machine: Machine,
  settings: SettingsTexts,
  unchanged: string[],
): Promise<Step[]> {
  const entrance = findEntrance(settings);
  if (entrance === null) return planNoEntrance(machine);
  const before = readFile(machine, CADDYFILE) ?? "";
  if (!machine.isStaged) await requireCaddy(machine, entrance, before);
  const main = withoutImport(before) !== before ? before : `${before}${before === "" ? "" : "\n"}${IMPORT}\n`;
  const texts = { [SITE]: formatSite(entrance, listPorts(settings, true)[0]), [CADDYFILE]: main };
  const steps = Object.entries(texts).flatMap(([path, text]): Step[] => {
    if (readFile(machine, path) !== text) return [{ do: "write", path, mode: "644", text }];
    unchanged.push(path);
    return [];
  });
  const is = (state: string) => machine.run("systemctl", `is-${state}`, "--quiet", "caddy").code === 0;
  if (!is("enabled")) steps.push({ do: "run", command: ["systemctl", "enable", "caddy"] });
  if (steps.length > 0 || !is("active"))
    steps.push({ do: "run", command: ["systemctl", "reload-or-restart", "caddy"] });
  return steps;
}

/** Plans what takes the server out of Caddy. Caddy and its certificates stay. */
export function planNoEntrance(machine: Machine): Step[] {
  if (!existsSync(machine.root + SITE)) return [];
  const main = readFile(machine, CADDYFILE) ?? "";
  return [
    { do: "write", path: CADDYFILE, mode: "644", text: withoutImport(main) },
    { do: "remove", path: SITE },
    ...(machine.isStaged
      ? []
      : [{ do: "run", command: ["systemctl", "try-reload-or-restart", "caddy"] } as const]),
  ];
}

/** Returns a Caddyfile without the line that imports the server's, and without the empty line that was put before it. */
function withoutImport(caddyfile: string): string {
  const lines = caddyfile.split("\n");
  const ours = (i: number) => lines[i] === IMPORT;
  return lines.filter((line, i) => !ours(i) && !(line === "" && ours(i + 1))).join("\n");
}

async function requireCaddy(machine: Machine, entrance: Entrance, caddyfile: string): Promise<void> {
  const file = SETTINGS_FILES["flower-war-server"];
  const otherwise = `set TLS=off in ${file} if another reverse proxy has the certificate`;
  if (!existsSync(machine.root + CADDY))
    refuse(
      "no-caddy",
      `Caddy gets the certificate of ${entrance.origin}, and is not there: apt-get install caddy; or ${otherwise}.`,
    );
  if (caddyfile.includes(entrance.hostname))
    refuse(
      "name-served",
      `${CADDYFILE} serves ${entrance.hostname} itself: take it out there; or ${otherwise}.`,
    );
  if (machine.run("systemctl", "is-active", "--quiet", "caddy").code === 0) return;
  for (const { host, port } of entrancePorts(entrance))
    if (await machine.isListening(host, port))
      refuse(
        "port-in-use",
        `another program listens at port ${port}, which Caddy needs: stop it; or ${otherwise}.`,
      );
}

function formatSite({ origin }: Entrance, { host, port }: Port): string {
  return `# Written by \`flower-war install\` for PUBLIC_URL in ${SETTINGS_FILES["flower-war-server"]}.
${origin} {
	header Strict-Transport-Security "max-age=31536000"
	reverse_proxy ${host.includes(":") ? `[${host}]` : host}:${port} {
		# A server that starts again is back soon.
		lb_try_duration 5s
	}
}
`;
}
