import { randomBytes } from "node:crypto";
import { type Ack, type Cmd, formatAck, formatCmd } from "@flower-war/client-sdk/temple";
import type { MqttLine } from "./mqtt.ts";

/** What the bridge says to a temple beside its display. */
export class Voice {
  readonly #mqtt: MqttLine;

  constructor(mqtt: MqttLine) {
    this.#mqtt = mqtt;
  }

  ack(templeId: string, ack: Ack): void {
    this.#mqtt.publish({ to: "down", templeId, channel: "ack" }, formatAck(ack));
  }

  /** Asks a temple to do something. */
  command(templeId: string, op: Cmd["op"]): void {
    const id = randomBytes(4).toString("hex");
    this.#mqtt.publish({ to: "down", templeId, channel: "cmd" }, formatCmd({ id, op }));
  }
}
