import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcess } from "./programs.ts";
import { ROOT } from "./root.ts";

/** A server and a bridge as `npm start` runs them, on free ports and with a temporary data folder. */
export interface ServerAndBridge {
  readonly url: string;
  readonly operatorUrl: string;
  readonly mqttUrl: string;
  readonly dataDir: string;
  /** The id of the process that runs both. */
  readonly pid: number;
  /** Stops both with SIGTERM and deletes the data folder. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Runs `start.mjs`. Resolves when server and bridge are ready.
 * @param environment settings that differ from those of most tests
 * @param onOutput gets what both write. Default: errors are written to stderr, all else is dropped
 */
export async function startServerAndBridge(
  environment: Readonly<Record<string, string>> = {},
  onOutput?: (text: string) => void,
): Promise<ServerAndBridge> {
  const dataDir = await mkdtemp(join(tmpdir(), "flower-war-data-"));
  const child = fork(join(ROOT, "start.mjs"), {
    env: {
      ...process.env,
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: "0",
      MQTT_PORT: "0",
      DATA_DIR: dataDir,
      BOT_DELAY: "0",
      LOG_LEVEL: "error",
      ...environment,
    },
    stdio: ["ignore", onOutput ? "pipe" : "ignore", "pipe", "ipc"],
  });
  // Not inherited: Vitest waits until every process that has its worker's stderr is gone.
  if (onOutput === undefined) child.stderr?.pipe(process.stderr, { end: false });
  else for (const output of [child.stdout, child.stderr]) output?.setEncoding("utf8").on("data", onOutput);
  const exited = once(child, "exit").then(() => {
    throw new Error("start.mjs exited before it was ready");
  });
  const [{ port, operatorUrl, mqttPort }] = (await Promise.race([once(child, "message"), exited])) as [
    { port: number; operatorUrl: string; mqttPort: number },
  ];
  return {
    url: `http://127.0.0.1:${port}`,
    operatorUrl,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    dataDir,
    pid: child.pid ?? 0,
    async stop() {
      const code = await endProcess(child, "SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
