import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** A whole host as `npm start` makes it, on free ports and with a folder of its own. */
export interface House {
  readonly url: string;
  readonly mqttUrl: string;
  readonly dataDir: string;
  /** Closes it as a SIGTERM does; resolves with its exit code. */
  stop(): Promise<number | null>;
}

export async function openHouse(): Promise<House> {
  const dataDir = await mkdtemp(join(tmpdir(), "flower-war-house-"));
  const house = fork(join(ROOT, "start.mjs"), {
    env: {
      ...process.env,
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: "0",
      MQTT_PORT: "0",
      DATA_DIR: dataDir,
      BOT_DELAY: "0",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = once(house, "exit");
  const ports = await Promise.race([once(house, "message"), exit.then(() => null)]);
  if (ports === null) throw new Error("start.mjs ended before it was ready");
  const [{ port, mqttPort }] = ports as [{ port: number; mqttPort: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    dataDir,
    async stop() {
      house.kill("SIGTERM");
      const [code] = (await exit) as [number | null];
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
