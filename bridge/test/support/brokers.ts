import { vi } from "vitest";
import { addBridge } from "../../../cli/src/mosquitto.ts";
import { BRIDGE, MosquittoProcess } from "../../../test/support/mosquitto.ts";
import type { BrokerClientOptions } from "../../src/broker/broker-client.ts";
import { startEmbeddedBroker } from "../../src/broker/embedded-broker.ts";
import { brokerConnected } from "../../src/metrics.ts";
import { log } from "./log.ts";
import { WAIT } from "./raw-temple.ts";
import { system } from "./system.ts";

/** The kind of broker that tests open: the embedded one, or a real Mosquitto with the repository's configuration. */
export const brokers: { kind: "embedded" | "mosquitto" } = { kind: "embedded" };

/** A running broker, and how the bridge connects to it. */
export interface TestBroker {
  readonly port: number;
  readonly forBridge: BrokerClientOptions["broker"];
  /** Makes a temple known to it. */
  admit(templeId: string, secret: string): Promise<void>;
  /** Disconnects a temple. Only the embedded broker can. */
  disconnect(templeId: string): void;
  close(): Promise<void>;
}

export interface TestBrokerOptions {
  /** Checks a temple's secret, for the embedded broker. */
  readonly verify: (templeId: string, secret: string) => Promise<boolean>;
  /** Temples that Mosquitto knows from its start, with their secrets. */
  readonly temples?: readonly (readonly [templeId: string, secret: string])[];
  readonly connectTimeout?: number;
  /** Home Assistant's prefix and password. */
  readonly home?: { readonly prefix: string; readonly password: string };
}

/** Waits until the bridge hears temples: what they published before is lost, unless it is retained. */
export function waitUntilSubscribed(): Promise<void> {
  return vi.waitFor(async () => {
    const [connected] = (await brokerConnected.get()).values;
    if (connected?.value !== 1) throw new Error("the bridge has not subscribed");
  }, WAIT);
}

/** Opens the kind of broker that `brokers` says. */
export function openTestBroker(wanted: TestBrokerOptions): Promise<TestBroker> {
  return brokers.kind === "mosquitto" ? openMosquitto(wanted) : openEmbedded(wanted);
}

async function openMosquitto({ temples = [], home }: TestBrokerOptions): Promise<TestBroker> {
  const mosquitto = await MosquittoProcess.start({
    temples,
    admit: (folder) => home && addBridge(folder, BRIDGE.id, BRIDGE.password, home),
  });
  return {
    port: mosquitto.port,
    forBridge: mosquitto.url,
    admit: async (templeId, secret) => {
      if (!temples.some(([known]) => known === templeId)) await mosquitto.admit(templeId, secret);
    },
    disconnect: () => {
      throw new Error("the bridge cannot disconnect a client of Mosquitto");
    },
    close: () => mosquitto.stop(),
  };
}

async function openEmbedded(options: TestBrokerOptions): Promise<TestBroker> {
  const broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    bridgeId: "bridge-1",
    log,
    ...system,
    ...options,
  });
  return {
    port: broker.port,
    forBridge: broker,
    admit: async () => {},
    disconnect: (templeId) => broker.disconnect(templeId),
    close: () => broker.close(),
  };
}
