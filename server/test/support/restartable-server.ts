import { afterEach, beforeEach } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { FakeTime } from "./fake-time.ts";
import { PersistentJournal } from "./persistent-journal.ts";
import { startOnFakeTime } from "./server.ts";

/** A server on a time and a journal of the test, which it can be started again with. */
export interface RestartableServer {
  readonly time: FakeTime;
  readonly journal: PersistentJournal;
  /** The server that runs now. */
  readonly now: RunningServer;
  readonly url: string;
  restart(): Promise<void>;
}

/** Starts a server before each test of the calling file, and stops it after. */
export function useRestartableServer(): RestartableServer {
  let time: FakeTime;
  let journal: PersistentJournal;
  let now: RunningServer;
  const start = async () => {
    now = await startOnFakeTime(time, { journal, authSecret: "auth-secret-that-outlives-the-server" });
  };
  beforeEach(async () => {
    time = new FakeTime();
    journal = new PersistentJournal(time);
    await start();
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
    async restart() {
      await now.stop();
      await start();
    },
  };
}
