/** In place of the transport of Colyseus over HTTP/3, which nothing asks for. */
export class H3TransportTransport {
  constructor() {
    throw new Error("rooms are reached by WebSocket");
  }
}
