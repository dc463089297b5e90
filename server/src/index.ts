/*
 * The server as a part of a program of your own: `await startServer(readConfig(), { games: [myGame] })`. What runs it as a process is
 * main.ts, which `flower-war start` starts.
 */
import type { OutputOwner } from "@flower-war/protocol/log";
import type { Environment } from "@flower-war/protocol/variables";
import { type RunningServer, startServer as start } from "./app.ts";
import { type Config, readConfig as read } from "./config.ts";
import type { HostedGame } from "./games/hosted-game.ts";
import { gamesWith } from "./games/outside-games.ts";
import { loadOwnPages } from "./games/own-pages.ts";
import { systemRandom } from "./random.ts";
import type { DatabaseThread } from "./storage/open.ts";
import { requireStrongSecrets } from "./secret-strength.ts";

export type { RunningServer } from "./app.ts";
export type { Config } from "./config.ts";
export { StartError } from "./start-error.ts";

/** Options of a program that starts a server. */
export interface HostOptions {
  /** Games of your own, hosted besides Flower War, Mexica, Space Aztecs and Tıeqchıeq. */
  readonly games?: readonly HostedGame[];
  /** The paths from which they were loaded, for backups that are verified (docs/operate.md). Default: their matches are not played again. */
  readonly gamePaths?: readonly string[];
  /** Whether they are being developed: browsers on this machine get a debug page, which shows all that is hidden. Default: no. */
  readonly debug?: boolean;
  /** The process whose output becomes lines of the log. Default: none. */
  readonly output?: OutputOwner;
  /** A thread that `startDatabaseThread` has started, for a server that stores in `DATA_DIR`. Default: started when it is needed. */
  readonly databaseThread?: DatabaseThread;
}

/**
 * Reads the configuration from environment variables (docs/configuration.md). Creates `DATA_DIR` and, outside production, secrets
 * that are missing in it. Without `DATABASE_URL`, only this process can use `DATA_DIR` from here on, until it ends or its server has
 * stopped.
 * @throws `StartError` naming the variable at fault
 */
export function readConfig(environment: Environment = process.env): Config {
  return read(environment, systemRandom);
}

/**
 * Starts a server in this process, which can have one: Colyseus has one matchmaker. Resolves when it listens. Stop it with
 * `server.stop()`, also when `server.drained` resolves; restart the process when `server.broken` does.
 * @param config from `readConfig`; fields may be replaced, such as `{ ...readConfig(), port: 0 }`
 * @throws `StartError`, whose message is one sentence for the operator, if it cannot listen, use its database or Redis, or host a
 * game; in production also if a secret is easy to guess
 */
export async function startServer(
  config: Config,
  { games = [], ...options }: HostOptions = {},
): Promise<RunningServer> {
  const hosted = gamesWith(games);
  const pages = await loadOwnPages(hosted);
  if (process.env["NODE_ENV"] === "production") {
    const { authSecret, bridgeToken, adminPassword } = config;
    const secrets = { AUTH_SECRET: authSecret, BRIDGE_TOKEN: bridgeToken, ADMIN_PASSWORD: adminPassword };
    await requireStrongSecrets(secrets);
  }
  return start({ ...config, ...options, games: hosted, pages });
}
