/* The module that runs in the database's thread. */
import { parentPort, workerData } from "node:worker_threads";
import { systemTime } from "../time.ts";
import type { WorkerData } from "./database/database.ts";
import { serveDatabase } from "./database/thread.ts";
import { journalPlugin } from "./journal/sqlite-plugin.ts";

if (parentPort) {
  const { file, migrations } = workerData as WorkerData;
  serveDatabase(parentPort, file, { migrations, plugin: journalPlugin, time: systemTime });
}
