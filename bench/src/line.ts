import { once } from "node:events";
import { WebSocket } from "ws";

/** One client's connection. It counts what comes, and hands on the frames. */
export class Line {
  readonly #socket: WebSocket;
  received = 0;
  /** Whom to tell of every frame. */
  hear: (frame: Buffer) => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const frame = data as Buffer;
      this.received += frame.length;
      this.hear(frame);
    });
    socket.on("error", () => {});
  }

  /** @param hear is told from the first frame on */
  static async open(url: string, hear: (line: Line, frame: Buffer) => void): Promise<Line> {
    const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
    const line = new Line(socket);
    line.hear = (frame) => hear(line, frame);
    await once(socket, "open");
    return line;
  }

  send(data: Uint8Array | string): void {
    this.#socket.send(data);
  }

  close(): void {
    this.#socket.terminate();
  }
}
