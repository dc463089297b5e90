import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FileCounterStore } from "../src/counter-store.ts";

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
