import { readConfig, type RunningServer, startServer } from "@flower-war/server";

type HostOptions = NonNullable<Parameters<typeof startServer>[1]>;

/**
 * Starts a server in this process for tests of games of a host's own on the page: it logs nothing, bots answer at once, and matches may be created
 * as fast as tests do.
 * @param folder where it stores its data
 * @param port default: any
 */
export function startOwnGames(folder: string, options: HostOptions, port = 0): Promise<RunningServer> {
  const environment = {
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: folder,
    BOT_DELAY: "0",
    CREATIONS_PER_MINUTE: "100",
    LOG_LEVEL: "silent",
  };
  return startServer(readConfig(environment), options);
}
