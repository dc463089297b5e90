import { once } from "node:events";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { ConnectedTemple } from "@flower-war/devices";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { computePin } from "../../cli/src/enrolment.ts";
import { startServer } from "../../server/src/app.ts";
import { BRIDGE_BUNDLE } from "../../test/support/builds.ts";
import { makeCa, type TestCa } from "../../test/support/certificates.ts";
import { MosquittoProcess } from "../../test/support/mosquitto.ts";
import { lacks } from "../../test/support/programs.ts";
import { Bridge } from "../src/bridge.ts";
import { BrokerClient, type BrokerClientOptions } from "../src/broker/broker-client.ts";
import { startEmbeddedBroker } from "../src/broker/embedded-broker.ts";
import { readConfig, readTlsFiles } from "../src/config.ts";
import { FakeServer } from "./support/fake-server.ts";
import { log } from "./support/log.ts";
import { Program } from "./support/process.ts";
import { WAIT } from "./support/raw-temple.ts";
import { system } from "./support/system.ts";
import { SECRET, TEMPLE } from "./support/world.ts";

const skipped = lacks("mosquitto", "openssl");
let ca: TestCa;
let other: TestCa;
beforeAll(() => {
  if (skipped) return;
  ca = makeCa("flower-war-test");
  // A temple that knows the CA by its key alone gets the certificate from the broker.
  appendFileSync(join(ca.serverDir, "fullchain.pem"), ca.pem);
  other = makeCa("another-ca");
});
afterAll(() => {
  ca?.remove();
  other?.remove();
});

/** A broker in TLS with a certificate of `ca`, and the bridge's options for connecting to it. */
interface SecureBroker extends Pick<BrokerClientOptions, "broker" | "ca"> {
  readonly tlsPort: number;
  close(): Promise<void>;
}

async function openEmbedded(): Promise<SecureBroker> {
  const { broker } = readConfig({
    BRIDGE_TOKEN: "0123456789abcdef",
    MQTT_TLS_DIR: ca.serverDir,
    MQTT_PORT: "0",
  });
  if ("url" in broker || broker.tls === null) throw new Error("no TLS");
  const opened = await startEmbeddedBroker({
    ...broker,
    tls: { ...broker.tls, host: "127.0.0.1", port: 0 },
    bridgeId: "bridge-1",
    verify: async (_templeId, secret) => secret === SECRET,
    log,
    ...system,
  });
  return { broker: opened, tlsPort: opened.tlsPort ?? 0, close: () => opened.close() };
}

async function openMosquitto(): Promise<SecureBroker> {
  const files = { cert: join(ca.serverDir, "fullchain.pem"), key: join(ca.serverDir, "privkey.pem") };
  const mosquitto = await MosquittoProcess.start({ temples: [[TEMPLE, SECRET]], tls: files });
  return { broker: mosquitto.tlsUrl, ca: ca.pem, tlsPort: mosquitto.tlsPort, close: () => mosquitto.stop() };
}

describe.skipIf(skipped).each([
  ["embedded", openEmbedded],
  ["mosquitto", openMosquitto],
] as const)("[A-4] TLS at the broker: %s", (_kind, open) => {
  let secure: SecureBroker;
  let server: FakeServer;
  const temples: ConnectedTemple[] = [];
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    secure = await open();
    server = new FakeServer();
    server.secrets.set(TEMPLE, SECRET);
    const client = new BrokerClient({
      bridgeId: "bridge-1",
      broker: secure.broker,
      ca: secure.ca ?? null,
      log,
      ...system,
    });
    const bridge = new Bridge({ broker: client, server, log, ...system });
    bridge.start();
    client.start();
    closing.push(async () => {
      bridge.stop();
      await client.stop();
      await secure.close();
    });
  });
  afterEach(() => Promise.all(temples.splice(0).map((temple) => temple.close())));
  afterAll(async () => {
    for (const close of closing) await close();
  });

  function temple(pem: string): ConnectedTemple {
    return templeThatTrusts({ ca: pem });
  }

  function templeThatTrusts(trust: { ca: string } | { pin: string }): ConnectedTemple {
    const url = `mqtts://127.0.0.1:${secure.tlsPort}`;
    const made = new ConnectedTemple({ id: TEMPLE, secret: SECRET, url, ...trust, retry: 20, ...system });
    temples.push(made);
    return made;
  }

  test("a temple that pins the CA connects and plays", async () => {
    const pinned = temple(ca.pem);
    await pinned.connect();
    await vi.waitFor(() => expect(pinned.display?.mark).toBe("M.7"), WAIT);
    const { offerings } = server;
    pinned.drop("h");
    await vi.waitFor(() => expect(server.offerings.h).toBe(offerings.h + 1), WAIT);
  });

  test("a temple that knows the CA by its key alone connects; by another key it does not", async () => {
    const pinned = templeThatTrusts({ pin: computePin(ca.file) });
    await pinned.connect();
    expect(pinned.connectionState).toBe("connected");
    await pinned.close();
    const wrong = templeThatTrusts({ pin: computePin(other.file) });
    await wrong.connect();
    expect([wrong.connectionState, wrong.trouble]).toEqual(["closed", "untrusted"]);
    expect(wrong.screen).toEqual(["Wrong CA certificate"]);
  });

  test("a temple that pins another CA does not connect; one that pins both does, as while a CA is changed", async () => {
    const wrong = temple(other.pem);
    await wrong.connect();
    expect([wrong.connectionState, wrong.trouble]).toEqual(["closed", "untrusted"]);
    await wrong.close();
    const both = temple(other.pem + ca.pem);
    await both.connect();
    expect(both.connectionState).toBe("connected");
  });

  test("TLS 1.1 is refused", async () => {
    const socket = connectTls({
      port: secure.tlsPort,
      host: "127.0.0.1",
      ca: ca.pem,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    const outcome = await new Promise<string>((resolve) => {
      socket.once("secureConnect", () => resolve("connected"));
      socket.once("error", () => resolve("refused"));
    });
    socket.destroy();
    expect(outcome).toBe("refused");
  });
});

test.skipIf(skipped)(
  "a renewed certificate greets new temples of the embedded broker, and connected ones stay",
  async () => {
    const secure = await openEmbedded();
    const { broker, tlsPort } = secure;
    if (typeof broker === "string") throw new Error("not embedded");
    const connectedBy = async (pem: string) => {
      const url = `mqtts://127.0.0.1:${tlsPort}`;
      const temple = new ConnectedTemple({ id: TEMPLE, secret: SECRET, url, ca: pem, retry: 20, ...system });
      await temple.connect();
      return temple;
    };
    const before = await connectedBy(ca.pem);
    broker.renew(readTlsFiles(other.serverDir));
    expect(() =>
      broker.renew({ ...readTlsFiles(ca.serverDir), key: readTlsFiles(other.serverDir).key }),
    ).toThrow();
    const socket = connectTls({ port: tlsPort, host: "127.0.0.1", ca: other.pem });
    await once(socket, "secureConnect");
    socket.destroy();
    expect(before.connectionState).toBe("connected");
    await before.close();
    await secure.close();
  },
);

describe.skipIf(skipped)("the bridge", () => {
  test("does not connect to a broker with a certificate of another CA", async () => {
    const secure = await openMosquitto();
    const client = new BrokerClient({
      bridgeId: "bridge-1",
      broker: secure.broker,
      ca: other.pem,
      log,
      retry: 20,
      ...system,
    });
    let connected = false;
    client.onConnected(() => {
      connected = true;
    });
    client.start();
    const right = new BrokerClient({
      bridgeId: "bridge-1",
      broker: secure.broker,
      ca: ca.pem,
      log,
      retry: 20,
      ...system,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    right.onConnected(resolve);
    right.start();
    await promise;
    expect(connected).toBe(false);
    await Promise.all([client.stop(), right.stop()]);
    await secure.close();
  });

  test("MQTT_TLS_DIR makes the embedded broker listen in TLS too, and the parent gets the port", async () => {
    const program = new Program(BRIDGE_BUNDLE, [], {
      BRIDGE_TOKEN: "0123456789abcdef",
      OPERATOR_URL: "http://127.0.0.1:9",
      MQTT_PORT: "0",
      MQTT_TLS_PORT: "0",
      MQTT_TLS_HOST: "127.0.0.1",
      MQTT_TLS_DIR: ca.serverDir,
      LOG_LEVEL: "silent",
    });
    const { mqttTlsPort } = (await program.ready()) as { mqttTlsPort: number };
    const socket = connectTls({ port: mqttTlsPort, host: "127.0.0.1", ca: ca.pem });
    await new Promise<void>((resolve, reject) => {
      socket.once("secureConnect", () => resolve()).once("error", reject);
    });
    socket.destroy();
    await program.kill();
  });

  test("OPERATOR_CA vouches for the operator's listener of the server, and nothing else does", async () => {
    const server = await startServer({
      operatorTls: {
        cert: readFileSync(join(ca.serverDir, "fullchain.pem"), "utf8"),
        key: readFileSync(join(ca.serverDir, "privkey.pem"), "utf8"),
      },
    });
    const start = (environment: Record<string, string>) =>
      new Program(BRIDGE_BUNDLE, [], {
        BRIDGE_TOKEN: server.config.bridgeToken,
        OPERATOR_URL: server.operatorUrl,
        MQTT_PORT: "0",
        ...environment,
      });
    const [trusting, other] = [start({ OPERATOR_CA: ca.file }), start({})];
    await vi.waitFor(() => expect(trusting.out).toContain("connected to the match server"), WAIT);
    await vi.waitFor(() => expect(other.out).toContain('"code":"server-unreachable"'), WAIT);
    await Promise.all([trusting.kill(), other.kill()]);
    await server.stop();
  });

  test.each([
    ["MQTT_TLS_DIR", { MQTT_TLS_DIR: "/nowhere" }],
    ["OPERATOR_CA", { OPERATOR_CA: "/nowhere" }],
    ["MQTT_CA", { MQTT_URL: "mqtts://bridge-1:secret@localhost", MQTT_CA: "/nowhere" }],
  ])("%s without its file: one sentence that names it", (variable, environment) => {
    const given = { BRIDGE_TOKEN: "0123456789abcdef", ...environment };
    expect(() => readConfig(given)).toThrow(new RegExp(`^${variable} needs a PEM file at /nowhere`));
  });

  test("MQTT_TLS_DIR's certificate is used unchanged", () => {
    const { broker } = readConfig({ BRIDGE_TOKEN: "0123456789abcdef", MQTT_TLS_DIR: ca.serverDir });
    const cert = readFileSync(join(ca.serverDir, "fullchain.pem"), "utf8").trim();
    expect(broker).toMatchObject({ tls: { host: "0.0.0.0", port: 8883, cert, dir: ca.serverDir } });
  });
});
