import { type MessagePort, Worker } from "node:worker_threads";
import { DatabaseSync } from "node:sqlite";
import type { DatabaseFlaw } from "@flower-war/protocol/operator";
import { DatabaseFlawError, DiskFullError, isDiskFull } from "./errors.ts";
import { readValue } from "./file.ts";
import type { PluginType } from "./plugin.ts";
import type { Row } from "./requests.ts";
import { verifyFile } from "./verify.ts";

/** A task on a file that is not the server's open database, in a thread of its own: matches go on meanwhile. */
export type FileTask =
  | { readonly task: "verify" }
  /** Reads one row; nothing is written. */
  | { readonly task: "read"; readonly sql: string };

/** The `workerData` of the worker module for a task. */
export interface FileTaskData {
  readonly file: string;
  readonly migrations: readonly string[];
  readonly fileTask: FileTask;
}

type Answer =
  | { readonly outcome: "done"; readonly row: Row | null }
  | { readonly outcome: "flawed"; readonly flaw: DatabaseFlaw }
  | { readonly outcome: "disk-full" | "failed"; readonly reason: string };

/**
 * Runs a task in a thread of its own.
 * @param worker the module that runs there: it calls `serveFileTask`
 * @returns the row that was read; `null`: none, or the file is of another version
 * @throws `DatabaseFlawError`, `DiskFullError`, or an Error if the file cannot be read or written
 */
export async function runFileTask(worker: URL, workerData: FileTaskData): Promise<Row | null> {
  const answer = await new Promise<Answer>((resolve, reject) => {
    const thread = new Worker(worker, { workerData });
    // A server that stops does not wait for it.
    thread.unref();
    thread.once("message", resolve).once("error", reject);
    thread.once("exit", () => reject(new Error("the thread ended without an answer")));
  });
  if (answer.outcome === "done") return answer.row;
  if (answer.outcome === "flawed") throw new DatabaseFlawError(answer.flaw);
  throw answer.outcome === "disk-full" ? new DiskFullError(answer.reason) : new Error(answer.reason);
}

/** Runs a task in its thread, and posts how it ended. */
export function serveFileTask(
  port: MessagePort,
  { file, migrations, fileTask }: FileTaskData,
  plugin: PluginType,
): void {
  port.postMessage(answerTo(fileTask, file, migrations, plugin));
}

function answerTo(task: FileTask, file: string, migrations: readonly string[], plugin: PluginType): Answer {
  try {
    if (task.task === "read") return { outcome: "done", row: readRow(file, migrations.length, task.sql) };
    verifyFile(file, migrations, plugin);
    return { outcome: "done", row: null };
  } catch (error) {
    if (error instanceof DatabaseFlawError) return { outcome: "flawed", flaw: error.flaw };
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: isDiskFull(error) ? "disk-full" : "failed", reason };
  }
}

/** Returns `null` if the file has another version. */
function readRow(file: string, version: number, sql: string): Row | null {
  const database = new DatabaseSync(file, { defensive: true });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON");
    if (readValue(database, "PRAGMA user_version") !== version) return null;
    return { ...database.prepare(sql).get() } as Row;
  } finally {
    database.close();
  }
}
