import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  findByCommand,
  forkStartMjs,
  isRunning,
  type Ports,
  type ProcessTree,
  spawnNpmStart,
} from "./support/process-tree.ts";
import { canConnect, descendants, lacks, programPath } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

/** ms between two looks. */
const POLL = 20;

async function waitForAllToExit({ end, pids }: ProcessTree): Promise<void> {
  const all = await pids;
  await end;
  await until(() => !all.some(isRunning), "all processes to exit");
}

test("npm start runs server and bridge, and prints their ports", async () => {
  const host = spawnNpmStart();
  const { port, mqttPort } = await host.ready;
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(await canConnect(mqttPort)).toBe(true);
  host.root.kill("SIGTERM");
  expect(await host.end).toMatchObject({ stderr: "" });
});

test.skipIf(lacks("script"))(
  "on a terminal its log has lines for people, and where it is open comes last",
  async () => {
    const start = `${process.execPath} --conditions=@flower-war/source start.mjs`;
    const settings = { PATH: process.env["PATH"], PORT: "0", MQTT_PORT: "0", DATA_DIR: makeTempFolder() };
    const host = spawn(programPath("script"), ["-qec", start, "/dev/null"], { cwd: ROOT, env: settings });
    let printed = "";
    for await (const text of host.stdout.setEncoding("utf8") as AsyncIterable<string>) {
      printed += text;
      if (/for operators +\S+\s/.test(printed)) host.kill("SIGTERM");
    }
    const [log = "", addresses = ""] = printed
      .replaceAll("\r", "")
      .split("\n\nFlower War is open. Ctrl-C closes it.\n\n");
    expect(log).toMatch(/^\d\d:\d\d:\d\d listening {2}.*port=\d+$/m);
    expect(printed).not.toContain('"level"');
    expect(addresses).toMatch(/^ {2}on this machine +http:\/\/localhost:\d+\n/);
  },
);

test("forked with an IPC channel it sends { port, operatorUrl, mqttPort }", async () => {
  const host = forkStartMjs();
  const [message] = await once(host.root, "message");
  expect(message).toEqual(await host.ready);
  host.root.kill("SIGTERM");
  expect(await host.end).toEqual({ code: 0, stderr: "" });
});

test("HOST and MQTT_HOST may be IPv6 addresses, and an empty variable counts as none", async () => {
  const host = forkStartMjs({ HOST: "::1", MQTT_HOST: "::1", MQTT_URL: "", LOG_LEVEL: "" });
  const [message] = await once(host.root, "message");
  const { port, mqttPort } = message as Ports;
  await host.printed(`on this machine  http://[::1]:${port}\n  for temples      mqtt://[::1]:${mqttPort}\n`);
  expect((await fetch(`http://[::1]:${port}/readyz`)).status).toBe(200);
  host.root.kill("SIGTERM");
  expect(await host.end).toEqual({ code: 0, stderr: "" });
});

test("an empty MQTT_HOST is printed as the address that it stands for", async () => {
  const host = forkStartMjs({ MQTT_HOST: "" });
  const { port } = await host.ready;
  expect(port).toBeGreaterThan(0);
  host.root.kill("SIGTERM");
  expect(await host.end).toEqual({ code: 0, stderr: "" });
});

describe("no process is left", () => {
  test("after SIGTERM to npm", async () => {
    const host = spawnNpmStart();
    await host.ready;
    host.root.kill("SIGTERM");
    await waitForAllToExit(host);
  });

  test("after Ctrl-C, which a terminal sends to the whole group", async () => {
    const host = spawnNpmStart();
    const [group] = await host.pids;
    process.kill(-Number(group), "SIGINT");
    await waitForAllToExit(host);
    // npm passes on what the group got already: that does not count as a second signal, which would have killed them.
    expect(await host.end).toEqual({ code: 0, stderr: "" });
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("after %s during the start", async (signal) => {
    const host = forkStartMjs();
    await host.printed("listening");
    host.root.kill(signal);
    await host.end;
  });

  test("after kill -9 of start.mjs", async () => {
    const host = forkStartMjs();
    await host.ready;
    host.root.kill("SIGKILL");
    await waitForAllToExit(host);
  });

  test("after its parent process has exited", async () => {
    const host = forkStartMjs();
    await host.ready;
    host.root.disconnect();
    await waitForAllToExit(host);
  });
});

describe.runIf(process.platform === "linux")("of what runs", () => {
  test.each([
    ["2", {}],
    ["8", { MALLOC_ARENA_MAX: "8" }],
  ])("server and bridge have %s heaps where the environment has %j", async (heaps, environment) => {
    const host = forkStartMjs({ STANDBY: "off", ...environment });
    const [, server, bridge] = await host.pids;
    for (const pid of [server, bridge]) {
      const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      expect(variables).toContain(`MALLOC_ARENA_MAX=${heaps}`);
    }
    host.root.kill("SIGTERM");
    await host.end;
  });

  test("a bridge that is killed is started again, with the same port, and stopped in the end", async () => {
    const host = forkStartMjs({ STANDBY: "off" });
    const { mqttPort } = await host.ready;
    const [, , bridge] = await host.pids;
    // Colyseus logs an error if a connection closes while it opens.
    await host.printed("connected to the match server");
    process.kill(Number(bridge), "SIGKILL");
    const find = () => findByCommand(host.root.pid, /bridge\/src\/main\.ts/).filter((pid) => pid !== bridge);
    await until(() => find().length > 0, "another bridge");
    while (!(await canConnect(mqttPort))) await pause(POLL);
    const all = descendants(host.root.pid);
    host.root.kill("SIGTERM");
    const { code, stderr } = await host.end;
    expect(code).toBe(0);
    expect(stderr).toBe("The bridge ended by SIGKILL. It is started again.\n");
    await until(() => !all.some(isRunning), "all processes to exit");
  });

  test("a bridge that is killed while the server starts is replaced", async () => {
    const host = forkStartMjs({ STANDBY: "off" });
    const find = () => findByCommand(host.root.pid, /bridge\/src\/main\.ts/);
    await until(() => find().length > 0, "a bridge");
    process.kill(Number(find()[0]), "SIGKILL");
    const { mqttPort } = await host.ready;
    expect(await canConnect(mqttPort)).toBe(true);
    host.root.kill("SIGTERM");
    const stderr = "The bridge ended by SIGKILL. It is started again.\n";
    expect(await host.end).toEqual({ code: 0, stderr });
  });

  test("a second signal kills a process that hangs", async () => {
    const host = forkStartMjs();
    const [, , bridge] = await host.pids;
    process.kill(Number(bridge), "SIGSTOP");
    host.root.kill("SIGINT");
    host.root.kill("SIGTERM");
    await waitForAllToExit(host);
    expect(await host.end).toMatchObject({ code: 1 });
  });
});

describe("a start that fails prints one sentence, exits with 1, and leaves no process", () => {
  test("PORT in use", async () => {
    const PORT = await occupyPort();
    await expectFailure({ PORT }, `PORT ${PORT} is in use.`);
  });

  test("MQTT_PORT in use", async () => {
    const MQTT_PORT = await occupyPort();
    await expectFailure({ MQTT_PORT }, `MQTT_PORT ${MQTT_PORT} is in use already on 127.0.0.1.`);
  });

  test("a DATA_DIR that cannot be written to", async () => {
    const file = join(makeTempFolder(), "file");
    writeFileSync(file, "");
    const DATA_DIR = join(file, "data");
    await expectFailure({ DATA_DIR }, `DATA_DIR ${DATA_DIR} cannot be written to: `);
  });

  test("a DATA_DIR with a flower-war.db of another program", async () => {
    const DATA_DIR = makeTempFolder();
    const database = new DatabaseSync(join(DATA_DIR, "flower-war.db"));
    database.exec("CREATE TABLE recipes (name TEXT)");
    database.close();
    await expectFailure({ DATA_DIR }, "DATA_DIR cannot be used (");
  });

  test("a broken MQTT_URL", async () => {
    await expectFailure({ MQTT_URL: "xochitl" }, "MQTT_URL must be an address like ");
  });

  test("a PORT that is no number", async () => {
    await expectFailure({ PORT: "xochitl" }, "PORT must be ");
  });

  async function expectFailure(environment: Record<string, string>, sentence: string): Promise<void> {
    const { code, stderr } = await forkStartMjs(environment).end;
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(stderr).toContain(sentence);
    expect(code).toBe(1);
  }
});

/** Listens on a port while the test runs. Returns the port. */
async function occupyPort(): Promise<string> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return String(address.port);
}
