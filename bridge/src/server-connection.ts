import { Client, type Room } from "@colyseus/sdk";
import { PATHS } from "@flower-war/protocol";
import {
  backoffDelay,
  type Random,
  sleep,
  type Time,
  timeoutSignal,
  withTimeout,
} from "@flower-war/protocol/ports";
import type { TemplesMessages } from "@flower-war/protocol/temple";
import { z } from "zod";
import type { Logger } from "./log.ts";
import { serverConnected } from "./metrics.ts";
import {
  type AnswerOf,
  type MessageName,
  type PayloadOf,
  RefusalError,
  type RequestName,
  ServerAwayError,
  type ServerPort,
} from "./server-port.ts";

export interface ServerConnectionOptions {
  readonly serverUrl: string;
  readonly bridgeId: string;
  readonly token: string;
  readonly log: Logger;
  readonly time: Time;
  readonly random: Random;
}

/** ms that a request, or joining the room, may take. */
const TIMEOUT = 5_000;
const BACKOFF = { first: 250, most: 10_000 };

const RESERVATION = z.looseObject({
  name: z.string(),
  roomId: z.string(),
  processId: z.string(),
  sessionId: z.string(),
  publicAddress: z.string().optional(),
});
type Reservation = z.output<typeof RESERVATION>;

/**
 * Replaces the host of the reservation's public address with the one in `SERVER_URL`, if a reverse proxy tells servers
 * apart by path: the bridge may not be able to reach the public host.
 */
function withReachableAddress(reservation: Reservation, serverUrl: string) {
  const { publicAddress, ...rest } = reservation;
  if (publicAddress === undefined) return rest;
  const path = publicAddress.indexOf("/");
  if (path < 0) return { ...rest, publicAddress };
  return { ...rest, publicAddress: new URL(serverUrl).host + publicAddress.slice(path) };
}

/** A joined room, and the function that leaves it. */
interface RoomHandle {
  readonly room: Room;
  readonly leave: () => void;
}

/**
 * The bridge's connection to the room `temples`. When it is lost, it reserves and joins again with growing delays; a
 * Colyseus room object cannot be used again after it was left.
 */
export class ServerConnection implements ServerPort {
  readonly #options: ServerConnectionOptions;
  readonly #client: Client;
  readonly #listeners = new Map<string, (message: never) => void>();
  readonly #stopping = new AbortController();
  #changeListener: (isUp: boolean) => void = () => {};
  #joined: RoomHandle | null = null;
  #running: Promise<void> = Promise.resolve();
  /** The code of the failure logged last, `""` while connected. */
  #lastFailure = "";

  constructor(options: ServerConnectionOptions) {
    this.#options = options;
    this.#client = new Client(options.serverUrl);
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

  start(): void {
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
    const { time, random } = this.#options;
    let attempt = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        const room = await this.#join();
        attempt = 0;
        if (this.#stopping.signal.aborted) await room.leave();
        else await this.#serve(room);
      } catch (error) {
        this.#logFailure(error);
      }
      await sleep(time, backoffDelay(attempt, BACKOFF, random), this.#stopping.signal);
      attempt += 1;
    }
  }

  async #join(): Promise<Room> {
    const reservation = withReachableAddress(await this.#reserve(), this.#options.serverUrl);
    const joining = this.#client.consumeSeatReservation(reservation);
    const room: Room = await this.#withTimeout(joining).catch((error: unknown) => {
      joining.then((late) => late.leave()).catch(() => {});
      throw error;
    });
    room.reconnection.enabled = false;
    handleEachFrameInItsOwnTurn(room, this.#options.time);
    return room;
  }

  async #reserve(): Promise<Reservation> {
    const { serverUrl, bridgeId, token, time } = this.#options;
    const timeout = timeoutSignal(time, TIMEOUT);
    try {
      const response = await fetch(serverUrl + PATHS.bridges, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ bridge: bridgeId }),
        signal: AbortSignal.any([timeout.signal, this.#stopping.signal]),
      });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) throw new RefusalError(codeOf(answer) ?? `http-${response.status}`);
      return RESERVATION.parse(answer);
    } finally {
      timeout.cancel();
    }
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
      this.#lastFailure = "";
      serverConnected.set(1);
      this.#options.log.info("connected to the match server");
      this.#changeListener(true);
    });
  }

  #withTimeout<T>(task: Promise<T>): Promise<T> {
    return withTimeout(this.#options.time, TIMEOUT, task, () => new TimeoutError());
  }

  /** Logs a failure unless the last one had the same code: each retry would repeat it. */
  #logFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const code = error instanceof RefusalError ? error.code : "server-unreachable";
    if (code === this.#lastFailure) return;
    this.#lastFailure = code;
    this.#options.log.error({ code, err: error }, "connection to the match server failed, retrying");
  }
}

/**
 * Handles each frame in its own turn of the event loop. Frames that arrive in one piece would otherwise be handled
 * at once: a message would be delivered before the code that awaits the answer before it, which would then
 * overwrite newer state with older.
 */
function handleEachFrameInItsOwnTurn({ connection: { events } }: Room, time: Time): void {
  const handle = events.onmessage;
  const deferred: typeof events = { onmessage: (frame) => void time.nextTurn().then(() => handle?.(frame)) };
  Object.assign(events, deferred);
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
