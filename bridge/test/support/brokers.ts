import { admitTemple } from "../../../cli/src/mosquitto.ts";
import { MosquittoProcess } from "../../../test/support/mosquitto.ts";
import { openBroker } from "../../src/broker.ts";
import type { MqttOptions } from "../../src/mqtt.ts";
import { log } from "./log.ts";

/** The broker that worlds have: the embedded one, or a real Mosquitto with the tree's configuration. */
export const brokers: { kind: "embedded" | "mosquitto" } = { kind: "embedded" };

/** A broker that is open, and how the bridge connects to it. */
export interface OpenBroker {
  readonly port: number;
  readonly forBridge: MqttOptions["broker"];
  /** Makes sure that it knows a temple. */
  admit(templeId: string, secret: string): Promise<void>;
  /** Cuts a temple off. A broker somewhere else is not the bridge's to do that at. */
  drop(templeId: string): void;
  close(): Promise<void>;
}

export interface Wanted {
  /** Is this the temple's secret? For the broker that asks. */
  readonly verify: (templeId: string, secret: string) => Promise<boolean>;
  /** Temples known from the beginning, with their secrets. */
  readonly temples?: readonly (readonly [templeId: string, secret: string])[];
  readonly connectTimeout?: number;
}

/** Opens the kind of broker that `brokers` says. */
export function openSomeBroker(wanted: Wanted): Promise<OpenBroker> {
  return brokers.kind === "mosquitto" ? openMosquitto(wanted) : openEmbedded(wanted);
}

async function openMosquitto({ temples = [] }: Wanted): Promise<OpenBroker> {
  const mosquitto = await MosquittoProcess.start((folder) => {
    for (const [templeId, secret] of temples) admitTemple(folder, templeId, secret);
  });
  return {
    port: mosquitto.port,
    forBridge: mosquitto.url,
    admit: async (templeId, secret) => {
      if (!temples.some(([known]) => known === templeId)) await mosquitto.admit(templeId, secret);
    },
    drop: () => {
      throw new Error("Mosquitto cuts nobody off for the bridge");
    },
    close: () => mosquitto.stop(),
  };
}

/** It asks the server. */
async function openEmbedded({ verify, connectTimeout = 10_000 }: Wanted): Promise<OpenBroker> {
  const broker = await openBroker({
    host: "127.0.0.1",
    port: 0,
    bridgeId: "bridge-1",
    verify,
    log,
    connectTimeout,
  });
  return {
    port: broker.port,
    forBridge: broker,
    admit: async () => {},
    drop: (templeId) => broker.drop(templeId),
    close: () => broker.close(),
  };
}
