import { EventEmitter } from "node:events";
import { ClientState } from "@colyseus/core";
import { CLOSE, parseBan, type StreamLine } from "@flower-war/protocol";
import type { StreamEnd } from "@flower-war/protocol/server";
import type { StreamWriter } from "../../cluster/stream-links.ts";
import type { ClientAuth } from "../seats/client-auth.ts";

/** Why streams end, by the codes with which WebSockets are closed for the same reasons. Others: `closed`. */
const ENDS = new Map<number, StreamEnd>([
  [CLOSE.moved, "moved"],
  [CLOSE.replaced, "replaced"],
  [CLOSE.removed, "removed"],
  [CLOSE.withheld, "withheld"],
  [CLOSE.handedOver, "handed-over"],
  [CLOSE.ended, "ended"],
  [CLOSE.expelled, "expelled"],
  [CLOSE.banned, "banned"],
]);

/** The states of an open and a closed connection in `ws`. */
const [OPEN, CLOSED] = [1, 3];

/** The code with which a connection counts as closed whose client is gone without a word (RFC 6455, 7.1.5). */
const LOST = 1006;

/** A line, and the number of the entry that it tells of; `null`: it is none to resume after. */
type Line = readonly [text: string, n: number | null];

/**
 * A client of a match's room that reads a stream. To Colyseus it is a client as any other: it joins, leaves and is counted like those
 * with a WebSocket. It never becomes `JOINED`, so no state is encoded for it; its lines come from the `Feed`.
 */
export class StreamClient {
  auth: ClientAuth | undefined;
  readonly sessionId: string;
  readonly ref = new EventEmitter();
  state: ClientState = ClientState.JOINING;
  reconnectionToken = "";
  readonly #writer: StreamWriter;
  #phase: "joining" | "catching-up" | "live" | "over" = "joining";
  /** Lines that wait until those of the past are written. */
  readonly #held: Line[] = [];

  /** @param open opens the room's end of the stream; calls `gone` if the client is gone */
  constructor(sessionId: string, open: (gone: () => void) => StreamWriter) {
    this.sessionId = sessionId;
    this.#writer = open(() => this.#close(LOST));
  }

  get readyState(): number {
    return this.isOver ? CLOSED : OPEN;
  }

  get isOver(): boolean {
    return this.#phase === "over";
  }

  /** Writes the first line, which includes everything before. Later lines wait for `goLive`. */
  begin(...line: Line): void {
    if (this.isOver) return;
    this.#phase = "catching-up";
    this.#writer.line(...line);
  }

  /** Writes an entry that was made before the first line. */
  writePast(...line: Line): void {
    if (this.#phase === "catching-up") this.#writer.line(...line);
  }

  /** Writes the held lines, and all later ones at once. */
  goLive(): void {
    if (this.#phase !== "catching-up") return;
    this.#phase = "live";
    for (const line of this.#held.splice(0)) this.#writer.line(...line);
  }

  /** Writes a line, when it is its turn. */
  write(...line: Line): void {
    if (this.#phase === "catching-up") this.#held.push(line);
    if (this.#phase === "live") this.#writer.line(...line);
  }

  /** Writes a message of the room. */
  send(type: string, payload: object): void {
    this.write(JSON.stringify({ type, ...payload }), null);
  }

  /** Frames are for WebSockets. */
  raw(): void {}
  enqueueRaw(): void {}
  sendBytes(): void {}
  error(): void {}

  leave(code = 0, reason = ""): void {
    if (this.isOver) return;
    this.#writer.end(JSON.stringify(endOf(code, reason)));
    this.#close(code);
  }

  close(code?: number, reason?: string): void {
    this.leave(code, reason);
  }

  #close(code: number): void {
    if (this.isOver) return;
    this.#phase = "over";
    this.#held.length = 0;
    this.ref.emit("close", code);
  }
}

function endOf(closeCode: number, reason: string): StreamLine {
  const code = ENDS.get(closeCode) ?? "closed";
  const ban = code === "banned" ? parseBan(reason) : null;
  const end = { type: "end", code, resume: code === "moved" } as const;
  if (ban) return { ...end, ...ban };
  return reason === "" ? end : { ...end, reason };
}
