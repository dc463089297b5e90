import { type Random, randomHex } from "@flower-war/protocol/ports";
import {
  type Ack,
  type Cmd,
  type Display,
  formatAck,
  formatCmd,
  formatDisplay,
} from "@flower-war/protocol/temple";
import type { BrokerPort } from "../broker/broker-port.ts";

/** Publishes messages to temples. */
export class TemplePublisher {
  readonly #broker: BrokerPort;
  readonly #random: Random;

  constructor(broker: BrokerPort, random: Random) {
    this.#broker = broker;
    this.#random = random;
  }

  publishAck(templeId: string, ack: Ack): void {
    this.#broker.publish({ to: "down", templeId, channel: "ack" }, formatAck(ack));
  }

  /** Publishes a command with a new id. */
  publishCommand(templeId: string, op: Cmd["op"]): void {
    const id = randomHex(this.#random, 4);
    this.#broker.publish({ to: "down", templeId, channel: "cmd" }, formatCmd({ id, op }));
  }

  publishDisplay(templeId: string, display: Display): void {
    this.#broker.publish({ to: "down", templeId, channel: "display" }, formatDisplay(display));
  }
}
