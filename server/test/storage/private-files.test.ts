/** Files whose mode cannot be changed: of another user, or on a disk of a network. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { prepareDataFolder } from "../../src/data-folder.ts";
import type { ThreadEvent } from "../../src/storage/database/requests.ts";
import { temporaryFolder } from "../support/database.ts";
import { openEngine } from "./open-engine.ts";

vi.mock("node:fs", async (original) => ({ ...(await original<object>()), chmodSync: vi.fn<() => void>() }));
const refuseWith = (code: string) =>
  vi.mocked(chmodSync).mockImplementation(() => {
    throw Object.assign(new Error(`${code}: chmod`), { code });
  });
beforeEach(() => void vi.mocked(chmodSync).mockReset());

test.each(["EPERM", "ENOTSUP"])("are used all the same, and reported once (%s)", (code) => {
  refuseWith(code);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "auth-secret"), "secret");
  prepareDataFolder(folder, true);
  const events: ThreadEvent[] = [];
  const engine = openEngine(join(folder, "flower-war.db"), (event) => events.push(event));
  onTestFinished(() => engine.close());
  expect(engine.run([[1, "check", []]])).toEqual([[1, "done", null]]);
  expect(events).toEqual([{ event: "mode-refused" }]);
});

test("refuse the start if their disk fails", () => {
  refuseWith("EIO");
  expect(() => openEngine(join(temporaryFolder(), "flower-war.db"))).toThrow("EIO");
});
