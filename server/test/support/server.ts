import { type RunningServer, startServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import type { FakeTime } from "./fake-time.ts";

/** ms: longer than any test lets pass. */
const NO_PINGS = 3_600_000;

/**
 * Starts a server on a fake time. It pings no client: minutes pass faster than a client can answer, and it would be
 * disconnected.
 */
export function startOnFakeTime(time: FakeTime, options: ServerOptions = {}): Promise<RunningServer> {
  return startServer({ pingInterval: NO_PINGS, time, ...options });
}
