/** In place of the transport of Colyseus over HTTP/3, which nothing asks for. */
export function H3TransportTransport(): never {
  throw new Error("rooms are reached by WebSocket");
}
