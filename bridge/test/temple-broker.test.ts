import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makeCa, type TestCa } from "../../test/support/certificates.ts";
import { interfaceAt } from "../../test/support/interfaces.ts";
import { lacks } from "../../test/support/programs.ts";
import { describeTempleBroker, findDefaultAddress, type Machine } from "../src/broker/temple-broker.ts";
import type { BrokerConfig, TlsConfig } from "../src/config.ts";

const MACHINE: Machine = {
  interfaces: {
    lo: [interfaceAt("127.0.0.1", true)],
    docker0: [interfaceAt("172.17.0.1")],
    eth0: [interfaceAt("192.168.1.20")],
    wlan0: [interfaceAt("192.168.7.30")],
  },
  defaultAddress: null,
};
const PORTS = { port: 18_830, tlsPort: null };
const embedded = (host: string, tls: TlsConfig | null = null): BrokerConfig => ({
  host,
  port: 0,
  tls,
  socketsPerAddress: 500,
});

describe("how temples reach the embedded broker", () => {
  test.each([
    ["at the machine's address at home, with the port that it has", "0.0.0.0", null, "192.168.1.20"],
    ["of several at that of the default route", "::", "192.168.7.30", "192.168.7.30"],
    ["a default route to elsewhere than home changes nothing", "0.0.0.0", "203.0.113.7", "192.168.1.20"],
    ["where it listens", "192.168.7.30", null, "192.168.7.30"],
    ["where it listens, by IPv6", "fd00::7", null, "[fd00::7]"],
  ])("%s", (_what, host, defaultAddress, expected) => {
    const broker = describeTempleBroker(null, embedded(host), PORTS, { ...MACHINE, defaultAddress });
    expect(broker).toEqual({ url: `mqtt://${expected}:18830`, pin: null });
  });

  test("not at all while it listens for its own machine alone, or has no address at home", () => {
    const describeAt = (host: string, machine = MACHINE) =>
      describeTempleBroker(null, embedded(host), PORTS, machine);
    expect(describeAt("127.0.0.1")).toBeNull();
    expect(describeAt("localhost")).toBeNull();
    expect(describeAt("::1")).toBeNull();
    expect(describeAt("0.0.0.0", { interfaces: {}, defaultAddress: null })).toBeNull();
  });

  test("as TEMPLE_BROKER_URL says", () => {
    const broker = describeTempleBroker("mqtt://play.example", embedded("127.0.0.1"), PORTS, MACHINE);
    expect(broker).toEqual({ url: "mqtt://play.example", pin: null });
  });
});

test("it is unknown how temples reach another broker, unless TEMPLE_BROKER_URL says it", () => {
  const other: BrokerConfig = { url: "mqtt://bridge-1:secret@mosquitto:1883", ca: null };
  expect(describeTempleBroker(null, other, null, MACHINE)).toBeNull();
  const url = "mqtts://play.example";
  expect(describeTempleBroker(url, other, null, MACHINE)).toEqual({ url, pin: null });
});

test("the address of the default route is one of this machine's, if there is one", async () => {
  const address = await findDefaultAddress();
  if (address !== null) expect(address).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
});

describe.skipIf(lacks("openssl"))("[A-4] with TLS", () => {
  const ports = { port: 1883, tlsPort: 18_883 };
  let ca: TestCa;
  let leaf = "";
  let pin = "";
  beforeAll(() => {
    ca = makeCa("flower-war-test", "DNS:*.example,DNS:localhost,IP:127.0.0.1,DNS:play.example");
    leaf = readFileSync(join(ca.serverDir, "fullchain.pem"), "utf8");
    const key = new X509Certificate(ca.pem).publicKey.export({ type: "spki", format: "der" });
    pin = createHash("sha256").update(key).digest("hex");
  });
  afterAll(() => ca?.remove());
  const url = "mqtts://play.example:18883";
  const describeWith = (cert: string, host = "0.0.0.0", templeUrl: string | null = null, cas?: string[]) => {
    const broker = embedded("0.0.0.0", { host, port: 0, dir: "", cert, key: "" });
    return describeTempleBroker(templeUrl, broker, ports, MACHINE, cas);
  };

  test("by a name of its certificate, with the key of the CA that ends its chain", () => {
    expect(describeWith(leaf + ca.pem)).toEqual({ url: "mqtts://play.example:18883", pin });
    expect(describeWith(leaf + ca.pem, "0.0.0.0", "mqtts://other.example")).toEqual({
      url: "mqtts://other.example",
      pin,
    });
  });

  test("never with the key of the server's own certificate", () => {
    expect(describeWith(leaf)).toEqual({ url: "mqtts://play.example:18883", pin: null });
  });

  test("by the CAs that browsers trust, where one of them ends its chain", () => {
    const cas = [...getCACertificates("bundled").slice(0, 3), ca.pem];
    expect(describeWith(leaf, "0.0.0.0", null, cas)).toEqual({ url, pin: "public" });
    expect(describeWith(leaf + ca.pem, "0.0.0.0", null, cas)).toEqual({ url, pin });
  });

  test("not so where this machine alone trusts the CA: temples do not know it", () => {
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, ca.pem]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    expect(describeWith(leaf)).toEqual({ url, pin: null });
    expect(describeWith(leaf + ca.pem)).toEqual({ url, pin });
  });

  test("without it, where TLS is for its own machine alone", () => {
    expect(describeWith(leaf + ca.pem, "127.0.0.1")).toEqual({ url: "mqtt://192.168.1.20:1883", pin: null });
  });
});
