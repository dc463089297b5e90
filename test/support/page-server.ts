import { afterAll, beforeAll } from "vitest";
import { ServerProcess } from "../../server/test/support/process.ts";
import { type Browser, type BrowserSettings, openBrowser } from "./browser.ts";

/** A server and a browser for the tests of a suite. */
interface PageServer {
  readonly server: ServerProcess;
  readonly browser: Browser;
}

/**
 * Starts a server and a browser before the tests of a suite, and ends both after them. Only tests can read them.
 * @param environment of the server
 */
export function startPageServer(
  settings: BrowserSettings = {},
  environment: Record<string, string> = {},
): PageServer {
  const started: { server?: ServerProcess; browser?: Browser } = {};
  beforeAll(async () => {
    [started.server, started.browser] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error", ...environment }),
      openBrowser(settings),
    ]);
  });
  afterAll(async () => {
    await started.browser?.close();
    await started.server?.stop();
  });
  return started as PageServer;
}
