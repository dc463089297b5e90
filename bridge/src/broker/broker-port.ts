import type { Topic, UpChannel } from "@flower-war/protocol/temple";

/** A message that a temple published. */
export interface IncomingMessage {
  readonly templeId: string;
  readonly channel: UpChannel;
  readonly payload: Uint8Array;
  /** RETAIN=1: a copy that the broker stored, not a new message (T-2). */
  readonly retained: boolean;
}

/** A message on a topic that is none of the protocol's. */
export interface OtherMessage {
  readonly payload: Buffer;
  readonly retained: boolean;
}

/** The bridge's connection to the broker. */
export interface BrokerPort {
  /** Sets the one listener for messages from temples. */
  onMessage(listener: (message: IncomingMessage) => void): void;
  /** Sets the one listener for each time the connection is established. */
  onConnected(listener: () => void): void;
  /** Publishes with the QoS and RETAIN of the topic. Without a connection the message is dropped. */
  publish(topic: Topic, payload: string): void;
}

/** The part of that connection that Home Assistant needs. */
export interface HomeBrokerPort {
  /** Subscribes on each connection to topics that are none of the protocol's, and sets the one listener for them. */
  subscribe(filters: readonly string[], listener: (name: string, message: OtherMessage) => void): void;
  /** Publishes a retained message on such a topic. Without a connection it is dropped. */
  publishRetained(name: string, payload: string): void;
  /** Publishes a message on such a topic that the broker does not retain. Without a connection it is dropped. */
  publishEvent(name: string, payload: string): void;
}
