import type { RefusalBody } from "@flower-war/protocol";
import { type Answer, formatRequest } from "./wire.ts";

/** The server refused a request. */
export class RequestRefused extends Error {
  readonly refusal: RefusalBody;

  constructor(refusal: RefusalBody) {
    super(`refused: ${refusal.code}`);
    this.refusal = refusal;
  }
}

interface Pending {
  readonly resolve: (payload: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * How many times as long as a refusal says a client waits, so that its next messages are accepted too: the server closes
 * clients that are refused too often.
 */
const EXTRA_WAIT = 10;

/** The requests of one connection. They keep to the server's limit on messages. */
export class Requests {
  readonly #sendFrame: (frame: Uint8Array) => void;
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /** @param pause resolves after so many ms: each runtime has its own timers */
  constructor(sendFrame: (frame: Uint8Array) => void, pause: (ms: number) => Promise<unknown>) {
    this.#sendFrame = sendFrame;
    this.#pause = pause;
  }

  /**
   * Sends a request and resolves with the answer's payload. Repeats it after a pause if the server refuses it as one of
   * `too-many-messages`.
   * @throws RequestRefused
   */
  async send(type: string, payload: object): Promise<unknown> {
    try {
      return await this.#sendOnce(type, payload);
    } catch (error) {
      if (!(error instanceof RequestRefused) || error.refusal.code !== "too-many-messages") throw error;
      await this.#pause(EXTRA_WAIT * (error.refusal.wait ?? 0));
      return this.send(type, payload);
    }
  }

  /** Settles the request that an answer names. */
  settle({ id, refused, payload }: Answer): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (refused) pending?.reject(new RequestRefused(payload as RefusalBody));
    else pending?.resolve(payload);
  }

  /** Rejects all requests that have no answer yet. */
  rejectAll(reason: Error): void {
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  #sendOnce(type: string, payload: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#sendFrame(formatRequest(id, type, payload));
    });
  }
}
