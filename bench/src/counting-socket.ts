import { once } from "node:events";
import { WebSocket } from "ws";

/** A client's WebSocket that counts the bytes it receives. */
export class CountingSocket {
  readonly #socket: WebSocket;
  /** Bytes received so far. */
  received = 0;
  /** Called with each frame. */
  onFrame: (frame: Buffer) => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const frame = data as Buffer;
      this.received += frame.length;
      this.onFrame(frame);
    });
    socket.on("error", () => {});
  }

  /**
   * Opens a connection.
   * @param onFrame called with each frame, from the first one on
   */
  static async open(
    url: string,
    onFrame: (socket: CountingSocket, frame: Buffer) => void,
  ): Promise<CountingSocket> {
    const webSocket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
    const socket = new CountingSocket(webSocket);
    socket.onFrame = (frame) => onFrame(socket, frame);
    await once(webSocket, "open");
    return socket;
  }

  send(data: Uint8Array | string): void {
    this.#socket.send(data);
  }

  close(): void {
    this.#socket.terminate();
  }
}
