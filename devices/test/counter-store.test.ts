import {
  existsSync,
  fstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { FileCounterStore } from "../src/counter-store.ts";

/** What is told of each descriptor that is made durable. */
const synced = vi.hoisted(() => ({ tell: (_descriptor: number): void => {} }));
vi.mock(import("node:fs"), async (importOriginal) => {
  const fs = await importOriginal();
  const fsyncSync = (descriptor: number) => {
    synced.tell(descriptor);
    fs.fsyncSync(descriptor);
  };
  return { ...fs, fsyncSync };
});

test("[N-6] counters stored in a file are loaded again; a damaged file counts as empty", () => {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-flash-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "counters.json");
  expect(new FileCounterStore(file).load()).toBeNull();
  new FileCounterStore(file).save({ epoch: "e1e1e1e1", count: { h: 5, t: 2 } });
  expect(new FileCounterStore(file).load()).toEqual({ epoch: "e1e1e1e1", count: { h: 5, t: 2 } });
  writeFileSync(file, '{"epoch":"e1e1');
  expect(new FileCounterStore(file).load()).toBeNull();
});

test("[N-6] counters are durable when they are stored: their file, then its new name", () => {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-flash-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "counters.json");
  const told: string[] = [];
  synced.tell = (descriptor) =>
    void told.push(
      `${fstatSync(descriptor).isDirectory() ? "folder" : "file"}, renamed: ${existsSync(file)}`,
    );
  onTestFinished(() => void (synced.tell = () => {}));
  new FileCounterStore(file).save({ epoch: "e1e1e1e1", count: { h: 5, t: 2 } });
  expect(told).toEqual(["file, renamed: false", "folder, renamed: true"]);
});

test.runIf(existsSync("/dev/full"))(
  "counters that the disk has no room for are refused, and no file stays open",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "flower-war-flash-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "counters.json");
    symlinkSync("/dev/full", `${file}.new`);
    const store = new FileCounterStore(file);
    expect(() => store.save({ epoch: "e1e1e1e1", count: { h: 5, t: 2 } })).toThrow("ENOSPC");
    const isFull = (descriptor: string) =>
      statSync(`/proc/self/fd/${descriptor}`, { throwIfNoEntry: false })?.rdev === statSync("/dev/full").rdev;
    expect(readdirSync("/proc/self/fd").filter(isFull)).toEqual([]);
  },
);
