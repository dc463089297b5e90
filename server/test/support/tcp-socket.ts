import type { Socket } from "node:net";
import type { WebSocket } from "ws";

/** Returns the TCP socket of a WebSocket. Corked, it holds what it is given by reference, as one with a full window does. */
export function tcpSocketOf(socket: WebSocket): Socket {
  return Reflect.get(socket, "_socket") as Socket;
}
