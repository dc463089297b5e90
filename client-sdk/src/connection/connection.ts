import type { Reservation } from "@flower-war/protocol";
import { CONNECTION_CODES, type ConnectionCode, Refusal } from "../refusal.ts";

/**
 * Joins a room with a reservation, and resolves when the room's whole state has arrived. `State` and `Message` are what
 * the protocol defines for that room. Rejects with a `Refusal`, with an `EarlyClose` if the server closed the connection before.
 */
export type Connect = <State, Message>(
  reservation: Reservation,
  listener: ConnectionListener<State, Message>,
) => Promise<Connection>;

/** The server closed a connection before it could be used. */
export class EarlyClose extends Refusal {
  /** WebSocket close code. */
  readonly closeCode: number;

  constructor(code: ConnectionCode, closeCode: number, reason: string) {
    super({ code, message: CONNECTION_CODES[code], reason });
    this.closeCode = closeCode;
  }
}

/** One connection to one room. It cannot be used again after `closed`. */
export interface Connection {
  /** Sends a request and resolves with its answer. Rejects with a `Refusal`. */
  request<Answer>(type: string, payload: unknown): Promise<Answer>;
  /** Pings the server; calls `answered` when it replies. */
  ping(answered: () => void): void;
  /** Leaves on purpose; resolves when the connection is closed. */
  leave(): Promise<void>;
  /** Treats the connection as lost: calls `closed` with 1006 and the reason at once, whatever the other end does. */
  abandon(reason: string): void;
}

/** Receives what happens on a connection, in order. */
export interface ConnectionListener<State, Message> {
  /** The first state is about to follow; from now on the connection can be used. */
  opened(connection: Connection): void;
  /** The whole state or a patch to it has arrived. `state` is one object that keeps changing. */
  state(state: State): void;
  message(type: string, payload: Message): void;
  /** The connection was closed by either side. Called once, and only after `opened`. */
  closed(code: number, reason: string): void;
}
