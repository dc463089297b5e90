import { resolve } from "node:path";
import { findHomeAddress, SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import type { EntranceVariables } from "./entrance.ts";
import { findFreePort, findProgram } from "./outside-program.ts";
import { findPostgres, type PostgresPrograms } from "./stores.ts";
import { MOST_SERVERS, VARIABLES } from "./variables.ts";

/** Environment variables for a process. */
export type Environment = Readonly<Record<string, string>>;

/** Finds the installed programs, and whether this user is root. */
const INSTALLED = {
  program: (name: string) => findProgram(name),
  postgres: findPostgres,
  isRoot: () => process.getuid?.() === 0,
};

/** Where the entrance listens without `HOST`: nginx counts requests by address, of which a stranger has 2^64 in IPv6. */
export const ENTRANCE_HOST = "0.0.0.0";

/** The highest port: the operator's listener is one above. */
const MOST_PORT = 65_534;

/** Several servers behind one entrance on this machine, with their PostgreSQL and Redis. */
export interface SeveralServers {
  /** Where the data is, also that of the stores. */
  readonly folder: string;
  /** Each server's variables that differ from this process' own. */
  readonly servers: readonly Environment[];
  /** The path of Redis; `null`: there is one (`REDIS_URL`). */
  readonly redis: string | null;
  /** The programs of PostgreSQL; `null`: there is one (`DATABASE_URL`). */
  readonly postgres: PostgresPrograms | null;
  readonly nginx: string;
  /** The port of the entrance. */
  readonly port: number;
  /** The variables of nginx' templates, besides the port of its health check. */
  readonly entrance: EntranceVariables;
}

/**
 * Plans what `SERVERS` asks for; `null`: one server, which needs nothing.
 * @param find finds programs; default: those of this machine
 * @throws Error in one sentence, if that is not a number or a program is missing
 */
export async function planServers(
  environment: NodeJS.ProcessEnv,
  find: typeof INSTALLED = INSTALLED,
): Promise<SeveralServers | null> {
  const {
    SERVERS = "",
    HOST = "",
    PORT = "",
    OPERATOR_PORT = "",
    PUBLIC_URL,
    DATABASE_URL,
    REDIS_URL,
  } = environment;
  const count = Number(SERVERS || "1");
  if (!Number.isInteger(count) || count < 1 || count > MOST_SERVERS) {
    throw new Error(`SERVERS is ${VARIABLES.SERVERS.takes}, not ${SERVERS}.`);
  }
  if (count === 1) return null;
  const folder = resolve(environment["DATA_DIR"] || "data");
  const postgres = DATABASE_URL ? null : find.postgres(resolve(folder, "postgres"));
  const redis = REDIS_URL ? null : find.program("redis-server");
  const nginx = find.program("nginx");
  const missing = [
    ...(DATABASE_URL || postgres ? [] : ["PostgreSQL 15 or newer (postgresql)"]),
    ...(REDIS_URL || redis ? [] : ["Redis (redis-server)"]),
    ...(nginx ? [] : ["nginx (nginx-light)"]),
  ];
  if (missing.length > 0 || nginx === null) {
    throw new Error(
      `SERVERS=${count} needs ${missing.join(", ")}, not found on this machine: install it, under Debian or Ubuntu the package in parentheses with apt-get install.`,
    );
  }
  if (postgres && find.isRoot()) {
    throw new Error(
      `SERVERS=${count} starts a PostgreSQL, which does not run as root: start Flower War as another user, or set DATABASE_URL.`,
    );
  }
  const port = PORT === "0" ? await findFreePort() : Number(PORT || "2567");
  if (!Number.isInteger(port) || port < 0 || port > MOST_PORT) {
    throw new Error(`PORT is a number from 0 to ${MOST_PORT}, not ${PORT}.`);
  }
  const operatorPort = OPERATOR_PORT || (PORT === "0" ? "0" : String(port + 1));
  const home = ["", "0.0.0.0", "::"].includes(HOST) ? findHomeAddress() : null;
  const own = `http://${home ?? (HOST.includes(":") ? `[${HOST}]` : HOST || "localhost")}:${port}`;
  const url = (PUBLIC_URL || own).replace(/\/$/, "");
  return {
    folder,
    redis,
    postgres,
    nginx,
    port,
    servers: Array.from({ length: count }, (_, i) => ({
      HOST: "127.0.0.1",
      PORT: "0",
      OPERATOR_PORT: i === 0 ? operatorPort : "0",
      PUBLIC_URL: `${url}/n${i + 1}`,
    })),
    entrance: {
      TLS: "off",
      HTTP_PORT: formatListener(HOST || ENTRANCE_HOST, port),
      REQUESTS_PER_SECOND: environment["REQUESTS_PER_SECOND"] || String(SOCKET_LIMITS.requests.perSecond),
      REQUESTS_AT_ONCE: environment["REQUESTS_AT_ONCE"] || String(SOCKET_LIMITS.requests.burst),
      SOCKETS_PER_ADDRESS: environment["SOCKETS_PER_ADDRESS"] || String(SOCKET_LIMITS.perAddress),
    },
  };
}

/** Formats where nginx listens. Like a server, it accepts IPv4 at `::` too. */
function formatListener(host: string, port: number): string {
  if (host === "::") return `[::]:${port} ipv6only=off`;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
