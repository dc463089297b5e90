import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { VARIABLES } from "../src/config.ts";
import { Program } from "./support/process.ts";
import { WAIT } from "./support/raw-temple.ts";

const ENV = { BRIDGE_TOKEN: "0123456789abcdef", OPERATOR_URL: "http://127.0.0.1:9", MQTT_PORT: "0" };

const programs: Program[] = [];
afterEach(() => Promise.all(programs.splice(0).map((program) => program.kill())));

function start(env: Record<string, string> = {}, args: readonly string[] = []): Program {
  const program = new Program("bridge/src/main.ts", args, { ...ENV, ...env });
  programs.push(program);
  return program;
}

describe("the bridge's process", () => {
  test("sends its parent the port of its broker, and waits for a server that is away", async () => {
    const program = start();
    expect(await program.ready()).toEqual({ mqttPort: expect.any(Number) });
    await vi.waitFor(() => expect(program.out).toContain('"code":"server-unreachable"'), WAIT);
    expect(program.child.exitCode).toBeNull();
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s stops it, with status 0", async (signal) => {
    const program = start();
    await program.ready();
    program.child.kill(signal);
    expect(await program.ended).toBe(0);
    expect(program.err).toBe("");
  });

  test("ends when its parent's IPC channel closes", async () => {
    const program = start();
    await program.ready();
    program.child.disconnect();
    expect(await program.ended).toBe(0);
  });

  test("with --standby waits for its parent's variables", async () => {
    const program = start({ BRIDGE_TOKEN: "" }, ["--standby"]);
    program.child.send({ BRIDGE_TOKEN: ENV.BRIDGE_TOKEN });
    expect(await program.ready()).toEqual({ mqttPort: expect.any(Number) });
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);
  });

  test("with --standby ends when its parent's IPC channel closes", async () => {
    const program = start({}, ["--standby"]);
    program.child.disconnect();
    expect(await program.ended).toBe(0);
    expect(program.out).toBe("");
  });

  test("logs an unreachable broker with a code, keeps running and can be stopped", async () => {
    const program = start({ MQTT_URL: "mqtt://bridge-1:secret@127.0.0.1:9" });
    expect(await program.ready()).toEqual({ mqttPort: null });
    await vi.waitFor(() => expect(program.out).toContain('"code":"mqtt-unreachable"'), WAIT);
    expect(program.out).not.toContain("secret");
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);
  });

  test("--help prints what it is and which variables it reads, and starts nothing", async () => {
    const program = start({ MQTT_URL: "nonsense" }, ["--help"]);
    expect(await program.ended).toBe(0);
    expect(program.err).toBe("");
    const listed = [...program.out.matchAll(/^ {2}([A-Z_]+) +\S/gm)].map(([, name]) => name);
    expect(listed).toEqual(Object.keys(VARIABLES));
  });

  test("a wrong variable: one sentence that names it, status 1", async () => {
    const program = start({ MQTT_URL: "nonsense" });
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(/^MQTT_URL must [^\n]+\.\n$/);
  });

  test("in production a token that is easy to guess: one sentence, status 1", async () => {
    const program = start({ NODE_ENV: "production" });
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(/^BRIDGE_TOKEN is too easy to guess: [^\n]+\.\n$/);
  });

  test("a port in use: one sentence, status 1", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const program = start({ MQTT_PORT: String(port) });
    expect(await program.ended).toBe(1);
    expect(program.err).toBe(`MQTT_PORT ${port} is in use already on 127.0.0.1.\n`);
    other.close();
  });

  test("an address of another machine: one sentence, status 1", async () => {
    const program = start({ MQTT_HOST: "203.0.113.1" });
    expect(await program.ended).toBe(1);
    expect(program.err).toBe("MQTT_HOST 203.0.113.1 is not an address of this machine.\n");
  });
});
