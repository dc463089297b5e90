import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { folder, isRunning, npmStart, type Ports, type Processes, startMjs } from "./support/processes.ts";

/** Resolves if somebody listens there. */
async function reach(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.destroy();
}

async function expectNothingLeft({ end, family }: Processes): Promise<void> {
  const pids = await family;
  await end;
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]));
}

test("npm start opens server and bridge, and says where", async () => {
  const host = npmStart();
  const { port, mqttPort } = await host.ready;
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await reach(mqttPort);
  host.root.kill("SIGTERM");
  expect(await host.end).toMatchObject({ stderr: "" });
});

test("spawned with an IPC channel it tells { port, mqttPort } there", async () => {
  const host = startMjs();
  const [message] = await once(host.root, "message");
  expect(message).toEqual(await host.ready);
  host.root.kill("SIGTERM");
  expect(await host.end).toEqual({ code: 0, stderr: "" });
});

test("HOST and MQTT_HOST may be addresses of IPv6, and an empty variable is as good as none", async () => {
  const host = startMjs({ HOST: "::1", MQTT_HOST: "::1", MQTT_URL: "", LOG_LEVEL: "" });
  const [message] = await once(host.root, "message");
  const { port, mqttPort } = message as Ports;
  await host.said(`open at http://[::1]:${port}, for temples at mqtt://[::1]:${mqttPort}.`);
  expect((await fetch(`http://[::1]:${port}/readyz`)).status).toBe(200);
  host.root.kill("SIGTERM");
  expect(await host.end).toEqual({ code: 0, stderr: "" });
});

test("an empty MQTT_HOST is told as the address that it stands for", async () => {
  const host = startMjs({ MQTT_HOST: "" });
  const { port } = await host.ready;
  expect(port).toBeGreaterThan(0);
  host.root.kill("SIGTERM");
  expect(await host.end).toEqual({ code: 0, stderr: "" });
});

describe("no process is left behind", () => {
  test("by SIGTERM to npm", async () => {
    const host = npmStart();
    await host.ready;
    host.root.kill("SIGTERM");
    await expectNothingLeft(host);
  });

  test("by Ctrl-C, which a terminal sends to the whole group", async () => {
    const host = npmStart();
    const [group] = await host.family;
    process.kill(-Number(group), "SIGINT");
    await expectNothingLeft(host);
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("by %s while it opens", async (signal) => {
    const host = startMjs();
    await host.said("listening");
    host.root.kill(signal);
    await host.end;
  });

  test("by kill -9 of start.mjs", async () => {
    const host = startMjs();
    await host.ready;
    host.root.kill("SIGKILL");
    await expectNothingLeft(host);
  });

  test("by the end of the process that spawned it", async () => {
    const host = startMjs();
    await host.ready;
    host.root.disconnect();
    await expectNothingLeft(host);
  });
});

describe.runIf(process.platform === "linux")("server and bridge live and die together", () => {
  test.each([
    { name: "server", which: 1 },
    { name: "bridge", which: 2 },
  ])("the $name is killed: the other is stopped, and one sentence says so", async ({ name, which }) => {
    const host = startMjs();
    const pid = (await host.family)[which];
    // The framework complains of a connection that ends as it begins.
    await host.said("connected to the match server");
    process.kill(Number(pid), "SIGKILL");
    await expectNothingLeft(host);
    const { code, stderr } = await host.end;
    expect(code).toBe(1);
    expect(stderr).toBe(`The ${name} ended by SIGKILL. Flower War is closed.\n`);
  });

  test("a second signal kills one that hangs", async () => {
    const host = startMjs();
    const [, , bridge] = await host.family;
    process.kill(Number(bridge), "SIGSTOP");
    host.root.kill("SIGINT");
    host.root.kill("SIGTERM");
    await expectNothingLeft(host);
    expect(await host.end).toMatchObject({ code: 1 });
  });
});

describe("a start that fails says why in one sentence, and leaves nothing behind", () => {
  test("PORT in use", async () => {
    const PORT = await takenPort();
    await expectFailure({ PORT }, `PORT ${PORT} is in use.`);
  });

  test("MQTT_PORT in use", async () => {
    const MQTT_PORT = await takenPort();
    await expectFailure({ MQTT_PORT }, `MQTT_PORT ${MQTT_PORT} is in use already on 127.0.0.1.`);
  });

  test("a DATA_DIR that cannot be written to", async () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    const DATA_DIR = join(file, "data");
    await expectFailure({ DATA_DIR }, `DATA_DIR ${DATA_DIR} cannot be written to: `);
  });

  test("a DATA_DIR that holds somebody else's flower-war.db", async () => {
    const DATA_DIR = folder();
    const database = new DatabaseSync(join(DATA_DIR, "flower-war.db"));
    database.exec("CREATE TABLE recipes (name TEXT)");
    database.close();
    await expectFailure({ DATA_DIR }, "DATA_DIR cannot be used (");
  });

  test("a broken MQTT_URL", async () => {
    await expectFailure({ MQTT_URL: "xochitl" }, "MQTT_URL must be an address like ");
  });

  test("a PORT that is none", async () => {
    await expectFailure({ PORT: "xochitl" }, "PORT must be ");
  });

  async function expectFailure(environment: Record<string, string>, sentence: string): Promise<void> {
    const { code, stderr } = await startMjs(environment).end;
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(stderr).toContain(sentence);
    expect(code).toBe(1);
  }
});

/** A port of this machine that somebody listens on while the test runs. */
async function takenPort(): Promise<string> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return String(address.port);
}
