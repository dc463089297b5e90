import { afterEach, beforeEach } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { FakeTime } from "./fake-time.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { startOnFakeTime } from "./server.ts";

/** A server on a time and a journal of the test, which it can be started again with. */
export interface RestartableServer {
  readonly time: FakeTime;
  readonly journal: MemoryJournal;
  /** The server that runs now. */
  readonly now: RunningServer;
  readonly url: string;
  /** @param games what the next server hosts; default: what a server hosts without games from outside */
  restart(games?: ServerOptions["games"]): Promise<void>;
}

/** Starts a server before each test of the calling file, and stops it after. */
export function useRestartableServer(
  games?: ServerOptions["games"],
  more: Pick<ServerOptions, "bots"> = {},
): RestartableServer {
  let time: FakeTime;
  let journal: MemoryJournal;
  let now: RunningServer;
  const start = async (hosted: ServerOptions["games"]) => {
    const options = { journal, authSecret: "auth-secret-that-outlives-the-server", ...more };
    now = await startOnFakeTime(time, hosted === undefined ? options : { ...options, games: hosted });
  };
  beforeEach(async () => {
    time = new FakeTime();
    journal = new MemoryJournal(time);
    await start(games);
  });
  afterEach(() => now.stop());
  return {
    get time() {
      return time;
    },
    get journal() {
      return journal;
    },
    get now() {
      return now;
    },
    get url() {
      return now.url;
    },
    async restart(hosted) {
      await now.stop();
      await start(hosted);
    },
  };
}
