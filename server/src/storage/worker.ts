/* The module that runs in the database's thread, and in those that look at other files. */
import { parentPort, workerData } from "node:worker_threads";
import { systemTime } from "../time.ts";
import { type FileTaskData, serveFileTask } from "./database/file-task.ts";
import { serveDatabase } from "./database/thread.ts";
import { journalPlugin } from "./journal/sqlite-log.ts";

if (parentPort) {
  const data = workerData as FileTaskData | null;
  if (data) serveFileTask(parentPort, data, journalPlugin);
  else serveDatabase(parentPort, { plugin: journalPlugin, time: systemTime });
}
