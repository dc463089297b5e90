import { parseEnv } from "node:util";
import { type Random, randomHex } from "@flower-war/protocol/ports";
import { documentAt } from "../manifest.ts";
import { refuse } from "./refuse.ts";
import { SERVICES, type Service, SETTINGS_FILES } from "./units.ts";

/* The environment variables of installed services: /etc/flower-war/server.env and bridge.env. */

const SECRET_BYTES = 24;

/** The secrets, and the file below the data folder in which a server in development stores each. */
export const SECRETS = {
  AUTH_SECRET: "auth-secret",
  BRIDGE_TOKEN: "bridge-token",
  ADMIN_PASSWORD: "admin-password",
} as const;
type Secrets = Readonly<Record<keyof typeof SECRETS, string>>;

/** The secrets without which each service does not start. */
const NEEDED: Readonly<Record<Service, readonly (keyof Secrets)[]>> = {
  "flower-war-server": ["AUTH_SECRET", "BRIDGE_TOKEN"],
  "flower-war-bridge": ["BRIDGE_TOKEN"],
};

/** A TCP port, and who uses it. */
export interface Port {
  readonly port: number;
  /** An address at which it is open on its machine. */
  readonly host: string;
  readonly for: "players" | "temples" | "operators";
  /** Whether other machines must reach it. */
  readonly isOpen: boolean;
  readonly service: Service | "caddy";
}

/** What is in the files of all services. */
export type SettingsTexts = Readonly<Record<Service, string>>;

/**
 * Returns the settings of an installation: present ones stay, missing ones are created.
 * @param found the texts of files that are there
 * @param stored a secret of a server that ran in development; `undefined`: there is none
 * @throws Failure if the files do not have what the services need
 */
export function completeSettings(
  found: Readonly<Partial<SettingsTexts>>,
  stored: (name: keyof Secrets) => string | undefined,
  random: Random,
): SettingsTexts {
  const known: NodeJS.Dict<string> = {};
  for (const service of SERVICES) Object.assign(known, parseEnv(found[service] ?? ""));
  const secret = (name: keyof Secrets) => known[name] || stored(name) || randomHex(random, SECRET_BYTES);
  const secrets: Secrets = {
    AUTH_SECRET: secret("AUTH_SECRET"),
    BRIDGE_TOKEN: secret("BRIDGE_TOKEN"),
    ADMIN_PASSWORD: secret("ADMIN_PASSWORD"),
  };
  const server = found["flower-war-server"] ?? formatServer(secrets);
  const bridge = found["flower-war-bridge"] ?? formatBridge(secrets, operatorPort(parseEnv(server)));
  const settings = { "flower-war-server": server, "flower-war-bridge": bridge };
  requireSecrets(settings);
  return settings;
}

function requireSecrets(settings: SettingsTexts): void {
  const tokens = SERVICES.map((service) => {
    const has = parseEnv(settings[service]);
    const missing = NEEDED[service].find((name) => !has[name]);
    if (missing === undefined) return has["BRIDGE_TOKEN"];
    return refuse(
      "settings-incomplete",
      `${SETTINGS_FILES[service]} has no ${missing}: add it. \`openssl rand -hex 24\` makes a good one.`,
    );
  });
  if (new Set(tokens).size > 1)
    refuse("token-differs", `${Object.values(SETTINGS_FILES).join(" and ")} have different BRIDGE_TOKENs.`);
}

/** Hides the secrets in new settings. */
export function hideSecrets(text: string): string {
  return text.replaceAll(/^(AUTH_SECRET|BRIDGE_TOKEN|ADMIN_PASSWORD)=.*$/gm, "$1=(secret)");
}

const portOf = (value: string | undefined, otherwise: number) => Number(value || otherwise);
const operatorPort = ({ PORT, OPERATOR_PORT }: NodeJS.Dict<string>) =>
  portOf(OPERATOR_PORT, portOf(PORT, 2567) + 1);

/**
 * Lists the ports that services with these settings open, that for players first.
 * @param isBehind whether the server listens for a reverse proxy on its own machine, unless `HOST` says otherwise
 */
export function listPorts(settings: SettingsTexts, isBehind: boolean): [Port, ...Port[]] {
  const server = parseEnv(settings["flower-war-server"]);
  const bridge = parseEnv(settings["flower-war-bridge"]);
  const at = (host = "") => ({
    host: ["", "0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host,
    isOpen: host !== "localhost" && !/^(127\.|::1$)/.test(host),
  });
  const ofServer = { service: "flower-war-server" } as const;
  const ofBridge = { service: "flower-war-bridge", for: "temples" } as const;
  const { MQTT_URL, MQTT_HOST, MQTT_PORT, MQTT_TLS_DIR, MQTT_TLS_HOST, MQTT_TLS_PORT } = bridge;
  return [
    {
      ...ofServer,
      for: "players",
      ...at(server["HOST"] || (isBehind ? "127.0.0.1" : "")),
      port: portOf(server["PORT"], 2567),
    },
    {
      ...ofServer,
      for: "operators",
      ...at(server["OPERATOR_HOST"] || "127.0.0.1"),
      isOpen: false,
      port: operatorPort(server),
    },
    ...(MQTT_URL ? [] : [{ ...ofBridge, ...at(MQTT_HOST || "127.0.0.1"), port: portOf(MQTT_PORT, 1883) }]),
    ...(MQTT_TLS_DIR && !MQTT_URL
      ? [{ ...ofBridge, ...at(MQTT_TLS_HOST), port: portOf(MQTT_TLS_PORT, 8883) }]
      : []),
  ];
}

function formatServer({ AUTH_SECRET, BRIDGE_TOKEN, ADMIN_PASSWORD }: Secrets): string {
  return `# Settings of the Flower War server: ${documentAt("docs/configuration.md")}
# After a change: systemctl restart flower-war-server
# Keep a copy of this file: a new AUTH_SECRET signs all players out.
AUTH_SECRET=${AUTH_SECRET}
BRIDGE_TOKEN=${BRIDGE_TOKEN}
ADMIN_PASSWORD=${ADMIN_PASSWORD}
PORT=2567
OPERATOR_PORT=2568
# Where players reach the server by HTTPS: \`flower-war install --yes\` then puts Caddy in front of it, which gets the certificate.
# PUBLIC_URL=https://play.example
# Where another reverse proxy has the certificate:
# TLS=off
`;
}

function formatBridge({ BRIDGE_TOKEN }: Secrets, port: number): string {
  return `# Settings of the Flower War bridge: ${documentAt("docs/configuration.md")}
# After a change: systemctl restart flower-war-bridge
# As in server.env:
BRIDGE_TOKEN=${BRIDGE_TOKEN}
OPERATOR_URL=http://localhost:${port}
# 0.0.0.0 opens the broker to temples on your network, unencrypted:
MQTT_HOST=127.0.0.1
MQTT_PORT=1883
`;
}
