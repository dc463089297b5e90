import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../test/support/programs.ts";

/** The server as its image has it, which starts in half the time that the sources take. */
const MAIN = join(import.meta.dirname, "../../../server/dist/bundle/main.js");

/** A real server process on a free port, with its default limits: five new matches a minute. */
export interface LiveServer {
  readonly url: string;
  readonly port: number;
  /** Ends the process; resolves when it has exited. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts another process on the same port, with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startLiveServer(): Promise<LiveServer> {
  const data = await mkdtemp(join(tmpdir(), "flower-war-sdk-"));
  // Outside the range of ports that others get by chance: it is still free when the server starts again.
  const port = await freePort();
  let server = spawnServer(data, port);
  await untilReady(server);
  const end = async (signal: NodeJS.Signals) => {
    const gone = once(server, "exit");
    if (server.exitCode === null && server.signalCode === null && server.kill(signal)) await gone;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    end,
    restart: async () => {
      server = spawnServer(data, port);
      await untilReady(server);
    },
    stop: async () => {
      await end("SIGTERM");
      await rm(data, { recursive: true, force: true });
    },
  };
}

function spawnServer(data: string, port: number): ChildProcess {
  const server = fork(MAIN, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: ["--conditions=@flower-war/source"],
    env: {
      ...process.env,
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: String(port),
      OPERATOR_PORT: "0",
      DATA_DIR: data,
      BOT_DELAY: "0",
      LOG_LEVEL: "error",
    },
  });
  // Not inherited: Vitest waits until every process that has its worker's stderr is gone.
  server.stderr?.pipe(process.stderr, { end: false });
  return server;
}

/** Resolves when a server says that it listens. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("message", () => resolve());
    server.once("exit", (code) => reject(new Error(`the server ended with code ${code}`)));
  });
}
