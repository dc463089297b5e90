import { CLOSE, LIMITS } from "@flower-war/client-sdk/protocol";
import { WebSocket } from "ws";
import { TokenBucket } from "./token-bucket.ts";

/** Unsent bytes at which a client that does not read is cut. */
const MOST_UNSENT = 1024 * 1024;
/** ms between two pings to one socket: a dead one is noticed within two of them. */
const PING_INTERVAL = 15_000;
/** Messages over the limit, at the most, before their sender is closed; one a second is forgotten. */
const FORBEARANCE = 100;

type Send = Parameters<WebSocket["send"]>;
type SendOptions = Extract<Send[1], { binary?: boolean | undefined }>;
type Sent = (error?: Error) => void;

/** A server-side socket that cuts clients that flood, that do not read, or that are gone, whatever room they are in. */
export class GuardedSocket extends WebSocket {
  readonly #allowance = new TokenBucket(LIMITS.messages.perSecond, LIMITS.messages.burst);
  readonly #forbearance = new TokenBucket(1, FORBEARANCE);
  #wait = 0;
  #alive = true;
  #trusted = false;

  /** For the message that is being handled: ms until its like will be allowed; 0: it is. */
  get wait(): number {
    return this.#wait;
  }

  /** Begins to count messages and to ping. To be called before anybody else listens. */
  guard(): void {
    this.on("message", () => this.#count());
    this.on("pong", () => this.#seen());
    this.#watch();
  }

  /** Lifts the limit on messages. */
  trust(): void {
    this.#trusted = true;
  }

  /**
   * Sends a copy. Colyseus encodes every patch of a room into one and the same buffer, and what the kernel does not take
   * at once is kept by reference: a client whose line is full would get the bytes of later patches in place of its own.
   */
  override send(data: Send[0], options?: SendOptions | Sent, sent?: Sent): void {
    if (this.bufferedAmount > MOST_UNSENT) return this.terminate();
    const copy = data instanceof Uint8Array ? Buffer.from(data) : data;
    if (typeof options === "function") super.send(copy, options);
    else super.send(copy, options ?? {}, sent);
  }

  #count(): void {
    this.#seen();
    if (this.#trusted) return;
    this.#wait = this.#allowance.take();
    if (this.#wait > 0 && this.#forbearance.take() > 0) {
      this.removeAllListeners("message");
      this.close(CLOSE.flood);
    }
  }

  #seen(): void {
    this.#alive = true;
  }

  /** Pings from time to time, beginning at random: in step, the pings of 10,000 sockets hold everything up for 0.1 s. */
  #watch(): void {
    let timer = setTimeout(tick, Math.random() * PING_INTERVAL, this);
    this.once("close", () => clearTimeout(timer));

    function tick(socket: GuardedSocket): void {
      if (!socket.#alive) return socket.terminate();
      socket.#alive = false;
      socket.ping();
      timer = setTimeout(tick, PING_INTERVAL, socket);
    }
  }
}
