import type { IncomingMessage, ServerResponse } from "node:http";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import type { Request, Response } from "express";
import type { StreamReader } from "../cluster/stream-links.ts";
import { refuse } from "../refusal.ts";
import type { Cancel, Time } from "../time.ts";

/** ms between two lines that only keep the connection open. */
const KEEP_ALIVE = 15_000;

/** How lines are written. */
interface Format {
  readonly type: string;
  readonly line: (text: string, n: number | null) => string;
  /** A line that says nothing. */
  readonly empty: string;
}

const JSON_LINES: Format = {
  type: "application/x-ndjson; charset=utf-8",
  line: (text) => `${text}\n`,
  empty: "\n",
};

/** The id of an event is what the client resumes after. */
const EVENTS: Format = {
  type: "text/event-stream; charset=utf-8",
  line: (text, n) => `${n === null ? "" : `id: ${n}\n`}data: ${text}\n\n`,
  empty: ":\n\n",
};

/** The last line of a stream that was lost, or whose server ends. */
const MOVED = JSON.stringify({ type: "end", code: "moved", resume: true });

/** ms after which a client may ask for a stream again that has too many connections. */
const NO_ROOM = 1_000;

interface StreamServices {
  /** Counts an answer that goes on as one of its client's connections. Returns whether there is room for it. */
  readonly holdConnection: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly time: Time;
}

/**
 * Streams until the client disconnects.
 * @throws `RefusalError` with `too-many-messages`, or as `open`
 */
export async function stream(
  { request, response }: { readonly request: Request; readonly response: Response },
  { holdConnection, time }: StreamServices,
  open: (reader: StreamResponse) => Promise<Cancel>,
): Promise<void> {
  // Express routes it here too: its answer would never end, and it would take the seat's stream.
  if (request.method === "HEAD") throw refuse("not-found");
  if (!holdConnection(request, response)) throw refuse("too-many-messages", { wait: NO_ROOM });
  const isGone = new Promise<void>((resolve) => response.once("close", resolve));
  const close = await open(new StreamResponse(request, response, time));
  void isGone.then(close);
}

/** An answer that goes on: lines of JSON, or server-sent events for who accepts these. Its head is sent with the first line. */
export class StreamResponse implements StreamReader {
  readonly #response: Response;
  readonly #format: Format;
  readonly #time: Time;
  #cancel: Cancel = () => {};

  constructor(request: Request, response: Response, time: Time) {
    this.#response = response;
    this.#time = time;
    const accepted = request.accepts("application/x-ndjson", "text/event-stream");
    this.#format = accepted === "text/event-stream" ? EVENTS : JSON_LINES;
    response.once("close", () => this.#cancel());
  }

  line(text: string, n: number | null): void {
    this.#begin();
    this.#write(this.#format.line(text, n));
  }

  end(text: string | null): void {
    this.line(text ?? MOVED, null);
    this.#cancel();
    this.#response.end();
  }

  #begin(): void {
    // The timer of a client that is gone would never be cancelled.
    if (this.#response.headersSent || this.#response.destroyed) return;
    this.#response.writeHead(200, {
      "Content-Type": this.#format.type,
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    });
    this.#cancel = this.#time.every(KEEP_ALIVE, () => this.#write(this.#format.empty), { background: true });
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#response.writableLength > SOCKET_LIMITS.unsent) this.#response.destroy();
    else this.#response.write(text);
  }
}
