/** Whoever reads a process's log does not hold the process up. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "./support/process.ts";

const LOG_AT_LENGTH = fileURLToPath(new URL("./support/log-at-length.ts", import.meta.url));

function start(): ChildProcess {
  const child = fork(LOG_AT_LENGTH, {
    execArgv: ["--conditions=@flower-war/source"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("a process whose log is not read any more goes on, and exits", async () => {
  const child = start();
  child.stdout?.destroy();
  await once(child, "message");
  child.send("exit");
  expect(await once(child, "exit")).toEqual([7, null]);
});

test("a process whose log's reader stands still goes on, and exits", async () => {
  const child = start();
  await once(child, "message");
  child.send("exit");
  expect(await once(child, "exit")).toEqual([7, null]);
});

test("a process exits whose log's reader stands still, and then is gone", async () => {
  const child = start();
  await once(child, "message");
  child.stdout?.destroy();
  child.send("exit");
  expect(await once(child, "exit")).toEqual([7, null]);
});

test("a server whose log is not read any more stops when it is told to", async () => {
  const server = await ServerProcess.start({ LOG_LEVEL: "debug" });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  server.child.stdout?.destroy();
  for (let i = 0; i < 100; i++) await fetch(`${server.url}/api/games`);
  expect(await server.stop()).toBe(0);
});

test("what waits when a process exits is written", async () => {
  const child = start();
  const written = text(child.stdout as NodeJS.ReadableStream);
  await once(child, "message");
  child.send("exit");
  await once(child, "exit");
  expect((await written).split("\n").length).toBeGreaterThan(1);
  expect(await written).toMatch(/\n$/);
});
