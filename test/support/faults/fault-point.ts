/**
 * Kills a server or fails its disk at the point that `FAULT` names. `node --import` loads it before all else, in each
 * thread.
 *
 * - `boot`: killed while it opens its database
 * - `before-commit:<n>`: killed before the `n`th change is durable
 * - `after-commit:<n>`: killed when the `n`th change is durable but not yet answered
 * - `thread:<n>`: its database thread ends before the `n`th change is durable
 * - `eio:<file>`: the disk fails at every change while this file exists
 * - `full:<file>`: the disk has no room for another page of the database while this file exists
 * - `skew:<ms>`: its machine's clock is ahead by so much
 */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const [point = "", what = ""] = (process.env["FAULT"] ?? "").split(":");
const count = Number(what);

if (point === "skew") {
  const machineNow = Date.now;
  Date.now = () => machineNow() + count;
}

/** SQLite's own `exec`. */
const exec: (this: DatabaseSync, sql: string) => void = Reflect.get(DatabaseSync.prototype, "exec");
let commits = 0;
/** Pages of a database that has all the room that SQLite allows. */
const MOST_PAGES = 4_294_967_294;

DatabaseSync.prototype.exec = function (sql: string): void {
  if (point === "boot") die();
  if (point === "full" && sql.startsWith("BEGIN")) {
    // It is never set to fewer pages than there are.
    exec.call(this, `PRAGMA max_page_count = ${existsSync(what) ? 1 : MOST_PAGES}`);
  }
  if (sql !== "COMMIT") return exec.call(this, sql);
  commits += 1;
  if (point === "before-commit" && commits === count) die();
  // In a worker thread this ends only the thread.
  if (point === "thread" && commits === count) process.exit(1);
  if (point === "eio" && existsSync(what)) throw new Error("disk I/O error");
  exec.call(this, sql);
  if (point === "after-commit" && commits === count) die();
};

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // Nothing more may happen until the signal arrives.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
