import type { Duplex } from "node:stream";
import { CLOSE } from "@flower-war/client-sdk/protocol";
import { WebSocket } from "ws";
import type { Heartbeat, Living } from "./heartbeat.ts";
import { TokenBucket } from "./token-bucket.ts";

/** Unsent bytes at which a client that does not read is cut. */
const MOST_UNSENT = 1024 * 1024;
/** Messages over the limit, at the most, before their sender is closed; one a second is forgotten. */
const FORBEARANCE = 100;

type Send = Parameters<WebSocket["send"]>;
type SendOptions = Extract<Send[1], { binary?: boolean | undefined }>;
type Sent = (error?: Error) => void;

/** Messages that one client may send in a second, and how many at once. */
export interface MessageLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** What every client is held to. */
export interface Guard {
  readonly messages: MessageLimit;
  /** A socket that was silent from one beat to the next is pinged, and cut at the next one if it stays silent. */
  readonly heartbeat: Heartbeat;
}

/** A server-side socket that cuts clients that flood, that do not read, or that are gone, whatever room they are in. */
export class GuardedSocket extends WebSocket implements Living {
  #allowance: TokenBucket | null = null;
  readonly #forbearance = new TokenBucket(1, FORBEARANCE);
  #wait = 0;
  #heard = true;
  #pinged = false;
  #stream: Duplex | null = null;
  /** What was sent waits for the end of this turn of the event loop. */
  #held = false;

  /** For the message that is being handled: ms until its like will be allowed; 0: it is. */
  get wait(): number {
    return this.#wait;
  }

  /**
   * Begins to count messages and to ping. To be called before anybody else listens.
   * @param stream the connection under it
   */
  guard({ messages, heartbeat }: Guard, stream: Duplex): void {
    this.#stream = stream;
    this.#allowance = new TokenBucket(messages.perSecond, messages.burst);
    this.on("message", () => this.#count());
    this.on("pong", () => this.#listen());
    this.once("close", heartbeat.add(this));
  }

  beat(): void {
    if (this.#pinged && !this.#heard) return this.terminate();
    this.#pinged = !this.#heard;
    this.#heard = false;
    if (this.#pinged) this.ping();
  }

  /** Lifts the limit on messages. */
  trust(): void {
    this.#allowance = null;
    this.#wait = 0;
  }

  /**
   * Sends a copy: what the kernel does not take at once is kept by reference, and Colyseus encodes the next patch into
   * the same buffer (docs/colyseus.md, "One shared buffer"). Always, for any frame may be the one that fills the line.
   * What is sent in one turn of the event loop, say a patch, its entry and an answer, leaves in one write.
   */
  override send(data: Send[0], options?: SendOptions | Sent, sent?: Sent): void {
    if (this.bufferedAmount > MOST_UNSENT) return this.terminate();
    this.#hold();
    const copy = data instanceof Uint8Array ? Buffer.from(data) : data;
    if (typeof options === "function") super.send(copy, options);
    else super.send(copy, options ?? {}, sent);
  }

  #hold(): void {
    if (this.#held || this.#stream === null) return;
    this.#held = true;
    this.#stream.cork();
    process.nextTick(this.#release);
  }

  readonly #release = (): void => {
    this.#held = false;
    this.#stream?.uncork();
  };

  #count(): void {
    this.#listen();
    this.#wait = this.#allowance?.take() ?? 0;
    if (this.#wait > 0 && this.#forbearance.take() > 0) {
      this.removeAllListeners("message");
      this.close(CLOSE.flood);
    }
  }

  #listen(): void {
    this.#heard = true;
  }
}
