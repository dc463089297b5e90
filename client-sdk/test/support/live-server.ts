import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../../server/src/main.ts");

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
  let server = spawnServer(data, 0);
  const port = await portOf(server);
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
      await portOf(server);
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

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("message", (message) => {
      if (typeof message === "object" && message !== null && "port" in message) resolve(Number(message.port));
    });
    server.once("exit", (code) => reject(new Error(`the server ended with code ${code}`)));
  });
}
