import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig, type RunningServer, startServer } from "@flower-war/server";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Browser, openBrowser } from "./browser.ts";

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

/** Starts such a server, and a browser in which nothing moves, before the tests of a suite, and ends both after them. Pages are closed after each test. Only tests can read them. */
export function startOwnGamesPage(options: HostOptions) {
  const started: { server?: RunningServer; browser?: Browser } = {};
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "flower-war-own-games-"));
    [started.server, started.browser] = await Promise.all([
      startOwnGames(folder, options),
      openBrowser({ still: true }),
    ]);
  });
  afterEach(() => started.browser?.closePages());
  afterAll(async () => {
    await started.browser?.close();
    await started.server?.stop();
    await rm(folder, { recursive: true });
  });
  return started as { readonly server: RunningServer; readonly browser: Browser };
}
