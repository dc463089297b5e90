/**
 * Copies a database's folder at each step of what a process does with its files, in whatever thread: each copy is what a kill at that
 * moment would leave. `node --import` loads it before all else. A step is a statement, the closing of a database, a renaming or a
 * sync, and what follows it. They count from when the folder `IMAGES` exists. Before the `KILL_AT`th renaming the process is killed.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const { FILE: file = "", IMAGES: images = "", KILL_AT: killAt } = process.env;
const { cpSync, existsSync, readdirSync } = fs;

/** Threads work in turn: one waits for the other. */
function step(): void {
  if (existsSync(images))
    cpSync(dirname(file), join(images, String(readdirSync(images).length)), { recursive: true });
}

let renamings = 0;

function beforeRenaming(): void {
  renamings += 1;
  if (renamings !== Number(killAt)) return;
  process.kill(process.pid, "SIGKILL");
  // Nothing more may happen until the signal arrives.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Makes each call of a method a step, and what follows it another one. */
function follow(target: object, name: string, before: () => void = () => {}): void {
  const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
  Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
    before();
    step();
    const result = method.apply(this, args);
    step();
    return result;
  });
}

for (const name of ["exec", "close"]) follow(DatabaseSync.prototype, name);
follow(fs, "fsyncSync");
follow(fs, "renameSync", beforeRenaming);
syncBuiltinESMExports();
