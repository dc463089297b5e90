import { setTimeout as pause } from "node:timers/promises";
import type { Reservation } from "@flower-war/protocol";
import { addressOf } from "@flower-war/loadtest/match-connection";
import { Requests } from "@flower-war/loadtest/requests";
import { type Frame, FRAME_KINDS, JOINED, parseFrame, type StateDecoder } from "@flower-war/loadtest/wire";
import { CountingSocket } from "../counting-socket.ts";

/** A client of a Colyseus room. To keep the bench fast, only one client of a match decodes the state. */
export class RoomClient {
  readonly #socket: CountingSocket;
  readonly #requests: Requests;
  #decoder: StateDecoder | null = null;
  /** Bytes of handshake and first state. */
  first = 0;

  private constructor(socket: CountingSocket) {
    this.#socket = socket;
    this.#requests = new Requests((frame) => socket.send(frame), pause);
  }

  /**
   * Joins a room with a reservation. Resolves when the first state is there.
   * @param onFrame called with the kind of each later frame
   */
  static async join(
    url: string,
    reservation: Reservation,
    decodes: boolean,
    onFrame: (kind: Frame["kind"]) => void,
  ): Promise<RoomClient> {
    const { promise: joined, resolve } = Promise.withResolvers<void>();
    let client: RoomClient | null = null;
    const socket = await CountingSocket.open(addressOf(url, reservation), (from, bytes) => {
      client ??= new RoomClient(from);
      if (client.#receive(bytes, decodes)) return resolve();
      onFrame(FRAME_KINDS[bytes[0] ?? 0] ?? "other");
    });
    client ??= new RoomClient(socket);
    await joined;
    return client;
  }

  /** Bytes received after the first state. */
  get received(): number {
    return this.#socket.received - this.first;
  }

  get state(): unknown {
    return this.#decoder?.state;
  }

  /**
   * Sends a request; resolves with the answer's payload.
   * @throws RequestRefused, except for `too-many-messages`: then it is repeated
   */
  request(type: string, payload: object): Promise<unknown> {
    return this.#requests.send(type, payload);
  }

  close(): void {
    this.#socket.close();
  }

  /** Returns whether this was the first state. */
  #receive(bytes: Buffer, decodes: boolean): boolean {
    const kind = FRAME_KINDS[bytes[0] ?? 0];
    if (kind === "joined") {
      const frame = parseFrame(bytes);
      if (decodes && frame.kind === "joined") this.#decoder = frame.decoder;
      this.#socket.send(JOINED);
    }
    if (decodes && (kind === "state" || kind === "patch")) this.#decoder?.decode(bytes, { offset: 1 });
    if (kind === "answer") {
      const frame = parseFrame(bytes);
      if (frame.kind === "answer") this.#requests.settle(frame);
    }
    if (kind !== "state" || this.first > 0) return false;
    this.first = this.#socket.received;
    return true;
  }
}
