import type { Socket } from "node:net";
import type { WebSocket } from "ws";

/** The TCP socket under a WebSocket. Corked, it keeps what it is given by reference, as it does when the line is full. */
export function lineOf(socket: WebSocket): Socket {
  return Reflect.get(socket, "_socket") as Socket;
}
