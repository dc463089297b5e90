import { Client, type Room } from "@colyseus/sdk";
import { type BridgeRequest, OPERATOR_PATHS, type TempleBroker } from "@flower-war/protocol/operator";
import { sumUp } from "@flower-war/protocol/log";
import {
  backoffDelay,
  type Random,
  sleep,
  type Time,
  timeoutSignal,
  withTimeout,
} from "@flower-war/protocol/ports";
import type { AnswerOf, PayloadOf, RequestName, TemplesMessages } from "@flower-war/protocol/temple";
import { z } from "zod";
import type { Logger } from "./log.ts";
import { serverConnected } from "./metrics.ts";
import { postJson } from "./post-json.ts";
import { type MessageName, RefusalError, ServerAwayError, type ServerPort } from "./server-port.ts";

export interface ServerConnectionOptions {
  /** Operator's listeners, tried in turn. */
  readonly operatorUrls: readonly string[];
  readonly bridgeId: string;
  readonly token: string;
  readonly log: Logger;
  readonly time: Time;
  readonly random: Random;
}

/** ms that a request, or joining the room, may take. */
const TIMEOUT = 5_000;
const BACKOFF = { first: 250, most: 10_000 };

/** The code of a listener that has no path for bridges. */
const NOT_OPERATOR = "not-an-operator-listener";

// Without `publicAddress` the room is at the address that issued the reservation.
const RESERVATION = z.object({
  name: z.string(),
  roomId: z.string(),
  processId: z.string(),
  sessionId: z.string(),
});
type Reservation = z.output<typeof RESERVATION>;

/** A joined room, and the function that leaves it. */
interface RoomHandle {
  readonly room: Room;
  readonly leave: () => void;
}

/**
 * The bridge's connection to the room `temples`. When it is lost, it reserves and joins at the next address, and again at all of
 * them with growing delays; a Colyseus room object cannot be used again after it was left.
 */
export class ServerConnection implements ServerPort {
  readonly #options: ServerConnectionOptions;
  readonly #listeners = new Map<string, (message: never) => void>();
  readonly #stopping = new AbortController();
  #changeListener: (isUp: boolean) => void = () => {};
  #joined: RoomHandle | null = null;
  #running: Promise<void> = Promise.resolve();
  #broker: TempleBroker | null = null;
  /** The failures that were logged since the last connection, each an address and a code. */
  readonly #logged = new Set<string>();
  readonly #connected = Promise.withResolvers<void>();

  /** Resolves when it is connected for the first time. */
  readonly connected = this.#connected.promise;

  constructor(options: ServerConnectionOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#joined !== null;
  }

  on<K extends MessageName>(name: K, listener: (message: TemplesMessages[K]) => void): void {
    this.#listeners.set(name, listener);
  }

  onChange(listener: (isUp: boolean) => void): void {
    this.#changeListener = listener;
  }

  /** @param broker how temples reach the broker, which the server is told; `null`: it is not known */
  start(broker: TempleBroker | null = null): void {
    this.#broker = broker;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#joined?.leave();
    await this.#running;
  }

  async request<K extends RequestName>(name: K, payload: PayloadOf<K>): Promise<AnswerOf<K>> {
    const joined = this.#joined;
    if (joined === null) throw new ServerAwayError("no connection to the match server");
    // The room's own timeout comes later, so that only ours counts.
    const answer = joined.room.request<PayloadOf<K>, AnswerOf<K>>(name, payload, { timeout: 2 * TIMEOUT });
    try {
      return await this.#withTimeout(answer);
    } catch (error) {
      const code = refusalCodeOf(error);
      if (code !== null) throw new RefusalError(code);
      // A new reservation leads to a server process that answers.
      if (error instanceof TimeoutError) joined.leave();
      throw new ServerAwayError("the match server did not answer", { cause: error });
    }
  }

  async #run(): Promise<void> {
    const { operatorUrls, time, random } = this.#options;
    let attempt = 0;
    while (!this.#stopping.signal.aborted) {
      for (const url of operatorUrls) if (await this.#serveAt(url)) attempt = 0;
      await sleep(time, backoffDelay(attempt, BACKOFF, random), this.#stopping.signal);
      attempt += 1;
    }
  }

  /** Serves the bridge by the server at an address until that ends. Resolves with whether it was connected there. */
  async #serveAt(url: string): Promise<boolean> {
    if (this.#stopping.signal.aborted) return false;
    try {
      const room = await this.#join(url);
      if (this.#stopping.signal.aborted) await room.leave();
      else await this.#serve(room);
      return true;
    } catch (error) {
      this.#logFailure(url, error);
      return false;
    }
  }

  async #join(url: string): Promise<Room> {
    const reservation = await this.#reserve(url);
    const joining = new Client(url).consumeSeatReservation(reservation);
    const room: Room = await this.#withTimeout(joining).catch((error: unknown) => {
      joining.then((late) => late.leave()).catch(() => {});
      throw error;
    });
    room.reconnection.enabled = false;
    this.#handleEachFrameInItsOwnTurn(room);
    return room;
  }

  async #reserve(url: string): Promise<Reservation> {
    const { bridgeId, token, time } = this.#options;
    const timeout = timeoutSignal(time, TIMEOUT);
    try {
      const body = {
        bridge: bridgeId,
        ...(this.#broker !== null && { broker: this.#broker }),
      } satisfies BridgeRequest;
      const { status, answer } = await postJson(url + OPERATOR_PATHS.bridges, {
        token,
        body,
        signal: AbortSignal.any([timeout.signal, this.#stopping.signal]),
      });
      if (status === 404) throw new RefusalError(NOT_OPERATOR);
      if (status < 200 || status > 299) throw new RefusalError(codeOf(answer) ?? `http-${status}`);
      return RESERVATION.parse(answer);
    } finally {
      timeout.cancel();
    }
  }

  /**
   * Handles each frame in its own turn of the event loop. Frames that arrive in one piece would otherwise be handled
   * at once: a message would be delivered before the code that awaits the answer before it, which would then
   * overwrite newer state with older. One that cannot be handled ends the connection, and another is opened.
   */
  #handleEachFrameInItsOwnTurn({ connection }: Room): void {
    const { time, log } = this.#options;
    const { events } = connection;
    const handle = events.onmessage;
    const deferred: typeof events = {
      onmessage: (frame) => {
        const handled = time.nextTurn().then(() => handle?.(frame));
        handled.catch((err: unknown) => {
          log.warn(sumUp({ err }), "invalid frame from the match server");
          connection.close();
        });
      },
    };
    Object.assign(events, deferred);
  }

  /** Delivers the room's messages until either side leaves it. */
  #serve(room: Room): Promise<void> {
    return new Promise((resolve) => {
      const handleLeave = () => {
        if (this.#joined?.room !== room) return;
        this.#joined = null;
        serverConnected.set(0);
        if (!this.#stopping.signal.aborted)
          this.#options.log.warn({ code: "server-lost" }, "connection to the match server lost");
        this.#changeListener(false);
        resolve();
      };
      room.onMessage("*", (name, message: never) => this.#listeners.get(String(name))?.(message));
      room.onLeave(handleLeave);
      this.#joined = {
        room,
        leave: () => {
          void room.leave(this.#stopping.signal.aborted);
          handleLeave();
        },
      };
      this.#logged.clear();
      serverConnected.set(1);
      this.#options.log.info("connected to the match server");
      this.#connected.resolve();
      this.#changeListener(true);
    });
  }

  #withTimeout<T>(task: Promise<T>): Promise<T> {
    return withTimeout(this.#options.time, TIMEOUT, task, () => new TimeoutError());
  }

  /** Logs a failure of an address once: each retry would repeat it. */
  #logFailure(url: string, error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const code = error instanceof RefusalError ? error.code : "server-unreachable";
    const failure = `${url} ${code}`;
    if (this.#logged.has(failure)) return;
    this.#logged.add(failure);
    this.#options.log.error({ code, url, err: error }, "connection to the match server failed, retrying");
  }
}

class TimeoutError extends Error {}

/** Returns the code of a request that the server refused, `null` for every other failure. */
function refusalCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== "rejected" || !("reason" in error)) return null;
  return codeOf(error.reason) ?? "rejected";
}

function codeOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "string" ? body.code : null;
}
