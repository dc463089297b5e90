import type {
  Fault,
  FlowerWarState,
  MatchRequests,
  Reservation,
  WireEntry,
} from "@flower-war/client-sdk/protocol";
import { formatRequest, JOINED, LEAVE, parseFrame, type StateDecoder } from "./wire.ts";

/** The part of a WebSocket that a chair needs: k6's, Node's and a browser's have it. */
export interface Socket {
  binaryType: string;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close" | "error", listener: () => void): void;
  send(data: ArrayBuffer): void;
  close(): void;
}

/** A request that the server refused, by the fault's code. */
export class Refused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`refused: ${fault.code}`);
    this.fault = fault;
  }
}

/** Why a chair is empty: its sitter `left`, or stood up without a word (`dropped`), or nobody knows (`lost`). */
export type Ending = "left" | "dropped" | "lost";

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Error) => void;
}

/** Where a room is to be found. */
export function addressOf(url: string, { publicAddress, processId, roomId, sessionId }: Reservation): string {
  const host = publicAddress ?? url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const scheme = url.startsWith("https:") ? "wss" : "ws";
  return `${scheme}://${host}/${processId}/${roomId}?sessionId=${sessionId}`;
}

/** One connection to a match: a seat's or a spectator's. */
export class Chair {
  readonly #socket: Socket;
  readonly #pending = new Map<number, Pending>();
  readonly #entries = new Map<number, string>();
  #requests = 0;
  #decoder: StateDecoder | null = null;
  #seated = false;
  #ending: Ending = "lost";
  #onChange: () => void = () => {};
  /** Resolves when the connection is closed. */
  readonly ended: Promise<Ending>;

  private constructor(socket: Socket, onState: () => void, onFailure: (reason: Error) => void) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      this.#hear(new Uint8Array(data as ArrayBuffer));
      if (this.#seated) onState();
    });
    // A close follows.
    socket.addEventListener("error", () => {});
    this.ended = new Promise((resolve) => {
      socket.addEventListener("close", () => {
        const lost = new Error(`the connection was ${this.#ending}`);
        onFailure(lost);
        for (const { reject } of this.#pending.values()) reject(lost);
        this.#pending.clear();
        resolve(this.#ending);
        this.#onChange();
      });
    });
  }

  /** Sits down on a socket that was opened at `addressOf` a reservation. Resolves with the first state. */
  static sit(socket: Socket): Promise<Chair> {
    return new Promise((resolve, reject) => {
      const chair: Chair = new Chair(socket, () => resolve(chair), reject);
    });
  }

  /** The match as this chair sees it. */
  get state(): FlowerWarState {
    if (this.#decoder === null) throw new Error("no state came yet");
    return this.#decoder.state;
  }

  /** Who made entry `n`, if this chair was told of it. */
  whoMade(n: number): string | undefined {
    return this.#entries.get(n);
  }

  /** Whom to tell of every change, the end included; one listener. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Rejects with `Refused`, or when the connection is closed. */
  ask<K extends keyof MatchRequests>(
    type: K,
    payload: MatchRequests[K]["payload"],
  ): Promise<MatchRequests[K]["answer"]> {
    const id = ++this.#requests;
    return new Promise<MatchRequests[K]["answer"]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send(formatRequest(id, type, payload));
    });
  }

  /** Takes leave for good. */
  async leave(): Promise<void> {
    this.#ending = "left";
    this.#send(LEAVE);
    await this.ended;
  }

  /** Is gone without a word; whoever has the seat's token may come back. */
  async drop(): Promise<void> {
    this.#ending = "dropped";
    this.#socket.close();
    await this.ended;
  }

  #send(frame: Uint8Array): void {
    this.#socket.send(frame.slice().buffer);
  }

  #hear(bytes: Uint8Array): void {
    const frame = parseFrame(bytes);
    switch (frame.kind) {
      case "joined":
        this.#decoder = frame.decoder;
        return this.#send(JOINED);
      case "state":
        this.#seated = true;
        this.#decoder?.decode(frame.bytes, frame.from);
        return this.#onChange();
      case "patch":
        this.#decoder?.decode(frame.bytes, frame.from);
        return this.#onChange();
      case "message":
        if (frame.type === "entry") this.#note(frame.payload as WireEntry);
        return undefined;
      case "answer":
        return this.#settle(frame.id, frame.refused, frame.payload);
      case "other":
        return undefined;
    }
  }

  #note([n, seat]: WireEntry): void {
    this.#entries.set(n, seat);
  }

  #settle(id: number, refused: boolean, payload: unknown): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (refused) pending?.reject(new Refused(payload as Fault));
    else pending?.resolve(payload as never);
  }
}
