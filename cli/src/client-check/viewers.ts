import type { IncomingMessage, ServerResponse } from "node:http";
import { CLOSE, type StreamLine } from "@flower-war/protocol";
import type WebSocket from "ws";
import { FRAME, formatMessage } from "./frames.ts";
import { GOLDEN, type GoldenStep } from "./golden.ts";
import type { Story } from "./story.ts";

/** How a client is told of the match. */
export type Door = "json" | "websocket";

/** A connection over which a client is told of the match. */
export interface Viewer {
  readonly door: Door;
  /** Sends the whole match, and all entries after `after`. */
  begin(after: number | null): void;
  tell(step: GoldenStep): void;
  /** Tells what the client knows already. */
  tellAgain(step: GoldenStep): void;
  /** Tells what only a newer server has. */
  tellUnknown(): void;
  /** Says that it ends, and why; or cuts it. */
  end(code: "moved" | "replaced" | "closed" | null): void;
  /** Tells and answers nothing any more. */
  mute(): void;
  readonly isMute: boolean;
}

/** A message and a line that no client knows. */
const UNKNOWN = { colour: "green", over: ["red", null] };

/** A stream of the JSON API. */
export class StreamViewer implements Viewer {
  readonly door = "json";
  readonly #story: Story;
  readonly #response: ServerResponse;
  readonly #isEvents: boolean;
  readonly #timer: NodeJS.Timeout;
  isMute = false;

  /** @param keepAlive ms between two empty lines */
  constructor(story: Story, request: IncomingMessage, response: ServerResponse, keepAlive: number) {
    this.#story = story;
    this.#response = response;
    this.#isEvents = /\btext\/event-stream\b/.test(request.headers.accept ?? "");
    response.writeHead(200, {
      "content-type": this.#isEvents ? "text/event-stream" : "application/x-ndjson",
      "cache-control": "no-store",
    });
    this.#timer = setInterval(() => this.#write(this.#isEvents ? ":\n\n" : "\n"), keepAlive);
    response.once("close", () => clearInterval(this.#timer));
  }

  begin(after: number | null): void {
    this.#line({ type: "match", ...this.#story.match }, this.#story.n);
    if (after === null) return;
    const past = GOLDEN.steps.flatMap(({ lines }) => lines);
    for (const line of past) {
      if (line.type !== "entry" || line.n <= after || line.n > this.#story.n) continue;
      const { type, n, seat, events } = line;
      this.#line(this.#story.tailor({ type, n, seat, events, at: Date.now() }), n);
    }
  }

  tell({ lines }: GoldenStep): void {
    for (const line of lines) this.#line(this.#story.tailor(line), line.type === "entry" ? line.n : null);
  }

  tellAgain({ match: { awaiting } }: GoldenStep): void {
    this.#line({ type: "change", awaiting }, null);
  }

  tellUnknown(): void {
    this.#line({ type: "aurora", ...UNKNOWN } as unknown as StreamLine, null);
    this.#write(this.#isEvents ? ":\n\n" : "\n\n");
  }

  end(code: "moved" | "replaced" | "closed" | null): void {
    if (code === null) this.#response.destroy();
    else {
      this.#line({ type: "end", code, resume: code === "moved" }, null);
      this.#response.end();
    }
  }

  mute(): void {
    this.isMute = true;
  }

  #line(line: StreamLine, n: number | null): void {
    const text = JSON.stringify(line);
    this.#write(this.#isEvents ? `${n === null ? "" : `id: ${n}\n`}data: ${text}\n\n` : `${text}\n`);
  }

  #write(text: string): void {
    if (!this.isMute && !this.#response.writableEnded) this.#response.write(text);
  }
}

/** A WebSocket of the room. */
export class SocketViewer implements Viewer {
  readonly door = "websocket";
  readonly #story: Story;
  readonly #socket: WebSocket;
  isMute = false;

  constructor(story: Story, socket: WebSocket) {
    this.#story = story;
    this.#socket = socket;
    socket.on("ping", (data: Buffer) => {
      if (!this.isMute) socket.pong(data);
    });
  }

  begin(): void {
    this.send(this.#story.frame(this.#story.step.whole));
  }

  tell({ frames }: GoldenStep): void {
    for (const frame of frames) this.send(this.#story.frame(frame));
  }

  tellAgain({ frames }: GoldenStep): void {
    for (const frame of frames.map((recorded) => this.#story.frame(recorded)))
      if (frame[0] === FRAME.patch) this.send(frame);
  }

  tellUnknown(): void {
    this.send(Uint8Array.of(FRAME.unknown, 1, 2, 3));
    this.send(formatMessage("aurora", UNKNOWN));
    if (!this.isMute) this.#socket.ping();
  }

  end(code: "moved" | "replaced" | "closed" | null): void {
    if (code === null) this.#socket.terminate();
    else this.#socket.close(CLOSE[code]);
  }

  mute(): void {
    this.isMute = true;
  }

  send(frame: Uint8Array): void {
    if (!this.isMute) this.#socket.send(frame);
  }
}
