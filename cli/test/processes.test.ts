import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isRunning } from "../../test/support/process-tree.ts";

const CRASH_LOOP = fileURLToPath(new URL("support/crash-loop.ts", import.meta.url));
const AGAIN = "The broken one ended by itself: 3. It is started again.\n";

test("a process that ends again and again is started ever later, and ends its host with a sentence", async () => {
  const host = fork(CRASH_LOOP, { execArgv: ["--conditions=@flower-war/source"], silent: true });
  const [output, errors] = [host.stdout, host.stderr].map((stream) => stream?.setEncoding("utf8").toArray());
  const [code] = await once(host, "close");
  const stderr = ((await errors) ?? []).join("");
  expect(stderr).toMatch(
    new RegExp(`^(${AGAIN}){3,5}The broken one ended by itself: 3 again and again. Flower War is closed.\n$`),
  );
  expect(code).toBe(1);
  expect(isRunning(Number(((await output) ?? []).join("")))).toBe(false);
});
