import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A real server process that serves the page, on a free port and with a folder of its own. */
export interface PageHost {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPageHost(): Promise<PageHost> {
  const data = await mkdtemp(join(tmpdir(), "flower-war-page-"));
  const server = fork(join(ROOT, "server/src/main.ts"), {
    execArgv: ["--conditions=@flower-war/source"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: data,
      NODE_ENV: "development",
      LOG_LEVEL: "error",
      BOT_DELAY: "0",
    },
  });
  const stop = async () => {
    const gone = once(server, "exit");
    if (server.kill("SIGTERM")) await gone;
    await rm(data, { recursive: true, force: true });
  };
  try {
    return { url: `http://127.0.0.1:${await portOf(server)}/`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("message", (message) => {
      if (typeof message === "object" && message !== null && "port" in message) resolve(Number(message.port));
    });
    server.once("exit", (code) => reject(new Error(`the server ended with code ${code}`)));
  });
}
