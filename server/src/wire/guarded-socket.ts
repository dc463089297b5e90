import type { Duplex } from "node:stream";
import { CLOSE } from "@flower-war/protocol";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import type { Rate } from "@flower-war/protocol/ports";
import { WebSocket } from "ws";
import type { Time } from "../time.ts";
import type { Connection } from "./connection.ts";
import type { Heartbeat, Pulse } from "./heartbeat.ts";
import { MessageAllowance } from "./message-allowance.ts";

type Send = Parameters<WebSocket["send"]>;
type SendOptions = Extract<Send[1], { binary?: boolean | undefined }>;
type Sent = (error?: Error) => void;

/** Beats without a sign of the client after which it is pinged. After one more it counts as gone. */
const SILENT_BEATS = 3;
/** Pings of which the least round trip counts: a single slow answer says little. */
const TIMED_PINGS = 3;
/** The frame of a ping without a payload (RFC 6455, 5.5.2). */
const PING = Buffer.from([0x89, 0]);

/** The limits of every client. */
export interface Guard {
  readonly time: Time;
  /** Messages that one client may send. */
  readonly messages: Rate;
  /** A socket that was silent for two to three intervals is pinged, and terminated if it stays silent for another. */
  readonly heartbeat: Heartbeat;
}

/** A server-side socket that cuts off clients that flood, do not read, or are gone, whatever room they are in. */
export class GuardedSocket extends WebSocket implements Pulse {
  /** The sockets of this process that were written to in this turn of the event loop. */
  static readonly #writing: GuardedSocket[] = [];
  /** `null`: there is no limit. */
  #allowance: MessageAllowance | null = null;
  #wait = 0;
  /** Beats since the client was heard. */
  #silent = 0;
  /** Round trips of the last pings, ms; `null`: they are not measured. */
  #roundTrips: readonly number[] | null = null;
  /** When the ping was sent whose answer is awaited, by the monotonic clock; `null`: none is. */
  #pingedAt: number | null = null;
  #stream: Duplex | null = null;
  #time: Time | null = null;
  #connection: Connection | null = null;
  /** Writes are held until the end of this turn of the event loop. */
  #corked = false;

  /** For the message that is being handled: ms until it and another one will be allowed; 0: it is. */
  get wait(): number {
    return this.#wait;
  }

  /**
   * Starts to count messages and to check for silence. Call it before any other listener is added.
   * @param stream the connection under it
   * @param connection the same, guarded; `null`: it is not
   */
  guard({ time, messages, heartbeat }: Guard, stream: Duplex, connection: Connection | null): void {
    this.#stream = stream;
    this.#time = time;
    this.#connection = connection;
    connection?.endWith(() => this.#closeFlood());
    this.#allowance = new MessageAllowance(time, messages);
    this.on("message", () => this.#countMessage());
    this.on("pong", () => this.#answered());
    // Closed at once on protocol errors, without a closing handshake.
    this.on("error", () => this.#terminateSoon());
    const group = heartbeat.add(this);
    this.on("close", () => heartbeat.remove(this, group));
  }

  beat(): void {
    this.#silent += 1;
    if (this.#silent > SILENT_BEATS) this.terminate();
    else if (
      this.readyState === WebSocket.OPEN &&
      (this.#silent === SILENT_BEATS || this.#roundTrips !== null)
    )
      this.#ping();
  }

  /**
   * Pings the client at every beat from now on, to measure the round trip.
   * @returns a function that returns it: ms, the least of the last three pings; 0: fewer were answered, or the socket is closed
   */
  measureRoundTrip(): () => number {
    this.#roundTrips ??= [];
    const isKnown = () => this.readyState === WebSocket.OPEN && this.#roundTrips?.length === TIMED_PINGS;
    return () => (isKnown() ? Math.floor(Math.min(...(this.#roundTrips ?? []))) : 0);
  }

  #ping(): void {
    this.#pingedAt ??= this.#time?.monotonic() ?? null;
    this.#stream?.write(PING);
  }

  #answered(): void {
    this.#markAlive();
    if (this.#roundTrips !== null && this.#pingedAt !== null && this.#time !== null)
      this.#roundTrips = [...this.#roundTrips, this.#time.monotonic() - this.#pingedAt].slice(-TIMED_PINGS);
    this.#pingedAt = null;
  }

  /** Lifts the limit on messages. */
  trust(): void {
    this.#allowance = null;
    this.#wait = 0;
  }

  /**
   * Sends a copy: what the kernel does not take at once is kept by reference, and Colyseus encodes the next patch into
   * the same buffer (docs/colyseus.md, "One shared buffer"). What is sent in one turn of the event loop, say a patch, its
   * entry and an answer, leaves in one write.
   */
  override send(data: Send[0], options?: SendOptions | Sent, sent?: Sent): void {
    if (this.bufferedAmount > SOCKET_LIMITS.unsent) return this.terminate();
    this.#cork();
    const copy = data instanceof Uint8Array ? Buffer.from(data) : data;
    if (typeof options === "function") super.send(copy, options);
    else super.send(copy, options ?? {}, sent);
  }

  /** Sends whole frames as they are. @param frames of `frameOf`, which must not change afterwards */
  sendFrames(frames: Buffer): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.bufferedAmount > SOCKET_LIMITS.unsent) return this.terminate();
    this.#cork();
    this.#stream?.write(frames);
  }

  #cork(): void {
    if (this.#corked || this.#stream === null) return;
    this.#corked = true;
    this.#stream.cork();
    if (GuardedSocket.#writing.push(this) === 1) process.nextTick(GuardedSocket.#uncorkAll);
  }

  static readonly #uncorkAll = (): void => {
    for (const socket of GuardedSocket.#writing.splice(0)) {
      socket.#corked = false;
      socket.#stream?.uncork();
    }
  };

  #countMessage(): void {
    this.#markAlive();
    const wait = this.#allowance === null ? 0 : this.#allowance.count();
    this.#wait = wait ?? 0;
    if (wait !== null) return;
    if (this.#connection === null) this.#closeFlood();
    else this.#connection.cut("messages");
  }

  /** Handles no further message, and does not wait for the client to close as well. */
  #closeFlood(): void {
    this.removeAllListeners("message");
    this.close(CLOSE.flood);
    this.#terminateSoon();
  }

  #terminateSoon(): void {
    const cancel = this.#time?.after(SOCKET_LIMITS.grace, () => this.terminate());
    if (cancel) this.once("close", cancel);
  }

  #markAlive(): void {
    this.#silent = 0;
  }
}
