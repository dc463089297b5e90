import type { IncomingMessage, ServerResponse } from "node:http";
import { LIMITS, REFUSAL_CODES } from "@flower-war/protocol";

/** A refusal, also by a code that no client knows. */
export interface Refused {
  readonly code: string;
  readonly wait?: number;
  readonly field?: string;
  readonly supported?: object;
}

/** How a request is answered, at either door. */
export interface Reply {
  /** @param status of HTTP */
  readonly answer: (status: number, body: object) => void;
  readonly refuse: (refused: Refused) => void;
  /** Cuts the connection. */
  readonly drop: () => void;
}

interface Pending extends Pick<Reply, "refuse" | "drop"> {
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** A request for a seat that the client does not have. */
export interface PendingSeat extends Pending {
  readonly accept: () => void;
}

/** A client that comes back to its seat. */
export interface PendingReturn extends Pending {
  /** The last entry that it has, as it says; `null`: it says nothing. */
  readonly after: number | null;
  readonly accept: () => void;
}

export interface PendingCommand extends Pending {
  readonly id: string;
  readonly command: { readonly type: string };
  /** Plays it, tells it and answers it. */
  readonly accept: () => void;
}

/** A queue of what a client sends. */
export class Mailbox<T> {
  readonly #waiting: T[] = [];
  #wake: () => void = () => {};
  #ended: string | null = null;

  put(item: T): void {
    this.#waiting.push(item);
    this.#wake();
  }

  /** Why nothing more comes. */
  end(reason: string): void {
    this.#ended ??= reason;
    this.#wake();
  }

  /** Resolves with the next item, or with why none has come within `ms`. */
  async take(
    ms: number,
  ): Promise<{ readonly item: T } | { readonly item?: undefined; readonly reason: string }> {
    const late = performance.now() + ms;
    for (;;) {
      const [item] = this.#waiting.splice(0, 1);
      if (item !== undefined) return { item };
      if (this.#ended !== null) return { reason: this.#ended };
      const left = late - performance.now();
      if (left <= 0) return { reason: `the check waited ${ms / 1000} s` };
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type, last-event-id",
  "access-control-allow-methods": "GET, POST, PATCH, DELETE",
};

/** Replies over HTTP. `read` resolves with the request's body, `{}` without one; `null`: it was answered already. */
export function webReply(
  request: IncomingMessage,
  response: ServerResponse,
): Reply & { readonly read: () => Promise<object | null> } {
  const answer = (status: number, body: object, headers: Record<string, string> = {}) => {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  const refuse = (refused: Refused) => {
    const { wait } = refused;
    const retry = wait === undefined ? {} : { "retry-after": String(Math.ceil(wait / 1000)) };
    const { status = 409 } = known(refused.code);
    answer(status, { message: messageOf(refused.code), ...refused }, retry);
  };
  const read = async () => {
    if (request.method === "OPTIONS") {
      answer(204, {});
      return null;
    }
    try {
      const chunks: Buffer[] = [];
      // Throws if the client ends meanwhile.
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      if (text.length > LIMITS.payload) throw new Error("too large");
      return Object(text === "" ? {} : JSON.parse(text)) as object;
    } catch {
      refuse({ code: "bad-request" });
      return null;
    }
  };
  return { answer, refuse, drop: () => void response.destroy(), read };
}

/** Replies to a request of the room. */
export function socketReply(send: (isRefused: boolean, body: object) => void, drop: () => void): Reply {
  return {
    answer: (_, body) => send(false, body),
    refuse: (refused) => send(true, { message: messageOf(refused.code), ...refused }),
    drop,
  };
}

function known(code: string): { readonly status?: number; readonly message?: string } {
  return Object.hasOwn(REFUSAL_CODES, code) ? REFUSAL_CODES[code as keyof typeof REFUSAL_CODES] : {};
}

function messageOf(code: string): string {
  return known(code).message ?? "the server refused this";
}
