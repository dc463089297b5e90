import type { MatchRequests, Reservation, WireEntry } from "@flower-war/protocol";
import type { SyncedFlowerWar } from "@flower-war/protocol/flower-war";
import { Requests } from "./requests.ts";
import { JOINED, LEAVE, parseFrame, type StateDecoder } from "./wire.ts";

/** The part of a WebSocket that a connection needs: k6's, Node's and a browser's have it. */
export interface Socket {
  binaryType: string;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close" | "error", listener: () => void): void;
  send(data: ArrayBuffer): void;
  close(): void;
}

/** Why a connection ended: the client `left` the match or `dropped` the connection; otherwise it was `lost`. */
export type Ending = "left" | "dropped" | "lost";

/** Returns the WebSocket URL that a reservation is for. */
export function addressOf(url: string, { publicAddress, processId, roomId, sessionId }: Reservation): string {
  const host = publicAddress ?? url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const scheme = url.startsWith("https:") ? "wss" : "ws";
  return `${scheme}://${host}/${processId}/${roomId}?sessionId=${sessionId}`;
}

/** One client's connection to a match, with a seat or as a spectator. */
export class MatchConnection {
  readonly #socket: Socket;
  readonly #requests: Requests;
  /** The seat of each entry that was received, by the entry's number. */
  readonly #entries = new Map<number, string>();
  #decoder: StateDecoder | null = null;
  #hasState = false;
  #ending: Ending = "lost";
  #onChange: () => void = () => {};
  /** Resolves when the connection has ended. */
  readonly ended: Promise<Ending>;

  private constructor(
    socket: Socket,
    pause: (ms: number) => Promise<unknown>,
    onState: () => void,
    onFailure: (reason: Error) => void,
  ) {
    this.#socket = socket;
    this.#requests = new Requests((frame) => this.#send(frame), pause);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      this.#receive(new Uint8Array(data as ArrayBuffer));
      if (this.#hasState) onState();
    });
    // A close follows.
    socket.addEventListener("error", () => {});
    this.ended = new Promise((resolve) => {
      socket.addEventListener("close", () => {
        const closed = new Error(`the connection was ${this.#ending}`);
        onFailure(closed);
        this.#requests.rejectAll(closed);
        resolve(this.#ending);
        this.#onChange();
      });
    });
  }

  /**
   * Joins a match over a socket opened at `addressOf` a reservation. Resolves when the first state is there.
   * @param pause resolves after so many ms
   */
  static join(socket: Socket, pause: (ms: number) => Promise<unknown>): Promise<MatchConnection> {
    return new Promise((resolve, reject) => {
      const connection: MatchConnection = new MatchConnection(
        socket,
        pause,
        () => resolve(connection),
        reject,
      );
    });
  }

  /** The match as this client has received it. */
  get state(): SyncedFlowerWar {
    if (this.#decoder === null) throw new Error("there is no state yet");
    return this.#decoder.state;
  }

  /** Returns the seat whose command entry `n` is, if this client has received the entry. */
  seatOfEntry(n: number): string | undefined {
    return this.#entries.get(n);
  }

  /** Sets the one listener that is called after each change and at the end. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /**
   * Sends a request; resolves with its answer. Rejects if the connection ends before.
   * @throws RequestRefused, except for `too-many-messages`: then it is repeated
   */
  async request<K extends keyof MatchRequests>(
    type: K,
    payload: MatchRequests[K]["payload"],
  ): Promise<MatchRequests[K]["answer"]> {
    return (await this.#requests.send(type, payload)) as MatchRequests[K]["answer"];
  }

  /** Leaves the match for good. */
  async leave(): Promise<void> {
    this.#ending = "left";
    this.#send(LEAVE);
    await this.ended;
  }

  /** Closes the connection without leaving: the seat's token may take the seat again. */
  async drop(): Promise<void> {
    this.#ending = "dropped";
    this.#socket.close();
    await this.ended;
  }

  #send(frame: Uint8Array): void {
    this.#socket.send(frame.slice().buffer);
  }

  #receive(bytes: Uint8Array): void {
    const frame = parseFrame(bytes);
    switch (frame.kind) {
      case "joined":
        this.#decoder = frame.decoder;
        return this.#send(JOINED);
      case "state":
        this.#hasState = true;
        this.#decoder?.decode(frame.bytes, frame.from);
        return this.#onChange();
      case "patch":
        this.#decoder?.decode(frame.bytes, frame.from);
        return this.#onChange();
      case "message":
        if (frame.type === "entry") this.#storeEntry(frame.payload as WireEntry);
        return undefined;
      case "answer":
        return this.#requests.settle(frame);
      case "other":
        return undefined;
    }
  }

  #storeEntry([n, seat]: WireEntry): void {
    this.#entries.set(n, seat);
  }
}
