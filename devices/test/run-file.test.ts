import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { RunFile } from "../src/raspberry-pi/run-file.ts";

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "run.json");
}

test("a program that was killed starts again after a crash, one that ended after a restart", () => {
  const file = makeFile();
  new RunFile(file, "monday").begin();
  const second = new RunFile(file, "monday");
  expect(second.begin()).toBe("crash");
  second.end();
  expect(new RunFile(file, "monday").begin()).toBe("restart");
});

test.each([true, false])(
  "a machine that was started again is a power-on, ended properly or not: %s",
  (ended) => {
    const file = makeFile();
    const first = new RunFile(file, "monday");
    first.begin();
    if (ended) first.end();
    expect(new RunFile(file, "tuesday").begin()).toBe("power-on");
    expect(new RunFile(file, "tuesday").begin()).toBe("crash");
  },
);

test("the cause is unknown at the first start, after a damaged file, or without a name of the machine's run", () => {
  const file = makeFile();
  expect(new RunFile(file, "monday").begin()).toBeNull();
  expect(new RunFile(file, null).begin()).toBeNull();
  writeFileSync(file, '{"machine":"mon');
  expect(new RunFile(file, "monday").begin()).toBeNull();
});

test("a temple whose run cannot be stored starts nevertheless", () => {
  const run = new RunFile(join(makeFile(), "nowhere"), "monday");
  expect(run.begin()).toBeNull();
  run.end();
});
