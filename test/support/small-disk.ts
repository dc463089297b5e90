import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { makeTempFolder, type OnTestFinished } from "./temp-folder.ts";

/** Whether tests can mount a small disk. */
export const canMount = process.getuid?.() === 0;
if (!canMount) console.warn("Only root can mount a small disk: the tests of a full one are skipped.");

/** Mounts a disk of its own in a temporary folder, until the test has finished. @param size as tmpfs takes it, e.g. `16m` */
export function makeSmallDisk(size: string, onFinished: OnTestFinished = onTestFinished): string {
  const folder = makeTempFolder(onFinished);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0700`, "tmpfs", folder]);
  onFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

/** Takes all room of a disk. @returns the file that has it */
export function fillDisk(folder: string): string {
  const file = join(folder, "filler");
  const descriptor = openSync(file, "w");
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return file;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
