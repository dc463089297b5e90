/** A socket, or a client of one: what Node, `ws` and MQTT.js have in common. */
interface Closing {
  on(event: "error", listener: () => void): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** Resolves when a socket is closed, also by a reset: Node's `once` would reject on the error that comes before. */
export function closed(socket: Closing): Promise<void> {
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.once("close", () => resolve());
  });
}
